import { expect, test } from 'vitest';
import { WELL_KNOWN_API_KEY } from '../auth/well-known.ts';
import { emulatorOfEnvironment } from './emulator-of-environment.ts';

const url = 'http://127.0.0.1:4010/milepost';

test.each([
  [{}, undefined],
  [{ MILEPOST_EMULATOR_URL: '' }, undefined],
  [{ MILEPOST_EMULATOR_URL: `${url}/` }, { url, apiKey: WELL_KNOWN_API_KEY }],
  [
    { MILEPOST_EMULATOR_URL: url, MILEPOST_EMULATOR_API_KEY: '' },
    { url, apiKey: WELL_KNOWN_API_KEY },
  ],
  [
    { MILEPOST_EMULATOR_URL: url, MILEPOST_EMULATOR_API_KEY: 'mine' },
    { url, apiKey: 'mine' },
  ],
])('%j names %j', (env, named) => {
  const emulator = emulatorOfEnvironment(env);
  expect(emulator && { url: emulator.url, apiKey: emulator.apiKey }).toEqual(named);
});
