import { RATE_LIMIT_PER_HOUR, RATE_LIMIT_PER_MINUTE } from '@milepost/shared';
import { Flags } from '@oclif/core';
import { WELL_KNOWN_API_KEY } from '../auth/well-known.ts';

/** Where the data are: the same for every command. */
export const storeFlags = {
  'data-dir': Flags.string({
    description: 'Directory of the data.',
    env: 'MILEPOST_DATA_DIR',
    default: './milepost-data',
  }),
  store: Flags.string({
    description:
      'Where events are kept: sqlite:PATH, file:PATH.json, memory: or postgres://…; sqlite in the data directory by default.',
    env: 'MILEPOST_STORE',
  }),
};

/** What decides about the metrics: the same for every command that calculates them. */
export const calculationFlags = {
  'environment-aliases': Flags.string({
    description: 'Further spellings of environments, such as prd-eu=production,uat=staging.',
    env: 'MILEPOST_ENVIRONMENT_ALIASES',
  }),
  'lead-time-from': Flags.string({
    description: "Which of a commit's times lead time begins with.",
    env: 'MILEPOST_LEAD_TIME_FROM',
    options: ['authored', 'committed'],
    default: 'authored',
  }),
};

/** Flags of `start`. Each has its twin in the environment; the flag wins. */
export const startFlags = {
  ...storeFlags,
  ...calculationFlags,
  port: Flags.string({ description: 'Port; 0 picks a free one.', env: 'MILEPOST_PORT', default: '4010' }),
  host: Flags.string({ description: 'Address to listen on.', env: 'MILEPOST_HOST', default: '127.0.0.1' }),
  ephemeral: Flags.boolean({
    description: 'Keep the data in a temporary directory that goes with the process.',
    env: 'MILEPOST_EPHEMERAL',
  }),
  'base-path': Flags.string({
    description: 'Path in front of every route, such as /milepost.',
    env: 'MILEPOST_BASE_PATH',
    default: '',
  }),
  'api-key': Flags.string({
    description: 'API key that replaces the well-known one.',
    env: 'MILEPOST_API_KEY',
    default: WELL_KNOWN_API_KEY,
  }),
  'rate-limit-minute': Flags.string({
    description: 'Requests a credential may make a minute.',
    env: 'MILEPOST_RATE_LIMIT_MINUTE',
    default: String(RATE_LIMIT_PER_MINUTE),
  }),
  'rate-limit-hour': Flags.string({
    description: 'Requests a credential may make an hour.',
    env: 'MILEPOST_RATE_LIMIT_HOUR',
    default: String(RATE_LIMIT_PER_HOUR),
  }),
  'no-rate-limit': Flags.boolean({ description: 'No rate limits.', env: 'MILEPOST_NO_RATE_LIMIT' }),
  'entity-errors': Flags.string({
    description: 'An entity that does not exist: an item of failures (report), or a 400 (reject).',
    env: 'MILEPOST_ENTITY_ERRORS',
    options: ['report', 'reject'],
    default: 'report',
  }),
  loose: Flags.boolean({ description: 'Accept unknown members and attributes.', env: 'MILEPOST_LOOSE' }),
  'no-api-keys': Flags.boolean({
    description: 'Refuse API keys, as a future release of the service will.',
    env: 'MILEPOST_NO_API_KEYS',
  }),
  'public-url': Flags.string({
    description: 'Base URL as callers see it, behind a port mapping or a proxy.',
    env: 'MILEPOST_PUBLIC_URL',
  }),
  'auth-url': Flags.string({
    description: 'Issuer of the tokens; the service itself by default.',
    env: 'MILEPOST_AUTH_URL',
  }),
  audience: Flags.string({ description: 'API audience; the base URL by default.', env: 'MILEPOST_AUDIENCE' }),
  'auto-entities': Flags.boolean({
    description: 'Create an unknown entity when an event first names it.',
    env: 'MILEPOST_AUTO_ENTITIES',
  }),
  'public-metrics': Flags.boolean({
    description: 'Answer /metrics without a credential.',
    env: 'MILEPOST_PUBLIC_METRICS',
  }),
  'control-from': Flags.string({
    description:
      'Who may use /_control besides this machine: addresses and subnets, separated by commas, or any.',
    env: 'MILEPOST_CONTROL_FROM',
  }),
  clock: Flags.string({
    description:
      'Instant at which the clock stands at first, such as 2026-01-31T09:30:00Z; it runs by default.',
    env: 'MILEPOST_CLOCK',
  }),
  'incident-webhooks': Flags.string({
    description: 'JSON or YAML file of the systems that may send incidents.',
    env: 'MILEPOST_INCIDENT_WEBHOOKS',
  }),
  seed: Flags.string({
    description: 'JSON or YAML file to begin with: entities, blueprints, repositories, incidents, events.',
    env: 'MILEPOST_SEED',
  }),
  'log-level': Flags.string({
    description: 'Least level that is logged, to standard error.',
    env: 'MILEPOST_LOG_LEVEL',
    options: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
  }),
  json: Flags.boolean({
    description: 'Print one machine-readable line when ready, and nothing else, to standard output.',
    env: 'MILEPOST_JSON',
  }),
};
