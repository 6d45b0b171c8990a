import { defineConfig } from 'vitest/config';
import { baseConfig } from '../../vitest.base.ts';

/** With what `.ci/run` installs: `npm ci --prefix packages/github-action/test/local-action`. */
export default defineConfig(
  baseConfig('github-action-system', {
    include: ['test/system/**/*.test.ts'],
    testTimeout: 120_000,
  }),
);
