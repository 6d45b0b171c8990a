import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { ApiError } from '@milepost/shared/api';
import { type Client, createRedactor, type Problem } from '@milepost/shared/client';
import { connect, type GetInput, harmless, readClientInputs } from '@milepost/shared/report';
import { givenSecrets } from '../ci-tokens.ts';
import { lockFile } from '../lock-file.ts';
import type { Machine } from '../machine.ts';
import { createLog, type TerminalLog } from '../terminal-log.ts';
import { USER_AGENT } from '../user-agent.ts';
import { readBackfillSettings } from './backfill-settings.ts';
import { badRowsPath, openBadRows } from './bad-rows.ts';
import { type Cursor, readCursor } from './cursor-file.ts';
import { openSource } from './open-source.ts';
import { linesOfPreview, previewAll } from './preview.ts';
import { printSummary } from './print-summary.ts';
import { showProgress } from './progress.ts';
import { keyMaker, type Sending, sendPending, sendWindows } from './send-windows.ts';
import type { Source } from './source.ts';
import { listOf, newTally, sum } from './tally.ts';

/** What the command was called with, beside settings that have twins in the environment. */
export interface BackfillOptions {
  columns: readonly string[];
  delimiter: string;
  detectChange: boolean;
  dryRun: boolean;
  json: boolean;
}

/** A used-up rate limit of an hour is waited out, and then some. */
const PATIENCE_MS = 2 * 3_600_000;
const MOST_ATTEMPTS = 10;
/** How long the service remembers Idempotency-Keys (contract, section 2). */
const KEYS_LIVE_MS = 24 * 3_600_000;

/**
 * Sends deployments of the past.
 *
 * @returns the exit code: 0 when all is sent, 1 when something is not, 130 after an interruption.
 * @throws UsageError, InvalidInputError, ClientSettingError, ApiError: what was sent until then stands in the cursor.
 */
export async function runBackfill(
  get: GetInput,
  machine: Machine,
  options: BackfillOptions,
): Promise<number> {
  const redactor = createRedactor(givenSecrets(get, machine.env));
  const log = createLog(machine, redactor.redact, false);
  const settings = readBackfillSettings(get, options.detectChange);
  const source = openSource(get, options, settings, machine, log, redactor.redact);
  try {
    if (options.dryRun) return await preview(source, machine, log, options.json);
    const inputs = readClientInputs(get);
    const { env, signal } = machine;
    const sending = { env, signal, userAgent: USER_AGENT, onSecret: redactor.add, log };
    const open = (idempotencyKey: MakeKey) =>
      connect(inputs, sending, { budgetMs: PATIENCE_MS, maxAttempts: MOST_ATTEMPTS, idempotencyKey });
    const digest = shortHash(JSON.stringify([settings, options.columns, options.delimiter, get('format')]));
    return await send({ source, open, digest }, get, machine, log, options.json);
  } finally {
    source.close();
  }
}

type MakeKey = ReturnType<typeof keyMaker>;

async function preview(source: Source, machine: Machine, log: TerminalLog, json: boolean): Promise<number> {
  const tally = newTally();
  const tellBad = (line: number, reason: string) =>
    log.warning(line > 0 ? `line ${line}: ${reason}` : reason);
  const found = await previewAll(source.read(undefined, []), tally, tellBad, machine.signal);
  const { passed, waiting, bad } = tally;
  if (json) {
    machine.print(
      JSON.stringify({ ...found, ...tally, dryRun: true }, (_, value) =>
        value instanceof Map ? Object.fromEntries(value) : value,
      ),
    );
  } else {
    for (const line of linesOfPreview(found)) machine.print(harmless(line));
    if (sum(passed) > 0) machine.print(`passed over: ${listOf(passed)}`);
    if (waiting > 0) machine.print(`not ended yet: ${waiting}`);
    if (bad > 0) machine.print(`bad rows: ${bad}`);
  }
  if (machine.signal.aborted) return 130;
  return bad > 0 ? 1 : 0;
}

interface Job {
  source: Source;
  open(makeKey: MakeKey): Client;
  /** Of everything that decides what the events are. */
  digest: string;
}

async function send(
  { source, open, digest }: Job,
  get: GetInput,
  machine: Machine,
  log: TerminalLog,
  json: boolean,
): Promise<number> {
  const { cwd, signal, now } = machine;
  const started = now();
  const service = get('base-url');
  const name = `.milepost-backfill-${shortHash(`${source.name} ${service}`)}.json`;
  const cursorFile = resolve(cwd, get('cursor') || name);
  await using lock = await lockFile(cursorFile, process.pid);
  const belongsTo = { source: source.name, service, settings: digest };
  const old = await readCursor(cursorFile, belongsTo);
  const cursor: Cursor = old ?? {
    ...belongsTo,
    position: undefined,
    waiting: [],
    pending: [],
    pendingPosition: undefined,
    savedAt: '',
  };
  const tally = newTally();
  const badRows = openBadRows(badRowsPath(get, cwd), () => source.header?.(), old === undefined, log.warning);
  const progress = await showProgress(machine, source.progress);
  const makeKey = keyMaker(cursor);
  const sending: Sending = {
    client: open(makeKey),
    cursorFile,
    verifyLock: lock.verify,
    badRows,
    tally,
    signal,
    onProgress: (position) => progress.update(position, tally.sent),
  };
  if (old) log.info(`Going on where the last run stopped (${cursorFile})`);
  if (cursor.pending.length > 0 && now() - Date.parse(cursor.savedAt) > KEYS_LIVE_MS) {
    log.warning('The last run is more than 24 hours ago: what was on its way then may be stored twice.');
  }
  const problems = await attempt(async () => {
    const first = await sendPending(cursor, sending);
    if (first.length > 0) return first;
    return await sendWindows(source.read(cursor.position, cursor.waiting), cursor, makeKey, sending);
  });
  progress.stop();
  const seconds = (now() - started) / 1000;
  printSummary({ tally, problems, seconds, badRows: badRows.path() }, machine, log, json);
  if (signal.aborted) return 130;
  return problems.length > 0 || tally.bad > 0 || sum(tally.rejected) > 0 ? 1 : 0;
}

/** An API that does not answer any more ends a backfill as an outage of the service does. */
async function attempt(work: () => Promise<Problem[]>): Promise<Problem[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return [{ fault: 'outage', message: error.message }];
    throw error;
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
