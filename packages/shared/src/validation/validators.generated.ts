// Written by `npm run generate -w packages/shared` from the schemas in src/event. Do not edit.
// @ts-nocheck: it is JavaScript.
import { formats as known } from './formats.ts';

const formats = Object.fromEntries(Object.entries(known).map(([name, { validate }]) => [name, validate]));
export const isEvent = validate20;
const schema31 = {"type":"object","additionalProperties":true,"required":["type"],"properties":{"type":{"type":"string","description":"shortId of a blueprint, such as event-deploy."},"timestamp":{"type":"string","format":"utc-timestamp","pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|\\+00:00)$","description":"ISO 8601 datetime in UTC, such as 2026-01-31T09:30:00Z. An instant that exists, in the years 1970 to 9999."},"entityId":{"type":"string","minLength":1,"description":"UUID (any case) or shortId of an application or service of the account."},"attributes":{"type":"object","description":"Attributes of the event, as the blueprint of its type describes them."}}};
const func0 = Object.prototype.hasOwnProperty;
const formats0 = formats["utc-timestamp"];
const pattern4 = new RegExp("^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|\\+00:00)$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.type === undefined) || (!(func0.call(data, "type")))){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.type !== undefined && func0.call(data, "type")){
let data0 = data.type;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/type",schemaPath:"#/properties/type/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.type.type,parentSchema:schema31.properties.type,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.timestamp !== undefined && func0.call(data, "timestamp")){
let data1 = data.timestamp;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err2 = {instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|\\+00:00)$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|\\+00:00)$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|\\+00:00)$",parentSchema:schema31.properties.timestamp,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(formats0(data1))){
const err3 = {instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/format",keyword:"format",params:{format: "utc-timestamp"},message:"must match format \""+"utc-timestamp"+"\"",schema:"utc-timestamp",parentSchema:schema31.properties.timestamp,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/timestamp",schemaPath:"#/properties/timestamp/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.timestamp.type,parentSchema:schema31.properties.timestamp,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.entityId !== undefined && func0.call(data, "entityId")){
let data2 = data.entityId;
if(typeof data2 === "string"){
if(data2.length < 1){
const err5 = {instancePath:instancePath+"/entityId",schemaPath:"#/properties/entityId/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.entityId,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/entityId",schemaPath:"#/properties/entityId/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.entityId.type,parentSchema:schema31.properties.entityId,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.attributes !== undefined && func0.call(data, "attributes")){
let data3 = data.attributes;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
const err7 = {instancePath:instancePath+"/attributes",schemaPath:"#/properties/attributes/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.attributes.type,parentSchema:schema31.properties.attributes,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const isDeployAttributes = validate21;
const schema32 = {"type":"object","additionalProperties":true,"properties":{"env":{"type":"string","description":"Environment name, such as production. Needed for Deployment Frequency. Use one name per environment."},"status":{"type":"string","enum":["success","failed"],"description":"How the deployment ended. Needed for Change Failure Rate."},"build_id":{"type":"string","description":"CI/CD build identifier."},"build_commit_sha":{"type":"string","description":"Source-control commit SHA. Needed for Lead Time for Change; must match a commit of the connected repository."},"build_url":{"type":"string","description":"URL of the CI/CD build or pipeline run."},"description":{"type":"string","description":"Human-readable description."},"initiator":{"type":"string","description":"Person or system that triggered the deployment."},"change_id":{"type":"string","description":"Change-management ticket identifier, which links incidents. Needed for Change Failure Rate."},"change_url":{"type":"string","description":"URL of the change ticket."},"change_title":{"type":"string","description":"Change ticket title."},"change_author":{"type":"string","description":"Change ticket author."},"change_approver":{"type":"string","description":"Change ticket approver."},"change_window_start":{"type":"string","format":"calendar-date","pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$","description":"Scheduled change window start, ISO 8601."},"change_window_end":{"type":"string","format":"calendar-date","pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$","description":"Scheduled change window end, ISO 8601."},"deployment_start_time":{"type":"string","format":"calendar-date","pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$","description":"Actual deployment start, ISO 8601."}}};
const formats2 = formats["calendar-date"];
const pattern5 = new RegExp("^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.env !== undefined && func0.call(data, "env")){
let data0 = data.env;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/env",schemaPath:"#/properties/env/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.env.type,parentSchema:schema32.properties.env,data:data0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.status !== undefined && func0.call(data, "status")){
let data1 = data.status;
if(typeof data1 !== "string"){
const err1 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.status.type,parentSchema:schema32.properties.status,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!((data1 === "success") || (data1 === "failed"))){
const err2 = {instancePath:instancePath+"/status",schemaPath:"#/properties/status/enum",keyword:"enum",params:{allowedValues: schema32.properties.status.enum},message:"must be equal to one of the allowed values",schema:schema32.properties.status.enum,parentSchema:schema32.properties.status,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.build_id !== undefined && func0.call(data, "build_id")){
let data2 = data.build_id;
if(typeof data2 !== "string"){
const err3 = {instancePath:instancePath+"/build_id",schemaPath:"#/properties/build_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.build_id.type,parentSchema:schema32.properties.build_id,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.build_commit_sha !== undefined && func0.call(data, "build_commit_sha")){
let data3 = data.build_commit_sha;
if(typeof data3 !== "string"){
const err4 = {instancePath:instancePath+"/build_commit_sha",schemaPath:"#/properties/build_commit_sha/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.build_commit_sha.type,parentSchema:schema32.properties.build_commit_sha,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.build_url !== undefined && func0.call(data, "build_url")){
let data4 = data.build_url;
if(typeof data4 !== "string"){
const err5 = {instancePath:instancePath+"/build_url",schemaPath:"#/properties/build_url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.build_url.type,parentSchema:schema32.properties.build_url,data:data4};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.description !== undefined && func0.call(data, "description")){
let data5 = data.description;
if(typeof data5 !== "string"){
const err6 = {instancePath:instancePath+"/description",schemaPath:"#/properties/description/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.description.type,parentSchema:schema32.properties.description,data:data5};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.initiator !== undefined && func0.call(data, "initiator")){
let data6 = data.initiator;
if(typeof data6 !== "string"){
const err7 = {instancePath:instancePath+"/initiator",schemaPath:"#/properties/initiator/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.initiator.type,parentSchema:schema32.properties.initiator,data:data6};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.change_id !== undefined && func0.call(data, "change_id")){
let data7 = data.change_id;
if(typeof data7 !== "string"){
const err8 = {instancePath:instancePath+"/change_id",schemaPath:"#/properties/change_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.change_id.type,parentSchema:schema32.properties.change_id,data:data7};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.change_url !== undefined && func0.call(data, "change_url")){
let data8 = data.change_url;
if(typeof data8 !== "string"){
const err9 = {instancePath:instancePath+"/change_url",schemaPath:"#/properties/change_url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.change_url.type,parentSchema:schema32.properties.change_url,data:data8};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.change_title !== undefined && func0.call(data, "change_title")){
let data9 = data.change_title;
if(typeof data9 !== "string"){
const err10 = {instancePath:instancePath+"/change_title",schemaPath:"#/properties/change_title/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.change_title.type,parentSchema:schema32.properties.change_title,data:data9};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.change_author !== undefined && func0.call(data, "change_author")){
let data10 = data.change_author;
if(typeof data10 !== "string"){
const err11 = {instancePath:instancePath+"/change_author",schemaPath:"#/properties/change_author/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.change_author.type,parentSchema:schema32.properties.change_author,data:data10};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.change_approver !== undefined && func0.call(data, "change_approver")){
let data11 = data.change_approver;
if(typeof data11 !== "string"){
const err12 = {instancePath:instancePath+"/change_approver",schemaPath:"#/properties/change_approver/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.change_approver.type,parentSchema:schema32.properties.change_approver,data:data11};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.change_window_start !== undefined && func0.call(data, "change_window_start")){
let data12 = data.change_window_start;
if(typeof data12 === "string"){
if(!pattern5.test(data12)){
const err13 = {instancePath:instancePath+"/change_window_start",schemaPath:"#/properties/change_window_start/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$",parentSchema:schema32.properties.change_window_start,data:data12};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(!(formats2(data12))){
const err14 = {instancePath:instancePath+"/change_window_start",schemaPath:"#/properties/change_window_start/format",keyword:"format",params:{format: "calendar-date"},message:"must match format \""+"calendar-date"+"\"",schema:"calendar-date",parentSchema:schema32.properties.change_window_start,data:data12};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/change_window_start",schemaPath:"#/properties/change_window_start/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.change_window_start.type,parentSchema:schema32.properties.change_window_start,data:data12};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.change_window_end !== undefined && func0.call(data, "change_window_end")){
let data13 = data.change_window_end;
if(typeof data13 === "string"){
if(!pattern5.test(data13)){
const err16 = {instancePath:instancePath+"/change_window_end",schemaPath:"#/properties/change_window_end/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$",parentSchema:schema32.properties.change_window_end,data:data13};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(!(formats2(data13))){
const err17 = {instancePath:instancePath+"/change_window_end",schemaPath:"#/properties/change_window_end/format",keyword:"format",params:{format: "calendar-date"},message:"must match format \""+"calendar-date"+"\"",schema:"calendar-date",parentSchema:schema32.properties.change_window_end,data:data13};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/change_window_end",schemaPath:"#/properties/change_window_end/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.change_window_end.type,parentSchema:schema32.properties.change_window_end,data:data13};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.deployment_start_time !== undefined && func0.call(data, "deployment_start_time")){
let data14 = data.deployment_start_time;
if(typeof data14 === "string"){
if(!pattern5.test(data14)){
const err19 = {instancePath:instancePath+"/deployment_start_time",schemaPath:"#/properties/deployment_start_time/pattern",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$"},message:"must match pattern \""+"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$"+"\"",schema:"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?$",parentSchema:schema32.properties.deployment_start_time,data:data14};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!(formats2(data14))){
const err20 = {instancePath:instancePath+"/deployment_start_time",schemaPath:"#/properties/deployment_start_time/format",keyword:"format",params:{format: "calendar-date"},message:"must match format \""+"calendar-date"+"\"",schema:"calendar-date",parentSchema:schema32.properties.deployment_start_time,data:data14};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/deployment_start_time",schemaPath:"#/properties/deployment_start_time/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.deployment_start_time.type,parentSchema:schema32.properties.deployment_start_time,data:data14};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.type,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
