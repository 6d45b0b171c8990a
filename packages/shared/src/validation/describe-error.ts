import { errorMessage } from './error-message.ts';
import { memberPath, pathOfPointer } from './json-path.ts';
import { pointerOfPath, pointerTo } from './json-pointer.ts';
import { nearestValue } from './nearest-value.ts';
import type { Problems } from './problems.ts';
import { ruleOf } from './rule-of.ts';

/** What ajv, told to be `verbose`, says of a value that a schema does not allow. */
export interface SchemaError {
  keyword: string;
  /** JSON Pointer. */
  instancePath: string;
  params: Readonly<Record<string, unknown>>;
  data?: unknown;
  schema?: unknown;
  parentSchema?: Readonly<Record<string, unknown>>;
  propertyName?: string;
  message?: string;
}

/** Puts a schema's errors down as problems, each at its path, with the value and the remedy. */
export function describeErrors(
  errors: readonly SchemaError[] | null | undefined,
  root: unknown,
  base: string,
  problems: Problems,
): void {
  let previous: SchemaError | undefined;
  for (const error of errors ?? []) {
    if (problems.isFull()) return;
    // What is no string at all need not hear which strings are allowed. ajv looks at the type first.
    const repeats = error.keyword === 'enum' && isTypeErrorAt(previous, error.instancePath);
    previous = error;
    if (repeats) continue;
    const pointer = pointerOfError(error, base);
    const nearest = nearestValue(error, pointer);
    problems.add(pathOfError(error, root, base), errorMessage(error), {
      rule: ruleOf(error),
      pointer,
      nearest,
    });
  }
}

function isTypeErrorAt(error: SchemaError | undefined, instancePath: string): boolean {
  return error?.keyword === 'type' && error.instancePath === instancePath;
}

function pathOfError(error: SchemaError, root: unknown, base: string): string {
  const path = pathOfPointer(base, error.instancePath, root);
  const member = memberOfError(error);
  return member === undefined ? path : memberPath(path, member);
}

function pointerOfError(error: SchemaError, base: string): string {
  const pointer = pointerOfPath(base) + error.instancePath;
  const member = memberOfError(error);
  return member === undefined ? pointer : pointerTo(pointer, member);
}

/** The member that an error is about, when it is not about the object. */
function memberOfError({ params, propertyName }: SchemaError): string | undefined {
  const member: unknown =
    params['missingProperty'] ??
    params['additionalProperty'] ??
    params['unevaluatedProperty'] ??
    propertyName;
  return typeof member === 'string' ? member : undefined;
}
