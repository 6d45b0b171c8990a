import { defineConfig } from 'vitest/config';
import { baseConfig } from '../../vitest.base.ts';

export default defineConfig({
  // Those packages lack the sources that their source maps name; vite warns of each file.
  logLevel: 'error',
  ...baseConfig('github-action', {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/system/**'],
    // Each runs the Action and an emulator as processes of their own.
    testTimeout: 30_000,
    // GitHub's language service imports JSON without saying so, which Node refuses and vite does not.
    server: { deps: { inline: [/@actions\//] } },
  }),
});
