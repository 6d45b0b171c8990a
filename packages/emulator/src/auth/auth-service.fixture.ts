import type { AddressInfo } from 'node:net';
import express from 'express';
import { pino } from 'pino';
import { oneClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { authenticate, bearerOnly } from '../http/authenticate.ts';
import { handleErrors, notFound } from '../http/handle-errors.ts';
import { createMemoryRateCounter, rateLimit } from '../http/rate-limit.ts';
import { apiKeysRoutes } from '../routes/api-keys.ts';
import { discoveryRoutes } from '../routes/discovery.ts';
import { oauthRoutes } from '../routes/oauth.ts';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import { createApiKeyUses } from './api-key-uses.ts';
import { identityOf } from './identity.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { provisionWellKnown } from './provision-well-known.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createTokens } from './tokens.ts';
import { WELL_KNOWN_API_KEY, WELL_KNOWN_CLIENT_ID, WELL_KNOWN_USER } from './well-known.ts';

export type AuthService = Awaited<ReturnType<typeof startAuthService>>;

/** When the services of the tests begin. */
export const START = Date.parse('2026-03-01T12:00:00Z');

/**
 * A real server with what this directory and its routes make, and one route of its own, `/whoami`, that answers
 * the identity. It is at /milepost, so that each test also tests the base path.
 */
export async function startAuthService(
  options: Partial<Pick<Config, 'apiKeysAccepted' | 'rateLimits'>> = {},
) {
  const store = await openMemoryStore();
  await provisionWellKnown(store, { apiKey: WELL_KNOWN_API_KEY, now: START });
  let now = START;
  const clock = { now: () => now };
  const clocks = oneClock(clock);
  let baseUrl = '';
  const urls = { baseUrl: () => baseUrl, authUrl: () => baseUrl, audience: () => baseUrl };
  const signingKeys = createSigningKeys(store);
  const tokens = createTokens({ signingKeys, urls, clocks });
  const failures: unknown[] = [];
  const keyUses = createApiKeyUses(store, (error) => failures.push(error));
  const authDeps = { store, tokens, keyUses, clocks, urls, apiKeysAccepted: options.apiKeysAccepted ?? true };
  const limit = rateLimit(options.rateLimits ?? null, createMemoryRateCounter(clocks));

  const service = express.Router();
  service.use(oauthRoutes({ store, tokens, throttle: createLoginThrottle(clock) }));
  service.use(discoveryRoutes({ signingKeys, urls }));
  service.use(apiKeysRoutes({ store, clocks, keyUses, guard: [bearerOnly(authDeps), limit] }));
  service.get('/whoami', authenticate(authDeps), limit, (req, res) => {
    res.status(req.query['fail'] ? 400 : 200).json(identityOf(res));
  });
  const app = express()
    .use('/milepost', service)
    .use(notFound('/milepost'))
    .use(handleErrors(pino({ level: 'silent' })));
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  baseUrl = `http://127.0.0.1:${portOf(server.address())}/milepost`;

  return {
    store,
    clock,
    urls,
    tokens,
    signingKeys,
    keyUses,
    request: (path: string, init?: RequestInit) => fetch(baseUrl + path, init),
    /** Moves the clock by milliseconds. */
    advance(by: number) {
      now += by;
    },
    /** The token of the well-known user. */
    async signIn() {
      return await tokens.issueAccessToken({
        subject: WELL_KNOWN_USER.id,
        accountId: (await store.findUserByEmail(WELL_KNOWN_USER.email))?.accountId ?? '',
        clientId: WELL_KNOWN_CLIENT_ID,
        scope: 'profile email',
      });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
    },
  };
}

/** The JSON of an answer, in the shape that the test expects. */
export async function bodyOf<T>(response: Response): Promise<T> {
  return JSON.parse(await response.text());
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('the server does not listen on a port');
}
