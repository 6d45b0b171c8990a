#!/usr/bin/env node
// In the repository the sources run as they are; what is published has only the bundle.
import { existsSync } from 'node:fs';
import module from 'node:module';

const source = new URL('../src/main.ts', import.meta.url);
module.enableCompileCache?.();

if (existsSync(source)) {
  // @milepost/shared, too, is to be taken from its sources: no build is needed to develop.
  module.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, 'milepost-source'] }),
  });
  await import(source.href);
} else {
  await import('../dist/milepost.cjs');
}
