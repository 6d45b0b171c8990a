import { unknownName } from './error-message.ts';
import { cleanText, inspectJson, textProblem, textRule } from './inspect-json.ts';
import { memberPath } from './json-path.ts';
import { pointerOfPath, pointerTo } from './json-pointer.ts';
import { nearestName } from './nearest-name.ts';
import type { Problems } from './problems.ts';

/** The names that members of an object may have, when not any. */
export interface KnownNames {
  /** For suggestions. */
  names: readonly string[];
  has(name: string): boolean;
}

/** The names that a closed schema knows. */
export function knownNames({ properties }: { properties: object }): KnownNames {
  const names = Object.keys(properties);
  const set = new Set(names);
  return { names, has: (name) => set.has(name) };
}

/**
 * Reports the members that a closed schema does not know; whether there are any. By hand and not by ajv,
 * which makes an error object of each of 50,000 before anybody can stop it.
 */
export function reportUnknownNames(
  object: Readonly<Record<string, unknown>>,
  path: string,
  known: KnownNames,
  kind: 'member' | 'attribute',
  problems: Problems,
): boolean {
  let any = false;
  for (const name of Object.keys(object)) {
    if (known.has(name)) continue;
    any = true;
    if (problems.isFull()) break;
    problems.add(memberPath(path, name), unknownName(kind, name, known.names), {
      rule: `unknown-${kind}`,
      pointer: pointerTo(pointerOfPath(path), name),
      nearest: nearestName(name, known.names),
    });
  }
  return any;
}

/** Inspects names and values of an object's members, all but one. Each value may be as deep as attributes. */
export function inspectMembers(
  object: Readonly<Record<string, unknown>>,
  path: string,
  except: string,
  problems: Problems,
): void {
  for (const name of Object.keys(object)) {
    if (name === except) continue;
    const own = memberPath(path, name);
    const pointer = pointerTo(pointerOfPath(path), name);
    const problem = textProblem(name);
    if (problem !== undefined)
      problems.add(own, problem, { rule: textRule(name), pointer, nearest: cleanText(name) });
    inspectJson(object[name], own, problems, undefined, pointer);
  }
}
