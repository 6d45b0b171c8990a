import { expect } from 'vitest';
import { parseAnswer, postEvents, request, type Target } from '../client.ts';
import { type Emulator, mustBeUp } from '../start-emulator.ts';
import { answerProblem } from './check-answer.ts';
import { createRequest, type RawRequest } from './create-request.ts';
import type { Credentials } from './headers.ts';
import { createRawClient, type RawClient } from './raw-client.ts';

/** What came of many malformed requests. */
export interface Outcome {
  /** Each with the request, and how to send it again. */
  problems: string[];
  /** Of all answers. */
  statuses: number[];
  /** Milliseconds of the slowest request. */
  slowest: number;
}

const CONNECTIONS = 24;
/** A run that finds so many wrong answers need not go on. */
const ENOUGH_PROBLEMS = 20;

/** Sends the requests `from` up to, but not including, `to` of a seed, on many connections at once. */
export async function bombard(
  emulator: Emulator,
  { seed, credentials, from, to }: { seed: number; credentials: Credentials; from: number; to: number },
): Promise<Outcome> {
  const outcome: Outcome = { problems: [], statuses: [], slowest: 0 };
  let next = from;

  async function sendOne(client: RawClient, index: number): Promise<void> {
    const request = createRequest(seed, index, credentials);
    const report = (problem: string) =>
      outcome.problems.push(`${problem}\n${describeRequest(seed, index, request)}`);
    const before = performance.now();
    try {
      for (const answer of await client.send(request)) {
        outcome.statuses.push(answer.status);
        const problem = answerProblem(answer, request.method, request.path);
        if (problem) report(`${problem}: ${answer.body.toString().slice(0, 300)}`);
      }
    } catch (error) {
      report(String(error));
    }
    outcome.slowest = Math.max(outcome.slowest, performance.now() - before);
    if (index % 500 === 499) await expectService(emulator);
  }

  async function work(): Promise<void> {
    const client = createRawClient(emulator.url);
    while (next < to && outcome.problems.length < ENOUGH_PROBLEMS) await sendOne(client, next++);
    client.close();
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  mustBeUp(emulator);
  return outcome;
}

/** A sound event must be accepted and found, whatever came before. */
export async function expectService(target: Target): Promise<void> {
  const events = [{ type: 'event-deploy', attributes: { env: 'production' } }];
  const answer = await postEvents(target, { body: JSON.stringify({ events }), idempotencyKey: undefined });
  expect(answer.status, answer.text).toBe(201);
  const [stored] = parseAnswer(answer.text).success;
  const found = await request(target, `/events/${stored?.id}`);
  expect(JSON.parse(found.text)).toEqual(stored);
}

function describeRequest(seed: number, index: number, { bytes, afterwards }: RawRequest): string {
  const again = `MILEPOST_MALFORMED_SEED=${seed} MILEPOST_MALFORMED_ONLY=${index}`;
  const beginning = JSON.stringify(bytes.toString('latin1').slice(0, 2000));
  return `${again}: ${bytes.length} bytes, and then the sender does: ${afterwards}\n${beginning}`;
}
