import { blueprints } from '@milepost/shared';
import { describeErrors, knownNames } from '@milepost/shared/validation';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnyBlueprint, Blueprint, TextBlueprint } from './blueprint.ts';

type BuiltIn = (typeof blueprints)[number];
type Closed = Extract<BuiltIn, { schema: { additionalProperties: false } }>;

/** The blueprints that every account has, by shortId. */
export function compileBuiltInBlueprints(ajv: Ajv2020): ReadonlyMap<string, Blueprint> {
  return new Map(
    blueprints.map((blueprint) => [
      blueprint.shortId,
      isClosed(blueprint) ? textBlueprint(ajv, blueprint) : anyBlueprint(blueprint),
    ]),
  );
}

function isClosed(blueprint: BuiltIn): blueprint is Closed {
  return !blueprint.schema.additionalProperties;
}

function anyBlueprint({ id, shortId }: BuiltIn): AnyBlueprint {
  return { kind: 'any', id, shortId };
}

function textBlueprint(ajv: Ajv2020, { id, shortId, schema }: Closed): TextBlueprint {
  const validate = ajv.compile({ ...schema, additionalProperties: true });
  return {
    kind: 'texts',
    id,
    shortId,
    known: knownNames(schema),
    check(attributes, path, problems) {
      if (validate(attributes)) return true;
      describeErrors(validate.errors, attributes, path, problems);
      return false;
    },
  };
}
