import { setImmediate } from 'node:timers';
import type { SqlResult } from './node-sqlite.ts';

/** Reads that are answered once a turn of the event loop. */
export interface TurnCache {
  read(sql: string, parameters: readonly string[]): SqlResult;
  /** Call it when something was written: the next read sees it, also within this turn. */
  forget(): void;
}

/**
 * Lets the requests that came in one turn share the answers to equal look-ups: most of them show the same key.
 * Nothing outlives the turn, so that what a request is told was read after it had come, and a key that another
 * process revoked stops at once.
 */
export function createTurnCache(execute: TurnCache['read']): TurnCache {
  const answers = new Map<string, SqlResult>();

  function forget(): void {
    answers.clear();
  }

  return {
    read(sql, parameters) {
      const question = `${sql}\0${parameters.join('\0')}`;
      const known = answers.get(question);
      if (known) return known;
      const answer = execute(sql, parameters);
      if (answers.size === 0) setImmediate(forget);
      answers.set(question, answer);
      return answer;
    },
    forget,
  };
}
