import { defineConfig } from 'vitest/config';
import { baseConfig } from '../../vitest.base.ts';

/** Real processes, disks and databases: slow, one file after the other, and with what `.ci/run` prepares. */
export default defineConfig(
  baseConfig('emulator-system', {
    include: ['test/system/**/*.test.ts'],
    // Those need a container engine: `npm run test:container`.
    exclude: ['**/node_modules/**', 'test/system/container/**'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // The figures of each run are part of its result.
    disableConsoleIntercept: true,
  }),
);
