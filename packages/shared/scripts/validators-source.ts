import { _, Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { deployAttributesSchema } from '../src/event/deploy-attributes.ts';
import { eventSchema } from '../src/event/event.ts';
import { formats } from '../src/validation/formats.ts';

const HEADER = `// Written by \`npm run generate -w packages/shared\` from the schemas in src/event. Do not edit.
// @ts-nocheck: it is JavaScript.
import { formats as known } from './formats.ts';

const formats = Object.fromEntries(Object.entries(known).map(([name, { validate }]) => [name, validate]));
`;

/**
 * The checks of an event and of a deployment's attributes as source, so that clients need no compiler of schemas.
 * Options and schemas are those of the emulator: names that nobody knows are found by hand.
 */
export function validatorsSource(): string {
  demandPlainLengths([eventSchema, deployAttributesSchema]);
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    ownProperties: true,
    logger: false,
    // Lengths in UTF-16 units need nothing of ajv's; see `demandPlainLengths`.
    unicode: false,
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  for (const [name, { validate }] of Object.entries(formats)) ajv.addFormat(name, validate);
  ajv.addSchema({ ...eventSchema, additionalProperties: true }, 'event');
  ajv.addSchema({ ...deployAttributesSchema, additionalProperties: true }, 'deploy-attributes');
  const code = standalone.default(ajv, { isEvent: 'event', isDeployAttributes: 'deploy-attributes' });
  if (code.includes('require('))
    throw new Error('the checks need something of ajv, which a bundle must not have');
  return HEADER + code.replace(/^"use strict";\n?/, '');
}

/** Only for a least length of 1 it makes no difference whether characters or UTF-16 units are counted. */
function demandPlainLengths(schemas: readonly object[]): void {
  if (/"(minLength|maxLength)":(?!1[,}])/.test(JSON.stringify(schemas))) {
    throw new Error(
      'the schemas have a length that counts characters; the generated checks would count UTF-16 units',
    );
  }
}
