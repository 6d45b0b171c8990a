/** Most events that one POST /events may carry (spec, section 8). */
export const MAX_EVENTS_PER_REQUEST = 15;

/** Most bytes of a request body, after inflating (contract, section 1). */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Requests that one credential may make a minute and an hour (spec, section 8). */
export const RATE_LIMIT_PER_MINUTE = 100;
export const RATE_LIMIT_PER_HOUR = 1500;
