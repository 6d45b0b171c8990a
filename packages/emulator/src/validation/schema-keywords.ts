/** Keywords of JSON Schema 2020-12 that hold a schema, a list of schemas, or schemas by name. */
export const schemaKeywords: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map([
  ['additionalProperties', 'one'],
  ['contains', 'one'],
  ['else', 'one'],
  ['if', 'one'],
  ['items', 'one'],
  ['not', 'one'],
  ['propertyNames', 'one'],
  ['then', 'one'],
  ['unevaluatedItems', 'one'],
  ['unevaluatedProperties', 'one'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['prefixItems', 'list'],
  ['dependentSchemas', 'map'],
  ['patternProperties', 'map'],
  ['properties', 'map'],
]);

/** Keywords that check a value by themselves. */
export const assertions: ReadonlySet<string> = new Set([
  ...['const', 'dependentRequired', 'enum', 'exclusiveMaximum', 'exclusiveMinimum', 'format', 'maxContains'],
  ...['maxItems', 'maxLength', 'maxProperties', 'maximum', 'minContains', 'minItems', 'minLength'],
  ...['minProperties', 'minimum', 'multipleOf', 'pattern', 'required', 'type', 'uniqueItems'],
]);

/** Keywords that check nothing. The definitions are read where a `$ref` refers to them. */
export const annotations: ReadonlySet<string> = new Set([
  ...['$comment', '$defs', '$schema', 'contentEncoding', 'contentMediaType', 'contentSchema', 'default'],
  ...['definitions', 'deprecated', 'description', 'examples', 'readOnly', 'title', 'writeOnly'],
]);

const NO_OTHER_NAMES = "is not possible in a blueprint; refer to '#/$defs/…' with $ref";
const OF_DRAFT_7 = 'is of an earlier draft; in JSON Schema 2020-12 it is';

/** Keywords that people may well expect to work, and why they do not. */
export const refused: ReadonlyMap<string, string> = new Map([
  ['$id', NO_OTHER_NAMES],
  ['$anchor', NO_OTHER_NAMES],
  ['$dynamicAnchor', NO_OTHER_NAMES],
  ['$dynamicRef', NO_OTHER_NAMES],
  ['$recursiveAnchor', NO_OTHER_NAMES],
  ['$recursiveRef', NO_OTHER_NAMES],
  ['additionalItems', `${OF_DRAFT_7} items, beside prefixItems`],
  ['dependencies', `${OF_DRAFT_7} dependentRequired or dependentSchemas`],
]);
