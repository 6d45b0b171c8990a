import type { Event } from '@milepost/shared';
import { type Api, ApiError, type ApiOptions, openApi, type Page } from '@milepost/shared/api';
import type { CiContext, Found } from '@milepost/shared/ci';
import type { GetInput, ReportLog } from '@milepost/shared/report';
import type { Machine } from '../machine.ts';

/** A deployment that is to be reported. */
export interface Deployment {
  context: CiContext & { notes?: readonly string[] };
  /** Of its own, when a job recorded one. */
  entityId?: string | undefined;
  /** Asks the CI system's API for what the event lacks. */
  lookUp(event: Event): Promise<Found | undefined>;
}

/** What is known of the CI system that the program runs in. */
export interface Ci {
  /** Why the run gets no secrets, if it gets none. */
  withoutSecrets?: string | undefined;
  /** The deployments that this run reports; or why there is none. May ask the API. */
  deployments(): Promise<Deployment[] | { skip: string }>;
  close(): void;
}

/** What a CI system is read with. */
export interface Reading {
  get: GetInput;
  machine: Machine;
  log: ReportLog;
  redact(text: string): string;
  detectChange: boolean;
}

/** A deployment waits no longer for all answers together, in milliseconds. */
const PATIENCE = 5000;

/**
 * The API of the CI system, for as long as a deployment may wait for it. What was asked once, of several deployments, is
 * remembered.
 *
 * @throws ApiError when its address is none.
 */
export function openCiApi(
  { machine, redact, log }: Reading,
  api: Pick<ApiOptions, 'name' | 'url' | 'headers'>,
): Api {
  const { env, signal } = machine;
  const patience = AbortSignal.timeout(PATIENCE);
  const opened = openApi({
    ...api,
    env,
    signal: AbortSignal.any([signal, patience]),
    redact,
    budgetMs: PATIENCE,
    maxAttempts: 2,
    onNotice: log.debug,
  });
  const answers = new Map<string, Promise<Page>>();
  return {
    ...opened,
    get(path, query) {
      const question = JSON.stringify([path, query]);
      const asked =
        answers.get(question) ??
        opened.get(path, query).catch((cause: unknown) => {
          throw patience.aborted
            ? new ApiError(`${api.name}'s API did not answer in time`, { cause })
            : cause;
        });
      answers.set(question, asked);
      return asked;
    },
  };
}
