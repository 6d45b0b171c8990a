import { defineConfig } from 'vitest/config';
import { baseConfig } from '../../vitest.base.ts';

export default defineConfig(
  baseConfig('emulator', {
    include: ['src/**/*.test.ts', 'test/*.test.ts', 'test/{spec,contract}/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  }),
);
