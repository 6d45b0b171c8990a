import { dirname, join, resolve } from 'node:path';
import { type CalculationSettings, DEFAULT_SETTINGS } from '../calculation/settings.ts';
import type { Config, StoreLocation } from '../config.ts';
import {
  parseApiKey,
  parseBasePath,
  parseControlFrom,
  parseEnvironmentAliases,
  parseGitTokens,
  parseStore,
  parseUrl,
  parseWholeNumber,
} from '../config-values.ts';
import { UsageError } from '../usage-error.ts';

/** The flags of `start` as oclif gives them: text, checked here. */
export interface StartFlags extends StoreFlags, CalculationFlags {
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

export interface CalculationFlags {
  'environment-aliases'?: string | undefined;
  'lead-time-from': string;
}

export interface StoreFlags {
  'data-dir': string;
  store?: string | undefined;
}

/**
 * @param env for what must not stand in a flag, which other users of the machine can see.
 * @throws UsageError for a value that cannot be.
 */
export function startConfig(flags: StartFlags, base: string, env: NodeJS.ProcessEnv): Config {
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
    calculation: calculationSettings(flags),
    mirrors: mirrorsDirectory(flags, base),
    gitTokens: parseGitTokens(env['MILEPOST_GIT_TOKENS']),
    controlFrom: controlFrom === undefined ? [] : parseControlFrom(controlFrom),
  };
}

export function calculationSettings(flags: CalculationFlags): CalculationSettings {
  return {
    environmentAliases: parseEnvironmentAliases(
      flags['environment-aliases'],
      DEFAULT_SETTINGS.environmentAliases,
    ),
    leadTimeBasis: flags['lead-time-from'] === 'committed' ? 'committed' : 'authored',
  };
}

/** Beside the data, so that it goes with them. */
export function mirrorsDirectory(flags: StoreFlags, base: string): string {
  const location = storeLocation(flags, base);
  const beside = 'path' in location ? dirname(location.path) : resolve(base, flags['data-dir']);
  return join(beside, 'repos');
}

export function storeLocation({ store, 'data-dir': dataDir }: StoreFlags, base: string): StoreLocation {
  if (store !== undefined) return parseStore(store, base);
  return { engine: 'sqlite', path: join(resolve(base, dataDir), 'milepost.sqlite') };
}
