import { listAt, textAt, valueAt } from '@milepost/shared/ci';
import { type Answer, jsonOf, messageOf, type Settings, type Transport } from '@milepost/shared/client';
import { nearestName } from '@milepost/shared/validation';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

const SENDING_TELLS = 'only sending tells whether the entity exists';
/** So many short ids are shown where none is near. */
const MOST_SHOWN = 5;

/** Whether the entity exists that is to be reported of. Asked by what not every service answers. */
export async function examineEntity(
  entityId: string,
  { eventsUrl, attemptTimeoutMs, userAgent }: Settings,
  transport: Transport,
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Promise<Finding> {
  if (entityId === '') {
    return warning(
      'no entity is named: events without one count for no DORA metric',
      'Give the id or short id of the application or service by --entity-id (MILEPOST_ENTITY_ID).',
    );
  }
  const list = new URL(eventsUrl.href.replace(/\/events$/, '/entities'));
  const ask = (url: URL) =>
    transport.call({ url, headers: { 'user-agent': userAgent, ...headers } }, attemptTimeoutMs);

  const single = await ask(new URL(`${list.href}/${encodeURIComponent(entityId)}`));
  if ('problem' in single) return skipped(`${single.problem.message}; ${SENDING_TELLS}`);
  const { answer } = single;
  if (answer.status === 429) return skipped(`the rate limit is used up; ${SENDING_TELLS}`);
  const entity = answer.status === 200 ? jsonOf(answer) : undefined;
  if (isEntity(entity, entityId)) return ok(describe(entity));
  if (answer.status !== 404) return skipped(`the service does not show entities; ${SENDING_TELLS}`);

  list.searchParams.set('limit', '500');
  const all = await ask(list);
  const known = 'answer' in all ? entitiesOf(all.answer) : undefined;
  const listed = known?.entities.find((one) => isEntity(one, entityId));
  if (listed !== undefined) return ok(describe(listed));
  // Without the route for one entity, and without a whole list, its absence says nothing.
  if (!known?.isWhole && !isRefusal(answer, entityId, redact)) {
    return skipped(`the service does not show entities; ${SENDING_TELLS}`);
  }
  return failed(`there is no entity '${entityId}'`, remedyOf(entityId, known?.entities ?? []));
}

function describe(entity: unknown): string {
  const name = textAt(entity, 'name') ?? textAt(entity, 'shortId') ?? textAt(entity, 'id');
  const type = textAt(entity, 'type');
  return `the entity is ${name}${type === undefined ? '' : ` (${type})`}`;
}

function isEntity(one: unknown, entityId: string): boolean {
  return textAt(one, 'shortId') === entityId || textAt(one, 'id')?.toLowerCase() === entityId.toLowerCase();
}

/** Whether a 404 is about this entity, and not about a route that there is not. */
function isRefusal(answer: Answer, entityId: string, redact: (text: string) => string): boolean {
  return /\bentity\b/i.test(messageOf(answer, redact).replaceAll(entityId, ''));
}

/** A list, or a page of one; undefined when it is neither. */
function entitiesOf(answer: Answer): { entities: unknown[]; isWhole: boolean } | undefined {
  const body = answer.status === 200 ? jsonOf(answer) : undefined;
  if (Array.isArray(body)) return { entities: body, isWhole: false };
  if (!Array.isArray(valueAt(body, 'items'))) return undefined;
  return { entities: listAt(body, 'items'), isWhole: valueAt(body, 'pageInfo.hasNextPage') === false };
}

function remedyOf(entityId: string, entities: readonly unknown[]): string {
  const shortIds = entities.flatMap((entity) => textAt(entity, 'shortId') ?? []);
  const nearest = nearestName(entityId, shortIds);
  if (nearest !== undefined) return `Did you mean '${nearest}'? Give it by --entity-id.`;
  if (shortIds.length === 0) return 'Create it, or give another one by --entity-id.';
  const shown = shortIds.slice(0, MOST_SHOWN).map((shortId) => `'${shortId}'`);
  const more = shortIds.length > MOST_SHOWN ? ', …' : '';
  return `Create it, or give another one by --entity-id; there are ${shown.join(', ')}${more}.`;
}
