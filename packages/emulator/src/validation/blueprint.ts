import type { JsonSize, KnownNames, Problems } from '@milepost/shared/validation';

/**
 * What a type of event lets its attributes be. Unknown names are not the checks' matter, so that `--loose`
 * can let them pass, and so that 50,000 of them do not make 50,000 errors.
 */
export type Blueprint = TextBlueprint | AnyBlueprint | CustomBlueprint;

interface BlueprintIdentity {
  id: string;
  shortId: string;
}

/** Attributes that are all texts with known names: once valid, nothing in them needs a second look. */
export interface TextBlueprint extends BlueprintIdentity {
  kind: 'texts';
  known: KnownNames;
  /** Reports what is wrong; whether all is well. */
  check(attributes: Readonly<Record<string, unknown>>, path: string, problems: Problems): boolean;
}

/** Takes any object. */
export interface AnyBlueprint extends BlueprintIdentity {
  kind: 'any';
}

/** A blueprint that an account added. Attributes are inspected before, and are not too deep. */
export interface CustomBlueprint extends BlueprintIdentity {
  kind: 'custom';
  /** undefined: any name. */
  known: KnownNames | undefined;
  /** Takes what the check may cost from the budget; false when that does not suffice, and it must not run. */
  charge(size: JsonSize, budget: WorkBudget): boolean;
  check(
    attributes: Readonly<Record<string, unknown>>,
    path: string,
    problems: Problems,
    size: JsonSize,
  ): void;
}

/** Steps that one request may still spend on the blueprints of accounts. */
export interface WorkBudget {
  values: number;
  characters: number;
}

/**
 * The budget of one request: a fraction of a second at the worst, and far more than sensible blueprints
 * need. With `contains`, ajv makes an (empty) object of each step.
 */
export function createWorkBudget(): WorkBudget {
  return { values: 2_000_000, characters: 10_000_000 };
}
