import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWebhookConfig } from './webhook-config.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'milepost-webhooks-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function read(text: string, env: Record<string, string> = {}) {
  const path = join(directory, 'webhooks.yaml');
  await writeFile(path, text);
  return readWebhookConfig(path, env);
}

it('reads YAML, with a secret of the environment, and keeps the defaults of what it does not name', async () => {
  const webhooks = await read(
    `pagerduty:
  secretEnv: PAGERDUTY_SECRET
  account: E0000000-0000-4000-8000-000000000009
  mapping:
    changeId: { path: [/event/data/title], pattern: '(CHG-\\d+)' }
servicenow: { secret: from the file }
`,
    { PAGERDUTY_SECRET: 'from the environment' },
  );
  expect(webhooks.get('pagerduty')).toMatchObject({
    secret: 'from the environment',
    accountId: 'e0000000-0000-4000-8000-000000000009',
  });
  expect(webhooks.get('pagerduty')?.mapping.fields.get('title')?.paths).toEqual([
    ['event', 'data', 'title'],
    ['event', 'data', 'incident', 'summary'],
  ]);
  expect(webhooks.get('pagerduty')?.mapping.fields.get('changeId')?.paths).toEqual([
    ['event', 'data', 'title'],
  ]);
  expect(webhooks.get('servicenow')).toMatchObject({ accountId: 'e0000000-0000-4000-8000-000000000001' });
});

it('reads JSON, and configures only what is there', async () => {
  expect([...(await read('{"servicenow": {"secret": "12345678"}}')).keys()]).toEqual(['servicenow']);
  expect((await read('{}')).size).toBe(0);
});

describe('says in one line what is wrong with the file, and where, without the secret', () => {
  it.each([
    ['', 'must be an object'],
    ['- pagerduty', 'must be an object'],
    ['pagerduty: {', 'webhooks.yaml'],
    ['pagerdutty: { secret: 12345678 }', "unknown member 'pagerdutty'; did you mean 'pagerduty'?"],
    ['pagerduty: {}', 'pagerduty give either secret, or secretEnv'],
    ['pagerduty: { secret: hush-hush, secretEnv: X }', 'pagerduty give either secret, or secretEnv'],
    ['pagerduty: { secret: hush }', 'pagerduty.secret it must have at least 8 characters'],
    ['pagerduty: { secret: 87654321 }', 'pagerduty.secret must be a text, in quotes'],
    ['pagerduty: { secret: [hush-hush] }', 'pagerduty.secret must be a text, in quotes'],
    ['pagerduty: { secretEnv: X }', 'pagerduty.secretEnv the environment variable X'],
    ['pagerduty: { secret: hush-hush, account: mine }', 'pagerduty.account'],
    ['pagerduty: { secret: hush-hush, mapping: { titel: { path: /x } } }', "did you mean 'title'?"],
    ['pagerduty: { secret: hush-hush, mapping: { title: { path: title } } }', 'pagerduty.mapping.title.path'],
    ['pagerduty: { secret: hush-hush, mapping: { title: {} } }', 'pagerduty.mapping.title.path is required'],
    [
      "pagerduty: { secret: hush-hush, mapping: { title: { path: /x, pattern: '(' } } }",
      'pagerduty.mapping.title.pattern is no regular expression',
    ],
    [
      "servicenow: { secret: hush-hush, mapping: { customFields: { a: { path: /x, pattern: '(?=x)' } } } }",
      'servicenow.mapping.customFields.a.pattern',
    ],
  ])('%s', async (text, told) => {
    const error = await read(text).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'WebhookConfigError', message: expect.stringContaining(told) });
    const message = error instanceof Error ? error.message : '';
    expect(message).toContain('webhooks.yaml');
    expect(message.split('\n')).toHaveLength(1);
    expect(message).not.toMatch(/hush|87654321/);
  });

  it('a file that is not there', async () => {
    await expect(readWebhookConfig(join(directory, 'none.yaml'), {})).rejects.toThrow(/none\.yaml.*ENOENT/);
  });
});
