import { expect, test } from 'vitest';
import { MilepostContainer } from './milepost-container.ts';

/** What would be started. */
class Inspected extends MilepostContainer {
  get settings() {
    const { environment, exposedPorts, contentsToCopy, filesToCopy } = this;
    return { image: this.imageName.string, environment, exposedPorts, contentsToCopy, filesToCopy };
  }
}

test('the image listens at its port, answers /_control to everybody, and counts no requests', () => {
  expect(new Inspected().settings).toMatchObject({
    image: 'milepost:latest',
    environment: { MILEPOST_CONTROL_FROM: 'any', MILEPOST_NO_RATE_LIMIT: 'true' },
    exposedPorts: [4010],
  });
});

test('options become the environment of the image', () => {
  const container = new Inspected('registry.example.com/milepost:1')
    .withApiKey('mp_another_key')
    .withBasePath('/milepost')
    .withPostgres('postgres://milepost@db/milepost')
    .withRateLimits({ minute: 2, hour: 10 });
  expect(container.settings.environment).toMatchObject({
    MILEPOST_API_KEY: 'mp_another_key',
    MILEPOST_BASE_PATH: '/milepost',
    MILEPOST_STORE: 'postgres://milepost@db/milepost',
    MILEPOST_NO_RATE_LIMIT: 'false',
    MILEPOST_RATE_LIMIT_MINUTE: '2',
    MILEPOST_RATE_LIMIT_HOUR: '10',
  });
});

test('a seed is copied into the container, where its path is named', () => {
  const { environment, contentsToCopy } = new Inspected().withSeed({ entities: [] }).settings;
  const target = environment['MILEPOST_SEED'];
  expect(contentsToCopy).toEqual([{ content: '{"entities":[]}', target }]);
  const { filesToCopy } = new Inspected().withSeed('./seed.yaml').settings;
  expect(filesToCopy).toEqual([{ source: './seed.yaml', target }]);
});
