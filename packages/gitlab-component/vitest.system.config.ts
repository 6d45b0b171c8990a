import { defineConfig } from 'vitest/config';
import { baseConfig } from '../../vitest.base.ts';

/** With what `.ci/run` installs: rsync, busybox, dash. */
export default defineConfig(
  baseConfig('gitlab-component-system', {
    include: ['test/system/**/*.test.ts'],
    testTimeout: 120_000,
  }),
);
