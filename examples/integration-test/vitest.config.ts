import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One emulator for all tests; each of them has an account of its own in it.
    globalSetup: ['@milepost/emulator/vitest/global-setup'],
  },
});
