import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Interruption, type ProcessEnd, runProcess } from '../../github-action/test/run-process.ts';

export interface Call {
  /** All that the program has: nothing of this machine's is handed on but PATH. */
  env?: Record<string, string>;
  /** A new directory, which is removed after the run, by default. */
  cwd?: string;
  stdin?: string;
  /** Absolute path of the entry; bin/milepost.js by default. */
  entry?: string;
  /** Milliseconds after which the program is killed; 20,000 by default. */
  deadlineMs?: number;
  interrupt?: Interruption;
  /** Must not stand in anything that comes out; those of the environment are looked for in any case. */
  secrets?: readonly string[];
}

export interface MilepostRun extends ProcessEnd {
  /** Files that the program left in its directory, by name. */
  files: Record<string, string>;
}

const ENTRY = join(import.meta.dirname, '../bin/milepost.js');
const SECRET_VARIABLE = /(TOKEN|PASSWORD|SECRET|API_KEY)$/;

/** Runs `milepost` as a process, and looks for the secrets of its environment in everything that comes out of it. */
export async function runMilepost(args: readonly string[], call: Call = {}): Promise<MilepostRun> {
  const { env = {}, stdin, entry = ENTRY, deadlineMs = 20_000, interrupt, secrets = [] } = call;
  const cwd = call.cwd ?? (await mkdtemp(join(tmpdir(), 'milepost-cli-')));
  try {
    const end = await runProcess([entry, ...args], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      cwd,
      deadlineMs,
      interrupt,
      stdin,
    });
    const files = await filesIn(cwd);
    const given = Object.entries(env).flatMap(([name, value]) =>
      SECRET_VARIABLE.test(name) && value.trim().length > 2 ? [value.trim()] : [],
    );
    const everything = [end.stdout, end.stderr, ...Object.values(files)].join('\n');
    for (const secret of [...given, ...secrets]) expect(everything).not.toContain(secret);
    return { ...end, files };
  } finally {
    if (call.cwd === undefined) await rm(cwd, { recursive: true, force: true });
  }
}

async function filesIn(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(async ({ name }) => [name, await readFile(join(directory, name), 'utf8')] as const),
  );
  return Object.fromEntries(texts);
}
