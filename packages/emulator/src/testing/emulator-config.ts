import { resolve } from 'node:path';
import { WELL_KNOWN_API_KEY } from '../auth/well-known.ts';
import { DEFAULT_SETTINGS } from '../calculation/settings.ts';
import type { Config, StoreLocation } from '../config.ts';
import {
  parseApiKey,
  parseBasePath,
  parseControlFrom,
  parseEnvironmentAliases,
  parseStore,
  parseUrl,
} from '../config-values.ts';
import type { EmulatorOptions, StoreOption } from './emulator-options.ts';

/**
 * The configuration of an emulator in this process.
 *
 * @param place what paths are relative to, and the directory of the mirrors of connected repositories.
 * @throws UsageError for a value that cannot be; it names the flag of the same meaning.
 */
export function emulatorConfig(
  options: EmulatorOptions,
  { base, mirrors }: { base: string; mirrors: string },
): Config {
  const { publicUrl, authUrl, controlFrom, environmentAliases = {} } = options;
  const aliases = Object.entries(environmentAliases).map((pair) => pair.join('='));
  return {
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    basePath: parseBasePath(options.basePath ?? ''),
    publicUrl: publicUrl === undefined ? undefined : parseUrl('public-url', publicUrl),
    authUrl: authUrl === undefined ? undefined : parseUrl('auth-url', authUrl),
    audience: options.audience,
    store: storeLocation(options.store ?? 'memory', base),
    apiKey: parseApiKey(options.apiKey ?? WELL_KNOWN_API_KEY),
    apiKeysAccepted: options.apiKeysAccepted ?? true,
    rateLimits: options.rateLimits ?? null,
    entityErrors: options.entityErrors ?? 'report',
    loose: options.loose ?? false,
    autoEntities: options.autoEntities ?? false,
    publicMetrics: options.publicMetrics ?? false,
    calculation: {
      environmentAliases: parseEnvironmentAliases(aliases.join(','), DEFAULT_SETTINGS.environmentAliases),
      leadTimeBasis: options.leadTimeFrom ?? DEFAULT_SETTINGS.leadTimeBasis,
    },
    mirrors,
    gitTokens: new Map(),
    controlFrom: controlFrom === undefined ? [] : parseControlFrom(controlFrom),
  };
}

function storeLocation(store: StoreOption, base: string): StoreLocation {
  if (store === 'memory') return { engine: 'memory' };
  if (typeof store === 'string') return parseStore(store, base);
  if ('sqlite' in store) return { engine: 'sqlite', path: resolve(base, store.sqlite) };
  if ('file' in store) return parseStore(`file:${store.file}`, base);
  return parseStore(store.postgres, base);
}
