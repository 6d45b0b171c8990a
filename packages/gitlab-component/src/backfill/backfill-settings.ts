import { InvalidInputError, mapEnvironment } from '@milepost/shared/ci';
import { choiceOf, type GetInput } from '@milepost/shared/report';
import { parseTimestamp } from '@milepost/shared/validation';

/** What a user says of all events of a backfill. */
export interface BackfillSettings {
  /** For what the source does not say. */
  entityId: string;
  env: string;
  status: string;
  environmentMap: string;
  onCancelled: 'skip' | 'failed';
  /** since ≤ timestamp < until, milliseconds since 1970. */
  since: number | undefined;
  until: number | undefined;
  detectChange: boolean;
  /** What a deployment is of which GitHub only knows that another one took its place. */
  inactive: 'skip' | 'success';
}

/** @throws InvalidInputError */
export function readBackfillSettings(get: GetInput, detectChange: boolean): BackfillSettings {
  const environmentMap = get('environment-map');
  // A wrong line is told before anything is read.
  mapEnvironment(environmentMap, '');
  const status = get('status');
  if (status !== '' && status !== 'success' && status !== 'failed') {
    throw new InvalidInputError('status', `'${status}' is not an allowed value; allowed: success, failed`);
  }
  return {
    entityId: get('entity-id'),
    env: get('env'),
    status,
    environmentMap,
    onCancelled: choiceOf(get, 'on-cancelled', ['skip', 'failed']),
    since: instantOf(get, 'since'),
    until: instantOf(get, 'until'),
    detectChange,
    inactive: choiceOf(get, 'inactive', ['skip', 'success']),
  };
}

/** A date alone is its midnight in UTC. */
function instantOf(get: GetInput, name: string): number | undefined {
  const text = get(name);
  if (text === '') return undefined;
  const instant = parseTimestamp(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);
  if (instant !== undefined) return instant;
  throw new InvalidInputError(
    name,
    `'${text}' is not valid; must be a date, such as 2026-01-31, or an instant in UTC`,
  );
}
