import { expect, it } from 'vitest';
import type { EntityRecord } from '../store.ts';
import {
  ACCOUNT,
  batchOf,
  DAY,
  idOf,
  NOW,
  newEntity,
  newEvent,
  OTHER,
  TRICKY_OBJECTS,
} from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeEntities(subject: Subject): void {
  const byId = (a: EntityRecord, b: EntityRecord) => (a.id < b.id ? -1 : 1);

  it('changes only what is named: two changes at once both last', async () => {
    const { store } = subject;
    const entity = newEntity({ name: 'old', description: 'old' });
    await store.createEntity(entity);
    const { accountId, id } = entity;
    await Promise.all([
      store.updateEntity({ accountId, id, name: 'new' }),
      store.updateEntity({ accountId, id, description: null }),
    ]);
    expect(await store.findEntities(accountId, [{ id }])).toEqual([
      { ...entity, name: 'new', description: null },
    ]);
  });

  it('keeps every member as given, and finds it by id and by shortId', async () => {
    const { store } = subject;
    const entity = newEntity({ description: 'Zahlungen – 決済 👍', type: 'application', updatedAt: NOW + 1 });
    expect(await store.createEntity(entity)).toBe('created');
    expect(await store.findEntities(ACCOUNT, [{ id: entity.id }])).toEqual([entity]);
    expect(await store.findEntities(ACCOUNT, [{ shortId: entity.shortId }])).toEqual([entity]);
  });

  it.each(TRICKY_OBJECTS)('keeps attributes to the letter: $what', async ({ text }) => {
    await subject.store.createEntity(newEntity({ attributes: text }));
    const [entity] = await subject.store.findEntities(ACCOUNT, [{ id: newEntity().id }]);
    expect(entity?.attributes).toBe(text);
  });

  it('finds all that references name, and leaves out those that name nothing', async () => {
    const { store } = subject;
    const entities = [1, 2, 3].map((n) => newEntity({ id: idOf(n), shortId: `e-${n}` }));
    for (const entity of entities) await store.createEntity(entity);
    const references = [{ shortId: 'e-3' }, { id: idOf(1) }, { shortId: 'nobody' }, { id: idOf(404) }];
    const found = await store.findEntities(ACCOUNT, references);
    expect(found.sort(byId)).toEqual([entities[0], entities[2]]);
    expect(await store.findEntities(ACCOUNT, [])).toEqual([]);
  });

  it('finds an entity that several references name', async () => {
    const { store } = subject;
    const entity = newEntity();
    await store.createEntity(entity);
    const found = await store.findEntities(ACCOUNT, [
      { id: entity.id },
      { shortId: entity.shortId },
      { id: entity.id },
    ]);
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([entity.id]));
  });

  it('takes 1,000 references at once', async () => {
    const { store } = subject;
    await store.createEntity(newEntity({ id: idOf(500), shortId: 'e-2' }));
    const references = Array.from({ length: 1000 }, (_, n) =>
      n % 2 ? { id: idOf(n) } : { shortId: `x-${n}` },
    );
    expect(await store.findEntities(ACCOUNT, [...references, { shortId: 'e-2' }])).toHaveLength(1);
  });

  it('tells shortIds apart by case', async () => {
    const { store } = subject;
    expect(await store.createEntity(newEntity({ id: idOf(1), shortId: 'api' }))).toBe('created');
    expect(await store.findEntities(ACCOUNT, [{ shortId: 'API' }])).toEqual([]);
  });

  it('refuses a shortId that is taken, and keeps the entity that has it', async () => {
    const { store } = subject;
    await store.createEntity(newEntity({ id: idOf(1), name: 'first' }));
    expect(await store.createEntity(newEntity({ id: idOf(2), name: 'second' }))).toBe('short-id-taken');
    expect(await store.findEntities(ACCOUNT, [{ id: idOf(2) }])).toEqual([]);
    expect(await store.findEntities(ACCOUNT, [{ shortId: newEntity().shortId }])).toMatchObject([
      { name: 'first' },
    ]);
  });

  it('gives a shortId to one of ten that ask for it together', async () => {
    const { store } = subject;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => store.createEntity(newEntity({ id: idOf(n) }))),
    );
    expect(answers.filter((answer) => answer === 'created')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'short-id-taken')).toHaveLength(9);
  });

  it('updates every member but the id', async () => {
    const { store } = subject;
    await store.createEntity(newEntity());
    const changed = newEntity({
      shortId: 'billing',
      name: 'Billing',
      type: 'component',
      description: 'new',
      attributes: '{"b":1,"a":2}',
      updatedAt: NOW + DAY,
    });
    expect(await store.updateEntity(changed)).toBe('updated');
    expect(await store.findEntities(ACCOUNT, [{ shortId: 'billing' }])).toEqual([changed]);
    expect(await store.findEntities(ACCOUNT, [{ shortId: newEntity().shortId }])).toEqual([]);
  });

  it('clears a description, and lets an entity keep its own shortId', async () => {
    const { store } = subject;
    await store.createEntity(newEntity({ description: 'old' }));
    expect(await store.updateEntity(newEntity({ description: null }))).toBe('updated');
    expect(await store.findEntities(ACCOUNT, [{ id: newEntity().id }])).toEqual([
      newEntity({ description: null }),
    ]);
  });

  it('updates no entity that is not there', async () => {
    const { store } = subject;
    expect(await store.updateEntity(newEntity())).toBe('not-found');
    expect(await store.findEntities(ACCOUNT, [{ id: newEntity().id }])).toEqual([]);
  });

  it("refuses to change a shortId to another entity's, and changes nothing then", async () => {
    const { store } = subject;
    const entity = newEntity({ id: idOf(1), shortId: 'one' });
    await store.createEntity(entity);
    await store.createEntity(newEntity({ id: idOf(2), shortId: 'two' }));
    expect(await store.updateEntity({ ...entity, shortId: 'two', name: 'changed' })).toBe('short-id-taken');
    expect(await store.findEntities(ACCOUNT, [{ id: idOf(1) }])).toEqual([entity]);
  });

  it('gives a shortId to one of ten that change to it together', async () => {
    const { store } = subject;
    const entities = Array.from({ length: 10 }, (_, n) => newEntity({ id: idOf(n), shortId: `e-${n}` }));
    for (const entity of entities) await store.createEntity(entity);
    const answers = await Promise.all(
      entities.map((entity) => store.updateEntity({ ...entity, shortId: 'wanted' })),
    );
    expect(answers.filter((answer) => answer === 'updated')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'short-id-taken')).toHaveLength(9);
  });

  it('frees a shortId when its entity is renamed or deleted', async () => {
    const { store } = subject;
    await store.createEntity(newEntity({ id: idOf(1), shortId: 'name' }));
    await store.updateEntity(newEntity({ id: idOf(1), shortId: 'renamed' }));
    expect(await store.createEntity(newEntity({ id: idOf(2), shortId: 'name' }))).toBe('created');
    await store.deleteEntity(ACCOUNT, idOf(1));
    expect(await store.createEntity(newEntity({ id: idOf(3), shortId: 'renamed' }))).toBe('created');
  });

  it('deletes an entity without events, once', async () => {
    const { store } = subject;
    await store.createEntity(newEntity());
    expect(await store.deleteEntity(ACCOUNT, newEntity().id)).toBe('deleted');
    expect(await store.findEntities(ACCOUNT, [{ id: newEntity().id }])).toEqual([]);
    expect(await store.deleteEntity(ACCOUNT, newEntity().id)).toBe('not-found');
  });

  it('keeps an entity with events', async () => {
    const { store } = subject;
    await store.createEntity(newEntity());
    await store.appendEvents(batchOf([newEvent({ entityId: newEntity().id })]));
    expect(await store.deleteEntity(ACCOUNT, newEntity().id)).toBe('has-events');
    expect(await store.findEntities(ACCOUNT, [{ id: newEntity().id }])).toEqual([newEntity()]);
  });

  it('lets either the event or the deletion win when both come together', async () => {
    const { store } = subject;
    for (let round = 0; round < 20; round++) {
      const entity = newEntity({ id: idOf(round), shortId: `e-${round}` });
      const event = newEvent({ entityId: entity.id });
      await store.createEntity(entity);
      const append = () => store.appendEvents(batchOf([event]));
      const remove = () => store.deleteEntity(ACCOUNT, entity.id);
      const [outcome, answer] =
        round % 2 === 0
          ? await Promise.all([append(), remove()])
          : (await Promise.all([remove(), append()])).reverse();

      const stored = (await store.getEvent(ACCOUNT, event.id)) !== undefined;
      const present = (await store.findEntities(ACCOUNT, [{ id: entity.id }])).length === 1;
      expect(stored).toBe(present);
      expect([outcome, answer]).toEqual(
        present ? [{ state: 'stored' }, 'has-events'] : [{ state: 'entities-gone' }, 'deleted'],
      );
    }
  });

  it('keeps entities of accounts apart that have the same ids and shortIds', async () => {
    const { store } = subject;
    const [ours, theirs] = [newEntity({ name: 'ours' }), newEntity({ accountId: OTHER, name: 'theirs' })];
    expect(await store.createEntity(ours)).toBe('created');
    expect(await store.findEntities(OTHER, [{ id: ours.id }, { shortId: ours.shortId }])).toEqual([]);
    expect(await store.updateEntity(theirs)).toBe('not-found');
    expect(await store.deleteEntity(OTHER, ours.id)).toBe('not-found');

    expect(await store.createEntity(theirs)).toBe('created');
    await store.appendEvents(batchOf([newEvent({ entityId: theirs.id })], { accountId: OTHER }));
    expect(await store.updateEntity({ ...ours, name: 'changed' })).toBe('updated');
    expect(await store.findEntities(OTHER, [{ shortId: theirs.shortId }])).toEqual([theirs]);
    // Their events do not hold our entity, not even one that comes at the same moment.
    const [, answer] = await Promise.all([
      store.appendEvents(batchOf([newEvent({ entityId: theirs.id })], { accountId: OTHER })),
      store.deleteEntity(ACCOUNT, ours.id),
    ]);
    expect(answer).toBe('deleted');
    expect(await store.findEntities(OTHER, [{ id: theirs.id }])).toEqual([theirs]);
  });
}
