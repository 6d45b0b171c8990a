import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pjson from '../../package.json' with { type: 'json' };
import { deployment, type Service, startService } from './service.fixture.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

describe('what inputs say', () => {
  const report = (inputs: string) => `include:
  - component: $CI_SERVER_FQDN/milepost-dev/milepost/record-deployment@${pjson.version}
    inputs: {job-name: .milepost, entity-id: $SERVICE}
  - component: $CI_SERVER_FQDN/milepost-dev/milepost/report-deployment@${pjson.version}
    inputs:
      ${inputs.replaceAll('\n', '\n      ')}
deploy:
  extends: .milepost
  environment: prod-eu
  script: ['true']
`;

  test('variables are expanded, but for patterns, and nothing is run', async () => {
    const text = report(
      [
        "description: 'By $CI_COMMIT_REF_NAME; $(touch /tmp/milepost-injected) `id` \"'",
        'environment-map: |',
        '  prod-$* = never',
        '  prod-* = production',
        'change-id-pattern: CHG\\d+$',
      ].join('\n'),
    );
    const variables = { SERVICE: 'payments', CI_COMMIT_MESSAGE: 'For CHG1 and CHG2' };
    const { end, stored } = await service.runPipeline({ text, variables });

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual([
      deployment(end.commit, 'payments', {
        description: 'By main; $(touch /tmp/milepost-injected) `id` "',
        change_id: 'CHG2',
      }),
    ]);
    expect(existsSync('/tmp/milepost-injected')).toBe(false);
  });

  test('dry-run, a boolean, sends nothing', async () => {
    const { end, stored } = await service.runPipeline({
      text: report('dry-run: true'),
      variables: { SERVICE: 'shop' },
    });

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual([]);
    expect(end.output).toContain('Deployment checked, not sent (dry run).');
  });

  test.each([
    ['fail-on: all', 'not in the list of allowed options'],
    ['dry-run: maybe', 'provided value is not a boolean'],
    ['base-url: events.example.com', 'does not match required regex'],
    ['undelivered-file: ../x', 'does not match required regex'],
  ])('%s makes no pipeline', async (input, message) => {
    const { end } = await service.runPipeline({ text: report(input) });

    expect(end.exitCode).not.toBe(0);
    expect(end.output).toContain(message);
  });
});
