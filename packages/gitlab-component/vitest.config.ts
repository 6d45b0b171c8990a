import { defineConfig } from 'vitest/config';
import { baseConfig } from '../../vitest.base.ts';

export default defineConfig(
  baseConfig('gitlab-component', {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/system/**'],
    // Some run the program and an emulator as processes of their own.
    testTimeout: 30_000,
  }),
);
