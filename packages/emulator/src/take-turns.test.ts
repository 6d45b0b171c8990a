import { expect, it } from 'vitest';
import { createTurns } from './take-turns.ts';

it('does the work of one key in order, one at a time, and that of others beside it', async () => {
  const inTurn = createTurns();
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn('a', async () => {
    await gate.promise;
    done.push('first');
  });
  const second = inTurn('a', async () => void done.push('second'));
  await inTurn('b', async () => void done.push('beside'));
  expect(done).toEqual(['beside']);
  gate.resolve();
  await Promise.all([first, second]);
  expect(done).toEqual(['beside', 'first', 'second']);
});

it('goes on after work that failed, which only its caller hears of', async () => {
  const inTurn = createTurns();
  const failed = inTurn('a', async () => Promise.reject(new Error('failed')));
  const next = inTurn('a', async () => 'next');
  await expect(failed).rejects.toThrow('failed');
  expect(await next).toBe('next');
});
