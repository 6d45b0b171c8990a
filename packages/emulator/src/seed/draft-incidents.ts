import { quote } from '@milepost/shared/validation';
import { resolveEntityScope } from '../auth/resolve-entity-scope.ts';
import { changeIncident, changesOf, newIncident } from '../incidents/change-incident.ts';
import type { IncidentRecord } from '../store/store.ts';
import { contentIds } from './content-ids.ts';
import { reportRepeated } from './report-repeated.ts';
import type { SeedSection } from './seed.schema.ts';
import type { DraftContext, SeededAccount } from './seed-draft.ts';

type Incident = SeedSection<'incidents'>[number];

/**
 * The incidents of a seed that the account does not have yet: by the name that another system gave them, or else by
 * what the seed says of them.
 */
export async function draftIncidents(
  context: DraftContext,
  account: SeededAccount,
  incidents: SeedSection<'incidents'>,
): Promise<IncidentRecord[]> {
  const { accountId, now, problems } = context;
  const names = incidents.map((incident) => externalName(incident)?.join(' '));
  reportRepeated(problems, { list: 'incidents', member: 'externalIncidentNumber' }, names);
  const ids = contentIds('incidents', incidents);
  const drafted: IncidentRecord[] = [];
  for (const [index, incident] of incidents.entries()) {
    const named = incident.affectedEntityIds ?? [];
    const entities = await resolveEntityScope(account, accountId, named);
    for (const at of entities.missing)
      problems.add(
        `incidents[${index}].affectedEntityIds[${at}]`,
        `Entity ${quote(named[at] ?? '')} not found`,
        { rule: 'entity' },
      );
    const id = ids[index];
    if (await isThere(context, incident, id ?? '')) continue;
    drafted.push(changeIncident(newIncident(accountId, now, id), changesOf(incident, entities.ids), now));
  }
  return drafted;
}

async function isThere({ store, accountId }: DraftContext, incident: Incident, id: string): Promise<boolean> {
  const name = externalName(incident);
  const known = name && (await store.findExternalIncident(accountId, ...name));
  // One that was renamed meanwhile has the id still.
  return (known ?? (await store.getIncident(accountId, id))) !== undefined;
}

function externalName({
  externalSystem,
  externalIncidentNumber,
}: Incident): [system: string, number: string] | undefined {
  if (externalSystem === undefined || externalIncidentNumber === undefined) return undefined;
  return [externalSystem, externalIncidentNumber];
}
