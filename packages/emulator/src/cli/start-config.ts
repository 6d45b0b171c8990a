import { join, resolve } from 'node:path';
import type { Config, StoreLocation } from '../config.ts';
import {
  parseApiKey,
  parseBasePath,
  parseControlFrom,
  parseStore,
  parseUrl,
  parseWholeNumber,
} from './parse-values.ts';
import { UsageError } from './usage-error.ts';

/** The flags of `start` as oclif gives them: text, checked here. */
export interface StartFlags extends StoreFlags {
  port: string;
  host: string;
  'base-path': string;
  'api-key': string;
  'rate-limit-minute': string;
  'rate-limit-hour': string;
  'no-rate-limit': boolean;
  'entity-errors': string;
  loose: boolean;
  'no-api-keys': boolean;
  'public-url'?: string | undefined;
  'auth-url'?: string | undefined;
  audience?: string | undefined;
  'auto-entities': boolean;
  'public-metrics': boolean;
  'control-from'?: string | undefined;
}

export interface StoreFlags {
  'data-dir': string;
  store?: string | undefined;
}

/** @throws UsageError for a value that cannot be. */
export function startConfig(flags: StartFlags, base: string): Config {
  const publicUrl = flags['public-url'];
  const authUrl = flags['auth-url'];
  const controlFrom = flags['control-from'];
  if (flags.audience === '') throw new UsageError('--audience: expected an address or a name, got nothing');
  const rateLimits = {
    minute: parseWholeNumber('rate-limit-minute', flags['rate-limit-minute'], 1, 1_000_000_000),
    hour: parseWholeNumber('rate-limit-hour', flags['rate-limit-hour'], 1, 1_000_000_000),
  };
  return {
    host: flags.host,
    port: parseWholeNumber('port', flags.port, 0, 65_535),
    basePath: parseBasePath(flags['base-path']),
    publicUrl: publicUrl === undefined ? undefined : parseUrl('public-url', publicUrl),
    authUrl: authUrl === undefined ? undefined : parseUrl('auth-url', authUrl),
    audience: flags.audience,
    store: storeLocation(flags, base),
    apiKey: parseApiKey(flags['api-key']),
    apiKeysAccepted: !flags['no-api-keys'],
    rateLimits: flags['no-rate-limit'] ? null : rateLimits,
    entityErrors: flags['entity-errors'] === 'reject' ? 'reject' : 'report',
    loose: flags.loose,
    autoEntities: flags['auto-entities'],
    publicMetrics: flags['public-metrics'],
    controlFrom: controlFrom === undefined ? [] : parseControlFrom(controlFrom),
  };
}

export function storeLocation({ store, 'data-dir': dataDir }: StoreFlags, base: string): StoreLocation {
  if (store !== undefined) return parseStore(store, base);
  return { engine: 'sqlite', path: join(resolve(base, dataDir), 'milepost.sqlite') };
}
