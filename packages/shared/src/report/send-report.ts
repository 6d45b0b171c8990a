import { resolve } from 'node:path';
import { type ClientInputs, clientOptionsOf } from '../client/client-inputs.ts';
import { createClient } from '../client/create-client.ts';
import type { Client, ClientOptions, SendResult } from '../client/types.ts';
import { appendUndelivered } from '../client/undelivered-file.ts';
import { validateEvents } from '../validation/validate-events.ts';
import type { ReportLog } from './log.ts';
import type { ReportInputs } from './read-inputs.ts';
import { type NameInput, type Prepared, type Report, reportOf } from './report.ts';

/** What sending a report needs of its surroundings. */
export interface Sending extends Required<Pick<ClientOptions, 'env' | 'userAgent' | 'onSecret' | 'signal'>> {
  log: ReportLog;
  /** Where relative paths begin. */
  directory: string;
  nameInput: NameInput;
}

/**
 * A client that tells the log what happens.
 *
 * @param more options, which go before those of the inputs.
 * @throws ClientSettingError
 */
export function connect(
  inputs: ClientInputs,
  { env, userAgent, onSecret, signal, log }: Omit<Sending, 'directory' | 'nameInput'>,
  more: Partial<ClientOptions> = {},
): Client {
  return createClient({
    ...clientOptionsOf(inputs),
    ...more,
    env,
    userAgent,
    onSecret,
    signal,
    onNotice: ({ kind, message }) => (kind === 'deprecated' ? log.notice(message) : log.info(message)),
  });
}

/**
 * Reports a deployment, from the inputs to what became of every event.
 *
 * @param prepare makes the events; called when it is sure that they can be sent.
 * @throws InvalidInputError, ClientSettingError: then nothing has been sent.
 */
export async function sendReport(
  inputs: ReportInputs,
  prepare: () => Promise<Prepared | { skip: string }>,
  sending: Sending,
): Promise<Report> {
  const { log, directory, nameInput } = sending;
  // Made before anybody is asked, since it refuses settings that cannot work.
  const client = inputs.dryRun ? undefined : connect(inputs.client, sending);
  const prepared = await prepare();
  if ('skip' in prepared) return { outcome: 'skipped', reason: prepared.skip };
  log.debug(`events: ${JSON.stringify(prepared.events)}`);
  if (!client) return checkOnly(prepared);

  const result = await client.send(prepared.events);
  const report = reportOf(prepared, result, nameInput);
  const path = resolve(directory, inputs.undeliveredFile);
  const isKept = inputs.undeliveredFile !== '' && (await keepUndelivered(result, path, sending));
  return isKept ? { ...report, undeliveredFile: path } : report;
}

function checkOnly(prepared: Prepared): Report {
  const dryRun = validateEvents(prepared.events);
  const { length } = dryRun.errors;
  if (length === 0) return { outcome: 'skipped', reason: 'Dry run: nothing was sent.', prepared, dryRun };
  const first = dryRun.errors.slice(0, 3).map(({ path, msg }) => `${path}: ${msg}`);
  const problems = [...first, ...(length > 3 ? [`and ${length - 3} more`] : [])].join('; ');
  return {
    outcome: 'rejected',
    reason: `Dry run: the service would refuse it: ${problems}`,
    fault: 'client',
    prepared,
    dryRun,
  };
}

/** Whether there was something to keep, and it was kept. */
async function keepUndelivered(
  { undelivered }: SendResult,
  path: string,
  { log, nameInput }: Sending,
): Promise<boolean> {
  if (undelivered.length === 0) return false;
  try {
    await appendUndelivered(path, undelivered);
    return true;
  } catch (error) {
    log.warning(
      `${nameInput('undeliveredFile')}: what was not delivered could not be kept: ${String(error)}`,
    );
    return false;
  }
}
