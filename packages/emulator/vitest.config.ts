import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { baseConfig } from '../../vitest.base.ts';

export default defineConfig(
  baseConfig('emulator', {
    include: ['src/**/*.test.ts', 'test/*.test.ts', 'test/{spec,contract}/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Of two processors vitest would leave one idle, and these tests take longest.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  }),
);
