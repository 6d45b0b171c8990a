import { isObject } from '@milepost/shared/validation';
import type { Deployment } from '../dora/chain.ts';
import type { ChainEvent } from '../store/metric-port.ts';

/** The deployment that an `event-deploy` tells of. */
export function deploymentOf({ id, seq, timestamp, status, attributes }: ChainEvent): Deployment {
  const parsed: unknown = JSON.parse(attributes);
  const text = (name: string) => {
    const value = isObject(parsed) ? parsed[name] : undefined;
    // `--loose` stores attributes of any type.
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  return {
    id,
    seq,
    t: timestamp,
    sha: text('build_commit_sha'),
    isFailed: status === 'failed',
    hasUnknownStatus: status === null,
    changeId: text('change_id'),
    attributes,
  };
}
