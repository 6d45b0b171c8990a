import { expect, it } from 'vitest';
import { ACCOUNT, idOf, newBlueprint, OTHER, TRICKY_OBJECTS } from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeBlueprints(subject: Subject): void {
  it('keeps every member as given', async () => {
    const { store } = subject;
    const blueprint = newBlueprint({ name: 'Prüfung 監査' });
    expect(await store.createBlueprint(blueprint)).toBe('created');
    expect(await store.findBlueprint(ACCOUNT, blueprint.shortId)).toEqual(blueprint);
    expect(await store.findBlueprint(ACCOUNT, 'event-nobody')).toBeUndefined();
  });

  it.each(TRICKY_OBJECTS)('keeps a schema to the letter: $what', async ({ text }) => {
    await subject.store.createBlueprint(newBlueprint({ schema: text }));
    expect((await subject.store.findBlueprint(ACCOUNT, newBlueprint().shortId))?.schema).toBe(text);
  });

  it('refuses a shortId that is taken, and keeps the blueprint that has it', async () => {
    const { store } = subject;
    await store.createBlueprint(newBlueprint({ id: idOf(1), name: 'first' }));
    expect(await store.createBlueprint(newBlueprint({ id: idOf(2), name: 'second' }))).toBe('short-id-taken');
    expect(await store.listBlueprints(ACCOUNT)).toEqual([newBlueprint({ id: idOf(1), name: 'first' })]);
  });

  it('gives a shortId to one of ten that ask for it together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => subject.store.createBlueprint(newBlueprint({ id: idOf(n) }))),
    );
    expect(answers.filter((answer) => answer === 'created')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'short-id-taken')).toHaveLength(9);
  });

  it('lists them by shortId, by code unit', async () => {
    const { store } = subject;
    const shortIds = ['event-a', 'event-a-b', 'event-a0', 'event-aa'];
    for (const [n, shortId] of shortIds.toReversed().entries()) {
      await store.createBlueprint(newBlueprint({ id: idOf(n), shortId }));
    }
    expect((await store.listBlueprints(ACCOUNT)).map(({ shortId }) => shortId)).toEqual(shortIds);
  });

  it('keeps blueprints of accounts apart that have the same ids and shortIds', async () => {
    const { store } = subject;
    await store.createBlueprint(newBlueprint({ name: 'ours' }));
    expect(await store.findBlueprint(OTHER, newBlueprint().shortId)).toBeUndefined();
    expect(await store.listBlueprints(OTHER)).toEqual([]);
    const theirs = newBlueprint({ accountId: OTHER, name: 'theirs' });
    expect(await store.createBlueprint(theirs)).toBe('created');
    expect(await store.listBlueprints(OTHER)).toEqual([theirs]);
    expect(await store.findBlueprint(ACCOUNT, theirs.shortId)).toMatchObject({ name: 'ours' });
  });
}
