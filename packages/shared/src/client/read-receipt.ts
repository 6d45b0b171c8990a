import type { Failure, StoredEvent } from '../event/event.ts';
import { isObject } from '../validation/is-object.ts';
import { memberOf } from './answer-text.ts';

/** A 201's body as the contract has it. */
export interface Receipt {
  success: StoredEvent[];
  failures: Failure[];
}

/** Undefined when the value is not `{success, failures}` of stored events and failures (spec, sections 2.2 and 2.3). */
export function readReceipt(body: unknown): Receipt | undefined {
  const success = memberOf(body, 'success');
  const failures = memberOf(body, 'failures');
  if (!Array.isArray(success) || !success.every(isStoredEvent)) return undefined;
  if (!Array.isArray(failures) || !failures.every(isFailure)) return undefined;
  return { success, failures };
}

const STORED_TEXTS = ['id', 'type', 'blueprintId', 'timestamp', 'accountId', 'createdAt'];

/** Whether a value has what the specification promises of a stored event. */
export function isStoredEvent(value: unknown): value is StoredEvent {
  return (
    STORED_TEXTS.every((name) => typeof memberOf(value, name) === 'string') &&
    isObject(memberOf(value, 'attributes')) &&
    ['string', 'undefined'].includes(typeof memberOf(value, 'entityId'))
  );
}

function isFailure(value: unknown): value is Failure {
  return isObject(memberOf(value, 'event')) && typeof memberOf(value, 'reason') === 'string';
}
