import { defineConfig } from 'vitest/config';

// `@milepost/shared` is read from its sources, as everywhere but in a published package.
const conditions = ['milepost-source', 'node'];

/** Real processes, disks and databases: slow, one file after the other, and with what `.ci/run` prepares. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['test/system/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // The figures of each run are part of its result.
    disableConsoleIntercept: true,
  },
});
