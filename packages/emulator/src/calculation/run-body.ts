import { formatTimestamp } from '@milepost/shared/validation';
import { dateOf } from '../dora/window.ts';
import type { RunRecord } from '../store/metric-port.ts';
import type { RunBody } from './run.schema.ts';

/** A run as it is shown. */
export function runBody({ accountId: _, startedAt, finishedAt, throughDay, ...run }: RunRecord): RunBody {
  return {
    ...run,
    startedAt: formatTimestamp(startedAt),
    finishedAt: finishedAt === null ? null : formatTimestamp(finishedAt),
    through: dateOf(throughDay),
  };
}
