import { defineConfig } from 'vitest/config';
import { baseConfig } from '../../vitest.base.ts';

export default defineConfig(
  baseConfig('github-action', { include: ['src/**/*.test.ts', 'test/**/*.test.ts'] }),
);
