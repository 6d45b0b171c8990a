import { isObject } from '@milepost/shared/validation';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { FromSchema } from 'json-schema-to-ts';
import { expect, expectTypeOf, test } from 'vitest';
import type { PageInfo } from '../http/paging.ts';
import { createAjv } from '../validation/create-ajv.ts';
import { buildDocument } from './document.ts';
import type { pageInfoSchema } from './page-schemas.ts';

const document = buildDocument({
  baseUrl: () => 'https://events.example.com/milepost',
  authUrl: () => 'https://login.example.com',
});

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect([valid, validator.version]).toEqual([true, '3.1']);
});

test('names the service by its own addresses', () => {
  expect(document.servers).toEqual([{ url: 'https://events.example.com/milepost' }]);
  expect(document.components.securitySchemes.oauth2.flows.password.tokenUrl).toBe(
    'https://login.example.com/oauth/token',
  );
});

test('every operation has an id of its own', () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('every schema that is named is used', () => {
  const text = JSON.stringify(document);
  const unused = Object.keys(document.components.schemas).filter(
    (name) => !text.includes(`"#/components/schemas/${name}"`),
  );
  expect(unused).toEqual([]);
});

test('every example is valid by the schema that it stands beside', async () => {
  const ajv = await createAjv({ strict: false });
  ajv.addSchema(document, 'document');
  let examples = 0;

  function check(value: unknown, pointer: string): void {
    if (!isObject(value) && !Array.isArray(value)) return;
    if (isObject(value) && isObject(value['schema'])) {
      const named = isObject(value['examples']) ? Object.values(value['examples']) : [];
      const values = named.map((example) => (isObject(example) ? example['value'] : undefined));
      if ('example' in value) values.push(value['example']);
      const validate = ajv.compile({ $ref: `document#${pointer}/schema` });
      for (const example of values) {
        validate(example);
        expect([pointer, validate.errors]).toEqual([pointer, null]);
        examples += 1;
      }
    }
    for (const [name, child] of Object.entries(value)) {
      check(
        child,
        `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}`,
      );
    }
  }

  check(document.paths, '/paths');
  check(document.components.headers, '/components/headers');
  expect(examples).toBeGreaterThan(60);
});

test('the schema of pageInfo is that of what lists answer', () => {
  expectTypeOf<keyof FromSchema<typeof pageInfoSchema>>().toEqualTypeOf<keyof PageInfo>();
  expectTypeOf<PageInfo>().toExtend<FromSchema<typeof pageInfoSchema>>();
});
