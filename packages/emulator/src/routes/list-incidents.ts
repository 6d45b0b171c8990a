import type { RequestHandler } from 'express';
import { identityOf } from '../auth/identity.ts';
import { visibleEntities } from '../auth/visible-entities.ts';
import { environmentSpellings } from '../environment.ts';
import { fieldError } from '../http/http-errors.ts';
import { pageInfo, pageOf, pageRequest, pagingParameters } from '../http/paging.ts';
import { anyText, oneOf, parseQuery, utcInstant } from '../http/query.ts';
import { sendJson } from '../http/send-json.ts';
import { incidentBody } from '../incidents/incident-body.ts';
import { INCIDENT_STATES, type IncidentQuery, type IncidentStore } from '../store/incident-port.ts';
import type { Store } from '../store/store.ts';

const listParameters = {
  ...pagingParameters('incidents'),
  state: { read: oneOf(...INCIDENT_STATES), repeatable: true },
  changeId: { read: anyText },
  env: { read: anyText },
  entityId: { read: anyText, repeatable: true },
  from: { read: utcInstant },
  to: { read: utcInstant },
};

/** A page of the incidents that the caller may see, newest first by their start. */
export function listIncidents(
  store: Pick<Store, 'findEntities'> & Pick<IncidentStore, 'listIncidents'>,
): RequestHandler {
  return async (req, res) => {
    const identity = identityOf(res);
    const query = parseQuery(req, listParameters);
    const page = pageRequest('incidents', query);
    const env = query.env?.[0];
    const found = await store.listIncidents({
      accountId: identity.accountId,
      states: query.state,
      changeId: query.changeId?.[0],
      envs: env === undefined ? undefined : environmentSpellings(env),
      entityIds: await visibleEntities(store, identity, query.entityId),
      from: query.from?.[0],
      to: query.to?.[0],
      limit: page.limit + 1,
      offset: page.offset,
      after: page.cursor && afterOf(page.cursor.key),
    });
    const { items, more } = pageOf(found.items, page.limit);
    const last = more ? items.at(-1) : undefined;
    sendJson(res, 200, {
      items: items.map(incidentBody),
      pageInfo: pageInfo(page, found.itemCount, items.length, last && [last.startedAt, last.id]),
    });
  };
}

function afterOf([startedAt, id]: (string | number)[]): IncidentQuery['after'] {
  if (typeof startedAt === 'number' && typeof id === 'string') return { startedAt, id };
  const msg = 'is the cursor of another list';
  throw fieldError('query', 'cursor', msg, { rule: 'cursor' });
}
