import { formats } from '@milepost/shared/validation';
import type { Ajv2020, Options } from 'ajv/dist/2020.js';

/**
 * Makes an ajv for JSON Schema 2020-12 that finds all errors and says with each what it was about (`verbose`).
 * ajv is loaded here and not at start-up, since that takes a tenth of a second.
 */
export async function createAjv(options: Options = {}): Promise<Ajv2020> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    // `properties: {constructor: …}` must not look at what objects inherit.
    ownProperties: true,
    logger: false,
    ...options,
  });
  for (const [name, { validate }] of Object.entries(formats)) ajv.addFormat(name, validate);
  return ajv;
}
