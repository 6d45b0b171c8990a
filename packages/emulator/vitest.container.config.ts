import { defineConfig } from 'vitest/config';
import { baseConfig } from '../../vitest.base.ts';

/** The image in a real engine, which the tests unpack from Debian's packages: needs Debian, root, and some minutes. */
export default defineConfig(
  baseConfig('emulator-container', {
    globalSetup: ['test/system/container/prepare-images.ts'],
    include: ['test/system/container/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 900_000,
    // The figures of each run are part of its result.
    disableConsoleIntercept: true,
  }),
);
