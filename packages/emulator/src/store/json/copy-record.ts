/**
 * Copies of records on their way in and out: nobody outside can change what the store keeps, and members
 * that are not of the port (a caller's object may have more) never reach the file, which refuses them.
 */
import type {
  AccountRecord,
  ApiKeyRecord,
  BlueprintRecord,
  EntityRecord,
  EventBatch,
  EventRecord,
  NewEvent,
  UserRecord,
} from '../store.ts';

export function copyBatch({ accountId, events, idempotency }: EventBatch): EventBatch {
  return { accountId, events: events.map(copyNewEvent), idempotency: idempotency && { ...idempotency } };
}

export function copyNewEvent(event: NewEvent): NewEvent {
  const { id, type, blueprintId, entityId, timestamp, createdAt, env, status, attributes, sender } = event;
  return {
    id,
    type,
    blueprintId,
    entityId,
    timestamp,
    createdAt,
    env,
    status,
    attributes,
    sender: { kind: sender.kind, id: sender.id },
  };
}

export function copyEvent(event: EventRecord): EventRecord {
  return { ...event, sender: { ...event.sender } };
}

export function copyEntity(entity: EntityRecord): EntityRecord {
  const { accountId, id, shortId, name, type, description, attributes, createdAt, updatedAt } = entity;
  return { accountId, id, shortId, name, type, description, attributes, createdAt, updatedAt };
}

export function copyBlueprint(blueprint: BlueprintRecord): BlueprintRecord {
  const { accountId, id, shortId, name, schema, createdAt } = blueprint;
  return { accountId, id, shortId, name, schema, createdAt };
}

export function copyAccount({ id, name, createdAt }: AccountRecord): AccountRecord {
  return { id, name, createdAt };
}

export function copyUser({ accountId, id, email, passwordHash, createdAt }: UserRecord): UserRecord {
  return { accountId, id, email, passwordHash, createdAt };
}

export function copyApiKey(key: ApiKeyRecord): ApiKeyRecord {
  const { accountId, id, prefix, digest, name, entityIds, createdBy, createdAt } = key;
  const { expiresAt, revokedAt, lastUsedAt, rateLimitMinute, rateLimitHour } = key;
  return {
    accountId,
    id,
    prefix,
    digest,
    name,
    entityIds: entityIds && [...entityIds],
    createdBy,
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
    rateLimitMinute,
    rateLimitHour,
  };
}
