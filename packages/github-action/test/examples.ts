import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

// Read, and not imported: the types of the package are not those of its JSON.
const file = fileURLToPath(import.meta.resolve('@octokit/webhooks-examples'));
const examples: { name: string; examples: unknown[] }[] = JSON.parse(await readFile(file, 'utf8'));

type Payload = Record<string, unknown>;

/**
 * A payload that GitHub really sent, with some members changed: `changes` has paths such as
 * `pull_request.merged`, since of some states there is no example.
 */
export function examplePayload(name: string, index: number, changes: Record<string, unknown> = {}): Payload {
  const example: unknown = examples.find((one) => one.name === name)?.examples[index];
  if (!isPayload(example)) throw new Error(`there is no example ${index} of ${name}`);
  const payload = structuredClone(example);
  for (const [path, value] of Object.entries(changes)) setAt(payload, path.split('.'), value);
  return payload;
}

function setAt(target: Payload, [name = '', ...rest]: string[], value: unknown): void {
  const inner = target[name];
  if (rest.length === 0) target[name] = value;
  else if (isPayload(inner)) setAt(inner, rest, value);
  else throw new Error(`the example has no ${name}`);
}

function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A push to the default branch, of one commit without a pull request. */
export const push = { eventName: 'push', payload: examplePayload('push', 4) };
