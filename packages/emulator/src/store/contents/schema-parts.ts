/** Unknown members are refused everywhere: the next write would lose them. */
export const closed = { type: 'object', additionalProperties: false } as const;
export const text = { type: 'string' } as const;
export const none = { type: 'null', nullable: true } as const;
export const textOrNull = { anyOf: [text, none] } as const;

const MS_PER_DAY = 86_400_000;
/** The last millisecond of the year 9999: no clock and no `timestamp` says more. */
const LATEST = 253_402_300_799_999;

/** What a clock or a `timestamp` has said. */
export const instant = { type: 'integer', minimum: 0, maximum: LATEST } as const;
export const instantOrNull = { anyOf: [instant, none] } as const;
/** What another system has said of an incident: years of four digits, in any zone. */
export const toldInstant = {
  type: 'integer',
  minimum: -62_167_219_200_000 - MS_PER_DAY,
  maximum: LATEST + MS_PER_DAY,
} as const;
export const toldInstantOrNull = { anyOf: [toldInstant, none] } as const;
/** What a Date can hold: a commit's times are as somebody wrote them into an event. */
export const anyInstant = { type: 'integer', minimum: -8.64e15, maximum: 8.64e15 } as const;
/** Days since 1970. */
export const day = { type: 'integer', minimum: 0, maximum: Math.floor(LATEST / MS_PER_DAY) } as const;
/** The last day that is over, which on 1970-01-01 is the one before. */
export const finishedDay = { ...day, minimum: -1 } as const;

export const uuid = { type: 'string', format: 'lower-case UUID' } as const;
export const uuidOrNull = { anyOf: [uuid, none] } as const;
/**
 * A sequence, a version, a count. Above 2^53 a double skips numbers and node:sqlite reads none; `check-replacement.ts`
 * lets nobody begin so high that counting leads beyond this.
 */
export const count = { type: 'integer', minimum: 0, maximum: 2 ** 52 } as const;
/** Of what begins with 1. */
export const ordinal = { ...count, minimum: 1 } as const;
export const countOrNull = { anyOf: [count, none] } as const;

export const json = { type: 'string', format: 'json' } as const;
export const jsonObject = { type: 'string', format: 'json-object' } as const;
export const jsonObjectOrNull = { anyOf: [jsonObject, none] } as const;
export const jsonArray = { type: 'string', format: 'json-array' } as const;
export const jsonArrayOrNull = { anyOf: [jsonArray, none] } as const;
