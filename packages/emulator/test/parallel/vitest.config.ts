import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const conditions = ['milepost-source', 'node'];
const WORKERS = 20;

/** One emulator, and the same tests in so many workers at once. Run by ../parallel.test.ts. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    globalSetup: ['./global-setup.ts'],
    maxWorkers: WORKERS,
    projects: Array.from({ length: WORKERS }, (_, worker) => ({
      resolve: { conditions },
      ssr: { resolve: { conditions, externalConditions: conditions } },
      test: {
        name: `worker ${worker}`,
        include: ['isolated.ts'],
        pool: 'forks' as const,
        testTimeout: 120_000,
        provide: { worker: { index: worker, of: WORKERS } },
      },
    })),
  },
});
