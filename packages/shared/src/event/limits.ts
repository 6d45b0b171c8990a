/** Most events that one POST /events may carry (spec, section 8). */
export const MAX_EVENTS_PER_REQUEST = 15;

/** Most bytes of a request body, after inflating (contract, section 1). */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Requests that one credential may make a minute and an hour (spec, section 8). */
export const RATE_LIMIT_PER_MINUTE = 100;
export const RATE_LIMIT_PER_HOUR = 1500;

/** Most bytes of the JSON Schema of a blueprint that an account adds (contract, section 2). */
export const MAX_BLUEPRINT_SCHEMA_BYTES = 64 * 1024;
