import {
  inspectJson,
  type JsonSize,
  type Problems,
  quote,
  reportUnknownNames,
} from '@milepost/shared/validation';
import type { Blueprint, CustomBlueprint, TextBlueprint, WorkBudget } from './blueprint.ts';

/** What the checks of one request's attributes share. */
export interface AttributesContext {
  /** The text of the request has `\u` somewhere. */
  hasEscapes: boolean;
  errors: Problems;
  /** Where unknown names go: to the errors, or to what `--loose` lets pass. */
  unknownNames: Problems;
  budget: WorkBudget;
}

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Checks attributes against the blueprint, or only what holds for all when there is none. Returns what an
 * inspection found; undefined when there was no need of one, since all of them are known texts.
 */
export function validateAttributes(
  context: AttributesContext,
  blueprint: Blueprint | undefined,
  attributes: Attributes,
  path: string,
): JsonSize | undefined {
  if (blueprint?.kind === 'texts') return checkTexts(context, blueprint, attributes, path);
  const size = inspectJson(attributes, path, context.errors);
  if (blueprint?.kind === 'custom' && !size.tooDeep) checkCustom(context, blueprint, attributes, path, size);
  return size;
}

function checkTexts(
  { hasEscapes, errors, unknownNames }: AttributesContext,
  blueprint: TextBlueprint,
  attributes: Attributes,
  path: string,
): JsonSize | undefined {
  const hasUnknown = reportUnknownNames(attributes, path, blueprint.known, 'attribute', unknownNames);
  const isValid = blueprint.check(attributes, path, errors);
  return isValid && !hasUnknown && !hasEscapes ? undefined : inspectJson(attributes, path, errors);
}

function checkCustom(
  { errors, unknownNames, budget }: AttributesContext,
  blueprint: CustomBlueprint,
  attributes: Attributes,
  path: string,
  size: JsonSize,
): void {
  if (!blueprint.charge(size, budget)) {
    errors.add(path, `is too large to be checked against the schema of ${quote(blueprint.shortId)}`, {
      rule: 'max-work',
    });
    return;
  }
  if (blueprint.known !== undefined) {
    reportUnknownNames(attributes, path, blueprint.known, 'attribute', unknownNames);
  }
  blueprint.check(attributes, path, errors, size);
}
