import { defineConfig } from 'vitest/config';

// `@milepost/shared` is read from its sources, as everywhere but in a published package.
const conditions = ['milepost-source', 'node'];

export default defineConfig({
  test: { include: ['src/**/*.test.ts', 'test/*.test.ts', 'test/{spec,contract}/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 },
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
});
