import { join } from 'node:path';
import type { ViteUserConfig } from 'vitest/config';

// `@milepost/shared` is read from its sources, as everywhere but in a published package.
const conditions = ['milepost-source', 'node'];
const results = process.env['MILEPOST_TEST_RESULTS'];

/**
 * What the vitest configurations of all packages have in common.
 *
 * @param name of the suite: its report is NAME.json in MILEPOST_TEST_RESULTS, where `.ci/run` counts the tests.
 */
export function baseConfig(name: string, test: ViteUserConfig['test']): ViteUserConfig {
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions, externalConditions: conditions } },
    test: {
      reporters: results ? ['default', ['json', { outputFile: join(results, `${name}.json`) }]] : ['default'],
      ...test,
    },
  };
}
