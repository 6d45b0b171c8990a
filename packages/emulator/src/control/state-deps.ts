import type { MetricJobs } from '../jobs/metric-jobs.ts';
import type { Store } from '../store/store.ts';
import type { AccountClocks } from './account-clocks.ts';
import type { Beginnings } from './beginnings.ts';
import type { ClockMover } from './move-clock.ts';

/** What an emulator is made of that can be begun anew, kept and put back. */
export interface StateDeps {
  store: Store;
  clocks: AccountClocks;
  beginnings: Beginnings;
  /** The emulator's own key. */
  apiKey: string;
  jobs: Pick<MetricJobs, 'interrupt' | 'exclusively'>;
  mover: Pick<ClockMover, 'halt'>;
  /** Forgets what was read of the histories of repositories: it may not fit what the store has then. */
  forgetMirrors(repos: readonly { accountId: string; id: string }[]): Promise<void>;
}
