import { expect, it } from 'vitest';
import { NOW } from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeInstance(subject: Subject): void {
  it('has a name', () => {
    expect(subject.store.name).toMatch(/^[a-z]+:/);
  });

  it('keeps the first value of a secret', async () => {
    const { store } = subject;
    expect(await store.getSecret('signing-key')).toBeUndefined();
    expect(await store.keepSecret('signing-key', 'first\n{"é":"👍"}')).toBe('first\n{"é":"👍"}');
    expect(await store.keepSecret('signing-key', 'second')).toBe('first\n{"é":"👍"}');
    expect(await store.getSecret('signing-key')).toBe('first\n{"é":"👍"}');
    expect(await store.keepSecret('another', 'value')).toBe('value');
    expect(await store.getSecret('__proto__')).toBeUndefined();
  });

  it('answers the same value to all who keep a secret together', async () => {
    const { store } = subject;
    const values = await Promise.all(
      Array.from({ length: 20 }, (_, n) => store.keepSecret('pepper', `value ${n}`)),
    );
    expect(new Set(values).size).toBe(1);
    expect(await store.getSecret('pepper')).toBe(values[0]);
  });

  it('proves that it can write, as often as asked', async () => {
    const { store } = subject;
    await store.probeWrite(NOW);
    await store.probeWrite(NOW);
    await Promise.all([store.probeWrite(NOW + 1), store.probeWrite(NOW - 1)]);
  });
}
