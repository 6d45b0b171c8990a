import { randomUUID } from 'node:crypto';
import type {
  ApiKeyRecord,
  BlueprintRecord,
  EntityRecord,
  EventBatch,
  EventQuery,
  Idempotency,
  NewEvent,
  UserRecord,
} from '../store.ts';

/** The account of a test, unless it says otherwise. */
export const ACCOUNT = '0197a000-0000-7000-8000-00000000000a';
/** The account that must not notice. */
export const OTHER = '0197a000-0000-7000-8000-00000000000b';
export const NOW = Date.parse('2025-07-01T12:00:00.000Z');
export const DAY = 86_400_000;

/** The nth of a row of ids that are the same in every run and ascend. */
export function idOf(n: number): string {
  return `0197b000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

export function newEvent(members: Partial<NewEvent> = {}): NewEvent {
  return {
    id: randomUUID(),
    type: 'event-deploy',
    blueprintId: idOf(0xb1),
    entityId: null,
    timestamp: NOW,
    createdAt: NOW,
    env: 'production',
    status: 'success',
    attributes: '{"env":"production","status":"success"}',
    sender: { kind: 'api-key', id: idOf(0x5e) },
    ...members,
  };
}

export function batchOf(
  events: readonly NewEvent[],
  members: { accountId?: string; idempotency?: Idempotency } = {},
): EventBatch {
  return { accountId: ACCOUNT, events, ...members };
}

export function keyed(members: Partial<Idempotency> = {}): Idempotency {
  return {
    key: 'retry-1',
    digest: 'digest-1',
    response: '{"success":[]}',
    createdAt: NOW,
    expiredBefore: NOW - DAY,
    ...members,
  };
}

export function eventQuery(members: Partial<EventQuery> = {}): EventQuery {
  return { accountId: ACCOUNT, limit: 1000, offset: 0, ...members };
}

export function newEntity(members: Partial<EntityRecord> = {}): EntityRecord {
  return {
    accountId: ACCOUNT,
    id: idOf(1),
    shortId: 'payments-api',
    name: 'Payments API',
    type: 'service',
    description: null,
    attributes: '{}',
    createdAt: NOW,
    updatedAt: NOW,
    ...members,
  };
}

export function newBlueprint(members: Partial<BlueprintRecord> = {}): BlueprintRecord {
  return {
    accountId: ACCOUNT,
    id: idOf(1),
    shortId: 'event-audit',
    name: 'Audit',
    schema: '{"type":"object"}',
    createdAt: NOW,
    ...members,
  };
}

export function newUser(members: Partial<UserRecord> = {}): UserRecord {
  return {
    accountId: ACCOUNT,
    id: idOf(1),
    email: 'ada@example.com',
    passwordHash: 'scrypt$1$salt$hash',
    createdAt: NOW,
    ...members,
  };
}

export function newApiKey(members: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    accountId: ACCOUNT,
    id: idOf(1),
    prefix: 'mp_abcdefgh',
    digest: 'a'.repeat(64),
    name: 'ci',
    entityIds: null,
    createdBy: 'cli',
    createdAt: NOW,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    rateLimitMinute: null,
    rateLimitHour: null,
    ...members,
  };
}

/** JSON texts that a parser, a database or a careless copy would give back changed. */
export const TRICKY_OBJECTS: readonly { what: string; text: string }[] = [
  { what: 'key order', text: '{"z":1,"a":2,"m":{"y":1,"b":2}}' },
  { what: 'keys like integers', text: '{"10":"ten","2":"two","b":0,"1":"one"}' },
  { what: 'a __proto__ key', text: '{"__proto__":{"polluted":true},"constructor":{"prototype":null}}' },
  { what: 'white space', text: ' { "a" :\t1 ,\n "b" : [ ] } ' },
  { what: 'spelling of numbers', text: '{"a":1.0,"b":1e3,"c":12345678901234567890,"d":-0,"e":0.10}' },
  { what: 'escapes', text: '{"a":"\\u0041\\/\\u00e9\\n\\"\\\\","b":"%s $1 \' ; --"}' },
  { what: 'doubled keys', text: '{"a":1,"a":2}' },
  {
    what: 'letters of all the world',
    text: '{"é":"e\u0301","日本":"語","emoji":"👩‍👩‍👧‍👦🏳️‍🌈","rtl":"שלום","sep":"\u2028\u2029"}',
  },
  { what: 'half a megabyte', text: `{"log":"${'0123456789abcdé'.repeat(33_000)}"}` },
];
