import { messageOf } from './answer-text.ts';
import { PASSING_STATUSES, readRetryAfter, retryDelay } from './retry-delay.ts';
import type { Patience } from './run.ts';
import { type Answer, type Call, type Exchange, INTERRUPTED } from './transport.ts';
import type { Problem } from './types.ts';

/** The answer that counts; or a problem, with the last answer if there was one. */
export type Outcome = { answer: Answer } | { problem: Problem; answer?: Answer };

/** Tries until there is an answer that another try would not change, or the tries or the budget are used up. */
export async function exchangeWithRetries(call: Call, run: Patience): Promise<Outcome> {
  const { settings, transport, runtime, signal, deadline, notify, redact } = run;
  const { maxAttempts, attemptTimeoutMs } = settings;
  for (let tries = 1; ; tries++) {
    const left = deadline - runtime.now();
    if (left <= 0) return { problem: outOfTime(settings.budgetMs) };
    if (signal?.aborted) return { problem: INTERRUPTED };
    const exchange = await transport.call(call, Math.min(attemptTimeoutMs, left));
    const problem = passingProblemOf(exchange, call, redact);
    if (!problem || problem === INTERRUPTED) return exchange;
    const outcome = (ending: string): Outcome => ({
      ...exchange,
      problem: { ...problem, message: `${problem.message} (${ending})` },
    });
    const made = tries === 1 ? 'after 1 try' : `after ${tries} tries`;
    if (tries >= maxAttempts) return outcome(made);
    const asked = 'answer' in exchange ? readRetryAfter(exchange.answer.headers, runtime.now()) : undefined;
    const wait = retryDelay(tries, runtime.random(), asked);
    if (runtime.now() + wait >= deadline) {
      return outcome(
        `${made}; waiting ${seconds(wait)} for another one exceeds the ${seconds(settings.budgetMs)} allowed`,
      );
    }
    notify('retry', `${problem.message}; trying again in ${seconds(wait)} (${tries + 1} of ${maxAttempts})`);
    await runtime.sleep(wait, signal);
  }
}

/** Undefined when another try would not help. */
function passingProblemOf(
  exchange: Exchange,
  { url }: Call,
  redact: (text: string) => string,
): Problem | undefined {
  if ('problem' in exchange) return exchange.problem.fault === 'outage' ? exchange.problem : undefined;
  const { status } = exchange.answer;
  if (!PASSING_STATUSES.includes(status)) return undefined;
  return {
    fault: 'outage',
    status,
    message: `${url.origin} answered ${status}${messageOf(exchange.answer, redact)}`,
  };
}

function outOfTime(budgetMs: number): Problem {
  return { fault: 'outage', message: `the ${seconds(budgetMs)} allowed were used up before it was sent` };
}

/** `1.2 s`. */
export function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
