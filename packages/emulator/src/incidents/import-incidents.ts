import { createProblems, describeErrors, inspectJson, isObject, quote } from '@milepost/shared/validation';
import canonicalize from 'canonicalize';
import { v5 as uuidv5 } from 'uuid';
import { resolveEntityScope } from '../auth/resolve-entity-scope.ts';
import type { IncidentStore } from '../store/incident-port.ts';
import type { Store } from '../store/store.ts';
import { createTurns } from '../take-turns.ts';
import { createAjv } from '../validation/create-ajv.ts';
import { changeIncident, changesOf, newIncident } from './change-incident.ts';
import { incidentSchema, type UpdateIncidentBody, updateIncidentSchema } from './incident.schema.ts';
import type { IncidentRow } from './incident-row.ts';
import { type UpsertOutcome, type UpsertStore, upsertIncident } from './upsert-incident.ts';

export interface ImportOptions {
  store: Pick<Store, 'findEntities'> & UpsertStore & Pick<IncidentStore, 'getIncident'>;
  accountId: string;
  now: number;
  /** Writes nothing. */
  dryRun: boolean;
  /** Called for each row that cannot be imported. */
  onBadRow(place: string, problem: string): void;
}

/** How many rows became what. */
export type ImportCounts = Record<UpsertOutcome | 'bad', number>;

/** Rows that are written together, so that they share the disk's time. */
const AT_ONCE = 100;
/** Namespace of the ids of incidents without a name in another system: the same row is the same incident. */
const NAMESPACE = '6c1d6f0e-3d5e-4f0a-9a55-9a1f2f0b7c33';

/** Imports rows: a second import of the same rows changes nothing. A bad row is told, and the others are imported. */
export async function importIncidents(
  rows: AsyncIterable<IncidentRow>,
  { onBadRow, ...options }: ImportOptions,
): Promise<ImportCounts> {
  const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0, bad: 0 };
  const checkRow = await createRowCheck();
  const inTurn = createTurns();
  let window: IncidentRow[] = [];

  async function importRow(row: IncidentRow): Promise<Outcome> {
    const checked = 'problem' in row ? row : checkRow(row.row);
    if ('problem' in checked) return checked;
    return inTurn(nameOf(checked.body), () => importBody(checked.body, options));
  }

  async function importWindow(): Promise<void> {
    const outcomes = await Promise.all(window.map(importRow));
    for (const [index, result] of outcomes.entries()) {
      const bad = 'problem' in result;
      counts[bad ? 'bad' : result.outcome] += 1;
      if (bad) onBadRow(window[index]?.place ?? '', result.problem);
    }
    window = [];
  }

  for await (const row of rows) {
    window.push(row);
    if (window.length >= AT_ONCE) await importWindow();
  }
  await importWindow();
  return counts;
}

type Body = UpdateIncidentBody & { title: string };
type Outcome = { outcome: UpsertOutcome } | { problem: string };

async function createRowCheck() {
  const ajv = await createAjv();
  const validate = ajv.compile<Body>({ ...updateIncidentSchema, required: ['title'] });
  return (row: unknown): { body: Body } | { problem: string } => {
    const value = isObject(row) ? withoutAnswered(row) : row;
    const problems = createProblems();
    const { tooDeep } = inspectJson(value, '', problems);
    if (!tooDeep) {
      if (validate(value) && problems.list.length === 0) return { body: value };
      describeErrors(validate.errors, value, '', problems);
    }
    return { problem: problems.list.map(({ path, msg }) => `${path} ${msg}`.trim()).join('; ') };
  };
}

/** An incident as the API answers it, without what the service gives it. */
function withoutAnswered(row: Record<string, unknown>): Record<string, unknown> {
  const given = (name: string) =>
    name in incidentSchema.properties && !(name in updateIncidentSchema.properties);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !given(name)));
}

function nameOf({ externalSystem, externalIncidentNumber }: Body): string {
  return JSON.stringify([externalSystem, externalIncidentNumber]);
}

async function importBody(
  body: Body,
  { store, accountId, now, dryRun }: Omit<ImportOptions, 'onBadRow'>,
): Promise<Outcome> {
  const named = body.affectedEntityIds ?? [];
  const { ids, missing } = await resolveEntityScope(store, accountId, named);
  if (missing.length > 0) {
    const each = missing.map(
      (index) => `affectedEntityIds[${index}] Entity ${quote(named[index] ?? '')} not found`,
    );
    return { problem: each.join('; ') };
  }
  const changes = changesOf(body, ids);
  const { externalSystem, externalIncidentNumber } = body;
  if (externalSystem && externalIncidentNumber) {
    const done = await upsertIncident(
      store,
      { accountId, externalSystem, externalIncidentNumber },
      (before) => changeIncident(before ?? newIncident(accountId, now), changes, now),
      { dryRun },
    );
    return { outcome: done?.outcome ?? 'unchanged' };
  }
  const id = uuidv5(`${accountId} ${canonicalize(body)}`, NAMESPACE);
  if (await store.getIncident(accountId, id)) return { outcome: 'unchanged' };
  if (!dryRun) await store.createIncident(changeIncident(newIncident(accountId, now, id), changes, now));
  return { outcome: 'created' };
}
