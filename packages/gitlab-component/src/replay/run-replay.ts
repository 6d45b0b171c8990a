import { access, constants, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  appendUndelivered,
  createRedactor,
  readUndelivered,
  type SendResult,
  settleUndelivered,
  type UndeliveredBatch,
  UndeliveredFileError,
} from '@milepost/shared/client';
import { connect, type GetInput, readClientInputs, sentenceOf } from '@milepost/shared/report';
import { givenSecrets } from '../ci-tokens.ts';
import { lockFile } from '../lock-file.ts';
import type { Machine } from '../machine.ts';
import { nameFlag } from '../name-flag.ts';
import { createLog } from '../terminal-log.ts';
import { UsageError } from '../usage-error.ts';
import { USER_AGENT } from '../user-agent.ts';

/**
 * Sends an undelivered file, and keeps in it what is still not delivered.
 *
 * @returns the exit code: 0 when everything is delivered, else 1.
 * @throws UsageError, UndeliveredFileError, InvalidInputError, ClientSettingError: then nothing has been sent.
 */
export async function runReplay(
  file: string,
  get: GetInput,
  machine: Machine,
  json: boolean,
): Promise<number> {
  const { env, signal, cwd } = machine;
  const redactor = createRedactor(givenSecrets(get, env));
  const log = createLog(machine, redactor.redact, false);
  const path = await pathOf(resolve(cwd, file));
  await using _lock = await lockFile(path, process.pid);
  const client = connect(readClientInputs(get), {
    env,
    signal,
    userAgent: USER_AGENT,
    onSecret: redactor.add,
    log,
  });
  const batches = await read(path);
  const result = await client.replay(batches);
  const rejected = rejectedOf(result);
  let isKept = true;
  try {
    // First kept, then taken out: a kill between the two loses nothing.
    await appendUndelivered(`${path}.rejected`, rejected);
    await settleUndelivered(path, batches, result.undelivered);
  } catch (error) {
    isKept = false;
    log.error(`${path} still has all batches, since it cannot be written: ${String(error)}`);
  }
  tell(result, rejected.length > 0 ? `${file}.rejected` : undefined, file, machine, json, redactor.redact);
  return isKept && rejected.length + result.undelivered.length === 0 ? 0 : 1;
}

/** Where the file is, and not a link to it, which would be replaced. @throws UsageError */
async function pathOf(path: string): Promise<string> {
  try {
    const real = await realpath(path);
    if (!(await stat(real)).isFile()) throw new UsageError(`${path} is not a file`);
    await access(real, constants.W_OK);
    return real;
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): unknown {
  if (cause instanceof UsageError || cause instanceof UndeliveredFileError) return cause;
  const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  return new UsageError(`${path} cannot be read and written (${why}); give the undelivered file`, { cause });
}

async function read(path: string): Promise<UndeliveredBatch[]> {
  try {
    return await readUndelivered(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Each under a key of its own: they are no longer what was sent. */
function rejectedOf({ fates }: SendResult): UndeliveredBatch[] {
  return fates.flatMap((fate) =>
    fate.state === 'rejected' ? [{ idempotencyKey: crypto.randomUUID(), events: [fate.event] }] : [],
  );
}

function tell(
  { fates, problems, undelivered }: SendResult,
  rejectedFile: string | undefined,
  file: string,
  { print, say }: Machine,
  json: boolean,
  redact: (text: string) => string,
): void {
  const count = (state: string) => fates.filter((fate) => fate.state === state).length;
  const [accepted, rejected, left] = [count('accepted'), count('rejected'), count('undelivered')];
  const reasons = fates.flatMap((fate) => (fate.state === 'rejected' ? [fate.reason] : []));
  const why = problems.map((problem) => sentenceOf(problem, nameFlag));
  if (json) {
    print(redact(JSON.stringify({ accepted, rejected, undelivered: left, reasons, problems: why })));
    return;
  }
  for (const reason of new Set(reasons)) say(`rejected: ${redact(reason)}`);
  for (const problem of why) say(`not delivered: ${redact(problem)}`);
  print(`${accepted} delivered, ${rejected} rejected, ${left} not delivered`);
  if (rejectedFile !== undefined) print(`What was rejected is kept in ${rejectedFile}`);
  if (undelivered.length > 0) print(`What was not delivered is kept in ${file}`);
}
