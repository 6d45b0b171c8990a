import type { Application, Router } from 'express';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApp } from '../src/app.ts';
import { createApiKeyUses } from '../src/auth/api-key-uses.ts';
import type { Config } from '../src/config.ts';
import { createAccountClocks } from '../src/control/account-clocks.ts';
import { createBeginnings } from '../src/control/beginnings.ts';
import { createControlClock } from '../src/control/control-clock.ts';
import { buildDocument } from '../src/openapi/document.ts';
import { openMemoryStore } from '../src/store/json/open-json-store.ts';
import { createUrls } from '../src/urls.ts';
import { documentedOperations } from './openapi/documented-operations.ts';
import { testConfig } from './service.fixture.ts';

/** What the page at /docs loads is no part of the API. */
const NOT_DOCUMENTED = ['get /docs/{file}'];

async function unused(): Promise<never> {
  throw new Error('no request is sent here');
}

const config: Config = { ...testConfig, basePath: '', publicUrl: 'http://127.0.0.1' };

it.each([
  ['with the emulator’s controls', true],
  ['without them', false],
])('every route is in the document, and the other way round, %s', async (_name, controls) => {
  const store = await openMemoryStore();
  const clocks = createAccountClocks(createControlClock({ now: () => 0 }));
  const app = createApp({
    config: { ...config, controlFrom: controls ? [] : null },
    store,
    clocks,
    emulation: {
      clocks,
      beginnings: createBeginnings(),
      jobs: {
        runAt: unused,
        catchUp: unused,
        calculate: unused,
        exclusively: unused,
        interrupt: () => () => {},
      },
      apiKey: config.apiKey,
      forgetMirrors: unused,
    },
    log: pino({ level: 'silent' }),
    urls: createUrls(config),
    keyUses: createApiKeyUses(store, () => {}),
    stopping: new AbortController().signal,
  });
  const documented = documentedOperations(buildDocument(createUrls(config), { controls }));
  const paths = documented.map(({ method, path }) => `${method} ${path}`);
  expect(routesOf(app.router).sort()).toEqual([...paths, ...NOT_DOCUMENTED].sort());
  await store.close();
});

/** Method and path of each route, as a document writes them. */
function routesOf({ stack }: Pick<Application['router'], 'stack'>): string[] {
  return stack.flatMap(({ route, handle }) => {
    if (route) {
      const path = route.path.replace(/:(\w+)/g, '{$1}');
      // A layer without a method is the one that answers 405.
      return [...new Set(route.stack.flatMap(({ method }) => (method ? [`${method} ${path}`] : [])))];
    }
    return isRouter(handle) ? routesOf(handle) : [];
  });
}

function isRouter(handle: unknown): handle is Router {
  return typeof handle === 'function' && 'stack' in handle;
}
