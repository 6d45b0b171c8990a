import {
  deployAttributesSchema,
  eventSchema,
  failureSchema,
  messageBodySchema,
  sendEventsRequestSchema,
  sendEventsResponseSchema,
  storedEventSchema,
  storedInstantSchema,
  timestampSchema,
  validationErrorsBodySchema,
} from '@milepost/shared';
import { isObject } from '@milepost/shared/validation';
import { runSchema } from '../calculation/run.schema.ts';
import { accountListSchema, createAccountSchema, createdAccountSchema } from '../control/account.schema.ts';
import {
  advanceClockSchema,
  advancedClockSchema,
  clockSchema,
  setClockSchema,
} from '../control/clock.schema.ts';
import {
  createdFaultSchema,
  createFaultSchema,
  faultListSchema,
  faultSchema,
} from '../control/fault.schema.ts';
import { faultActionSchema } from '../control/fault-action.schema.ts';
import { faultMatchSchema } from '../control/fault-match.schema.ts';
import { journalEntrySchema, journalRefusalSchema, journalSchema } from '../control/journal.schema.ts';
import { snapshotSchema } from '../control/snapshot.schema.ts';
import { mintedTokenSchema, mintTokenSchema } from '../control/token.schema.ts';
import { createIncidentSchema, incidentSchema, updateIncidentSchema } from '../incidents/incident.schema.ts';
import { incidentDeliverySchema } from '../incidents/incident-delivery.schema.ts';
import { apiKeySchema, createApiKeyBodySchema, createdApiKeySchema } from '../routes/api-keys.schema.ts';
import { blueprintSchema, createBlueprintSchema } from '../routes/blueprints.schema.ts';
import {
  createEntitySchema,
  entitySchema,
  shortIdSchema,
  updateEntitySchema,
} from '../routes/entities.schema.ts';
import { seedSchema } from '../seed/seed.schema.ts';
import { eventSchemas } from './event-schemas.ts';
import { metricSchemas } from './metric-schemas.ts';
import { oauthSchemas } from './oauth-schemas.ts';
import { pageInfoSchema, pageOf } from './page-schemas.ts';

/** Every schema that has a name: the very objects by which requests are validated, and answers are typed. */
const named = {
  SendEventsRequest: sendEventsRequestSchema,
  SendEventsResponse: sendEventsResponseSchema,
  Event: eventSchema,
  DeployAttributes: deployAttributesSchema,
  StoredEvent: storedEventSchema,
  StoredEventPage: pageOf(storedEventSchema),
  Failure: failureSchema,
  Entity: entitySchema,
  EntityPage: pageOf(entitySchema),
  CreateEntity: createEntitySchema,
  UpdateEntity: updateEntitySchema,
  Blueprint: blueprintSchema,
  BlueprintPage: pageOf(blueprintSchema),
  CreateBlueprint: createBlueprintSchema,
  Incident: incidentSchema,
  IncidentPage: pageOf(incidentSchema),
  CreateIncident: createIncidentSchema,
  UpdateIncident: updateIncidentSchema,
  IncidentDelivery: incidentDeliverySchema,
  ...metricSchemas,
  ApiKey: apiKeySchema,
  ApiKeyPage: pageOf(apiKeySchema),
  CreateApiKey: createApiKeyBodySchema,
  CreatedApiKey: createdApiKeySchema,
  ...oauthSchemas,
  CreateFault: createFaultSchema,
  FaultMatch: faultMatchSchema,
  FaultAction: faultActionSchema,
  CreatedFault: createdFaultSchema,
  Fault: faultSchema,
  FaultList: faultListSchema,
  MintToken: mintTokenSchema,
  MintedToken: mintedTokenSchema,
  Clock: clockSchema,
  SetClock: setClockSchema,
  AdvanceClock: advanceClockSchema,
  AdvancedClock: advancedClockSchema,
  Journal: journalSchema,
  JournalEntry: journalEntrySchema,
  JournalRefusal: journalRefusalSchema,
  CreateAccount: createAccountSchema,
  CreatedAccount: createdAccountSchema,
  AccountList: accountListSchema,
  Seed: seedSchema,
  Snapshot: snapshotSchema,
  CalculationRun: runSchema,
  MessageBody: messageBodySchema,
  ValidationErrorsBody: validationErrorsBodySchema,
  PageInfo: pageInfoSchema,
  Timestamp: timestampSchema,
  StoredInstant: storedInstantSchema,
  ShortId: shortIdSchema,
  Health: {
    type: 'object',
    additionalProperties: false,
    required: ['status'],
    properties: { status: { type: 'string', enum: ['ok'] } },
  },
  OpenApiDocument: {
    type: 'object',
    required: ['openapi', 'info', 'paths'],
    properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
  },
} as const;

export type SchemaName = keyof typeof named;

/** The schemas for `components`. What has a name is referred to wherever it stands in another. */
export function componentSchemas(): Record<string, unknown> {
  const names = new Map<object, string>(Object.entries(named).map(([name, schema]) => [schema, name]));
  // `Event` is told apart by type in the document: the same events, better described.
  const schemas = Object.entries({ ...named, ...eventSchemas });
  return Object.fromEntries(schemas.map(([name, schema]) => [name, membersOf(schema, names)]));
}

/** The schema with references in place of the named schemas inside it. */
function membersOf(schema: object, names: ReadonlyMap<object, string>): object {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value, names)]));
}

function refer(value: unknown, names: ReadonlyMap<object, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => refer(item, names));
  if (!isObject(value)) return value;
  const name = names.get(value);
  return name === undefined ? membersOf(value, names) : { $ref: `#/components/schemas/${name}` };
}
