import { blueprints as builtIn } from '@milepost/shared';
import { createProblems, quote } from '@milepost/shared/validation';
import { v7 as uuidv7 } from 'uuid';
import type { BlueprintRecord } from '../store/store.ts';
import { checkCustomBlueprint } from '../validation/custom-blueprint.ts';
import { reportAll } from './report-all.ts';
import { reportRepeated } from './report-repeated.ts';
import type { SeedSection } from './seed.schema.ts';
import type { DraftContext } from './seed-draft.ts';

/** The blueprints of a seed whose shortIds the account does not have yet. */
export async function draftBlueprints(
  { store, accountId, now, problems }: DraftContext,
  blueprints: SeedSection<'blueprints'>,
): Promise<BlueprintRecord[]> {
  reportRepeated(
    problems,
    { list: 'blueprints', member: 'shortId' },
    blueprints.map(({ shortId }) => shortId),
  );
  const drafted: BlueprintRecord[] = [];
  for (const [index, { shortId, name, schema }] of blueprints.entries()) {
    const path = `blueprints[${index}]`;
    if (builtIn.some((one) => one.shortId === shortId))
      problems.add(`${path}.shortId`, `${quote(shortId)} is built in; choose another`, {
        rule: 'short-id-taken',
      });
    const found = createProblems();
    await checkCustomBlueprint({ shortId, schema }, found);
    reportAll(found, problems, {
      path: (inside) => `${path}.${inside}`,
      pointer: (inside) => `/blueprints/${index}${inside}`,
    });
    if (await store.findBlueprint(accountId, shortId)) continue;
    drafted.push({
      accountId,
      id: uuidv7(),
      shortId,
      name,
      // With a schema that is wrong nothing is planted, but its events are looked at, too.
      schema: found.list.length > 0 ? '{"type":"object"}' : JSON.stringify(schema),
      createdAt: now,
    });
  }
  return drafted;
}
