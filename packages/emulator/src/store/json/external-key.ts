import type { IncidentRecord } from '../incident-port.ts';
import { keyInAccount } from './key-in-account.ts';

type ExternalName = Pick<IncidentRecord, 'accountId' | 'externalSystem' | 'externalIncidentNumber'>;

/** The key of an incident by its name in another system; undefined without one. Both parts may have anything in them. */
export function externalKey(incident: ExternalName): string | undefined {
  const { accountId, externalSystem, externalIncidentNumber } = incident;
  if (externalSystem === null || externalIncidentNumber === null) return undefined;
  return keyInAccount(accountId, JSON.stringify([externalSystem, externalIncidentNumber]));
}
