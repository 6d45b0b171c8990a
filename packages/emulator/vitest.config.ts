import { defineConfig } from 'vitest/config';

// `@milepost/shared` is read from its sources, as everywhere but in a published package.
const conditions = ['milepost-source', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
});
