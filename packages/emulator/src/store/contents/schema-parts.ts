/** Unknown members are refused everywhere: the next write would lose them. */
export const closed = { type: 'object', additionalProperties: false } as const;
export const text = { type: 'string' } as const;
export const none = { type: 'null', nullable: true } as const;
export const textOrNull = { anyOf: [text, none] } as const;
/** What a Date can hold. */
export const instant = { type: 'integer', minimum: -8.64e15, maximum: 8.64e15 } as const;
export const instantOrNull = { anyOf: [instant, none] } as const;
export const limitOrNull = { anyOf: [{ type: 'integer', minimum: 0 }, none] } as const;
/** A slash would make keys in an account ambiguous. */
export const id = { type: 'string', pattern: '^[^/]+$' } as const;
export const idOrNull = { anyOf: [id, none] } as const;
/** A sequence, a version, a count. */
export const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
