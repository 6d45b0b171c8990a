import type { StoredBlueprint } from './blueprint-cache.ts';
import { createEventValidator, type Validation } from './validate-events.ts';

const strict = createEventValidator({ loose: false });
const loose = createEventValidator({ loose: true });

/** Validates the text of a body as POST /events does. */
export async function validate(
  text: string,
  options: { loose?: boolean; blueprints?: readonly StoredBlueprint[] } = {},
): Promise<Validation> {
  const find = async (shortId: string) => options.blueprints?.find((one) => one.shortId === shortId);
  return (options.loose ? loose : strict)(JSON.parse(text), text, find);
}

/** Text of a body with one event. */
export function bodyOf(event: object): string {
  return JSON.stringify({ events: [event] });
}

/** Text of a body with one event, whose attributes are this text. */
export function bodyWith(attributes: string, type = 'event-deploy'): string {
  return `{"events":[{"type":"${type}","attributes":${attributes}}]}`;
}

/** `path: msg` of each problem. */
export function lines(problems: Validation['errors']): string[] {
  return problems.map(({ path, msg }) => `${path}: ${msg}`);
}
