import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type ActionRun, runAction, type StepRun, type StepToRun } from './run-action.ts';

const SECRET_INPUTS = ['api-key', 'token', 'password', 'client-secret', 'github-token'];

/**
 * Runs the committed Action with debug logging on, and looks for the secrets of the run in everything that comes out
 * of it: log, annotations, outputs, state, variables, summary, files. The runner swallows `::add-mask::` itself.
 *
 * @param secrets besides those of the inputs, such as a token that will be fetched.
 */
export async function report(step: StepToRun, secrets: readonly string[] = []): Promise<ActionRun> {
  const run = await runAction({ ...step, env: { RUNNER_DEBUG: '1', ...step.env } });
  const given = SECRET_INPUTS.map((name) => step.inputs?.[name] ?? '').filter((secret) => secret !== '');
  const everything = [...(await textsOf(run)), textOf(run.main), textOf(run.post)].join('\n');
  for (const secret of [...given, ...secrets]) expect(everything).not.toContain(secret);
  expect(run.main.masks).toEqual(expect.arrayContaining([...given, ...secrets]));
  return run;
}

/** What was neither delivered nor lost. */
export async function undelivered(run: ActionRun): Promise<{ idempotencyKey: string; events: unknown[] }[]> {
  const text = await readFile(join(run.temp, 'milepost-undelivered.ndjson'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function textOf({ log, stderr, outputs, state, exported, summary, annotations, others }: StepRun): string {
  return (
    JSON.stringify([log, stderr, outputs, state, exported, summary, annotations, others]) + log + summary
  );
}

async function textsOf({ temp, workspace }: ActionRun): Promise<string[]> {
  const files = await Promise.all(
    [temp, workspace].map(async (directory) =>
      (await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8')),
    ),
  );
  return await Promise.all(files.flat());
}
