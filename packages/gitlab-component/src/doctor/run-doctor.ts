import { createRedactor, openTransport } from '@milepost/shared/client';
import { type GetInput, numberOf } from '@milepost/shared/report';
import { colorize } from '@oclif/core/ux';
import { givenSecrets } from '../ci-tokens.ts';
import type { Machine } from '../machine.ts';
import { examine } from './examine.ts';
import type { Check } from './finding.ts';
import { linesOf, type Paint, summaryOf } from './print-check.ts';

const COLOURS: Readonly<Record<Check['state'], string>> = {
  ok: 'green',
  warning: 'yellow',
  failed: 'red',
  skipped: 'dim',
};

/**
 * Makes the checks, and shows each as soon as it is made.
 *
 * @param timeout seconds for each question; empty for the default.
 * @returns the exit code: 1 when a check failed or the program was interrupted, else 0.
 * @throws InvalidInputError
 */
export async function runDoctor(
  get: GetInput,
  machine: Machine,
  { json, timeout }: { json: boolean; timeout: string },
): Promise<number> {
  const { env, signal, print } = machine;
  const timeoutMs = 1000 * numberOf(() => timeout, 'timeout', { least: 1, most: 600, otherwise: 10 });
  const redactor = createRedactor(givenSecrets(get, env));
  const { redact } = redactor;
  const say = (line: string) => machine.say(redact(line));
  const transport = openTransport(env, signal);
  const checks: Check[] = [];
  try {
    for await (const check of examine({
      get,
      machine: { ...machine, say },
      transport,
      redactor,
      timeoutMs,
    })) {
      if (signal.aborted) break;
      const { found, remedy } = check;
      const clean = {
        ...check,
        found: redact(found),
        ...(remedy !== undefined && { remedy: redact(remedy) }),
      };
      checks.push(clean);
      if (!json) for (const line of linesOf(clean, painterOf(env))) print(line);
    }
  } finally {
    transport.close();
  }
  const isOk = !signal.aborted && checks.every(({ state }) => state !== 'failed');
  if (json) print(JSON.stringify({ ok: isOk, checks }));
  else print(signal.aborted ? 'Interrupted.' : summaryOf(checks));
  return isOk ? 0 : 1;
}

/** oclif colours nothing where there is no terminal, but does not know https://no-color.org. */
function painterOf(env: Machine['env']): Paint {
  return env['NO_COLOR'] ? (_, text) => text : (state, text) => colorize(COLOURS[state], text);
}
