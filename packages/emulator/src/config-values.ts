import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseTimestamp } from '@milepost/shared/validation';
import type { ControlFrom, StoreLocation, Subnet } from './config.ts';
import type { ClockSetting } from './control/control-clock.ts';
import { normalizeEnvironment } from './environment.ts';
import { UsageError } from './usage-error.ts';

/** Parsers of flag values. Each throws a UsageError that begins with the flag's name. */

export function parseStore(text: string, base: string): StoreLocation {
  const [, scheme, rest = ''] = /^([a-z]+):(.*)$/s.exec(text) ?? [];
  switch (scheme) {
    case 'memory':
      if (rest === '') return { engine: 'memory' };
      break;
    case 'sqlite':
      if (rest !== '') return { engine: 'sqlite', path: resolve(base, rest) };
      break;
    case 'file':
      if (rest.endsWith('.json')) return { engine: 'file', path: resolve(base, rest) };
      break;
    case 'postgres':
    case 'postgresql':
      if (URL.canParse(text)) return { engine: 'postgres', url: text };
      break;
  }
  // The value is not shown: it may hold a password.
  throw new UsageError(
    '--store: expected sqlite:PATH, file:PATH.json, memory: or postgres://USER@HOST/DATABASE',
  );
}

/** `''`, or a path that begins with a slash and ends without one. */
export function parseBasePath(text: string): string {
  const path = text.replace(/\/+$/, '');
  if (path === '' || /^(\/[\w.~-]+)+$/.test(path)) return path;
  throw new UsageError(`--base-path: expected a path such as /milepost, got '${text}'`);
}

/** An http address without its final slash. */
export function parseUrl(flag: string, text: string): string {
  const url = URL.parse(text);
  const valid = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username;
  if (!valid) throw new UsageError(`--${flag}: expected an address such as https://milepost.example.com`);
  return url.href.replace(/\/+$/, '');
}

export function parseApiKey(text: string): string {
  if (/^[\x21-\x7e]{8,255}$/.test(text)) return text;
  throw new UsageError('--api-key: expected 8 to 255 printable ASCII characters without spaces');
}

export function parseWholeNumber(flag: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`--${flag}: expected a whole number from ${min} to ${max}, got '${text}'`);
}

/** An instant, at which the clock stands. */
export function parseClock(text: string): ClockSetting {
  const now = parseTimestamp(text);
  if (now !== undefined) return { mode: 'frozen', now };
  throw new UsageError(`--clock: expected an instant in UTC such as 2026-01-31T09:30:00Z, got '${text}'`);
}

/** `any`, or addresses and subnets (CIDR), separated by commas. */
export function parseControlFrom(text: string): ControlFrom {
  return text === 'any' ? 'any' : text.split(',').map((part) => parseSubnet(part.trim()));
}

function parseSubnet(text: string): Subnet {
  const [, address = '', length] = /^([\d.a-fA-F:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  const bits = version === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  if (version !== 0 && prefix <= bits) {
    return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
  }
  throw new UsageError(
    `--control-from: expected any, or addresses and subnets such as 172.17.0.0/16,::1 separated by commas, got '${text}'`,
  );
}

/** `prd-eu=production,uat=staging`, on top of others: spelling → key, no key being a spelling itself. */
export function parseEnvironmentAliases(
  text: string | undefined,
  others: Readonly<Record<string, string>>,
): Record<string, string> {
  const pairs = pairsOf(text ?? '').map(
    ([alias, key]) => [normalizeEnvironment(alias), normalizeEnvironment(key)] as const,
  );
  const wrong = (why: string) =>
    new UsageError(`--environment-aliases: ${why}; expected pairs such as prd-eu=production,uat=staging`);
  if (pairs.some((pair) => pair.includes(''))) throw wrong('a name is missing');
  const table = new Map([...Object.entries(others), ...pairs]);
  const keyOf = (alias: string, seen: readonly string[] = []): string => {
    if (seen.includes(alias)) throw wrong(`${alias} leads back to itself`);
    const key = table.get(alias);
    return key === undefined ? alias : keyOf(key, [...seen, alias]);
  };
  return Object.fromEntries(Array.from(table.keys(), (alias) => [alias, keyOf(alias)]));
}

/** `github.com=TOKEN,gitlab.example.com:8443=TOKEN`. The message never shows the value. */
export function parseGitTokens(text: string | undefined): ReadonlyMap<string, string> {
  const pairs = pairsOf(text ?? '').map(([host, token]) => [host.toLowerCase(), token] as const);
  if (pairs.every(([host, token]) => /^[a-z\d.-]+(:\d+)?$/.test(host) && /^[\x21-\x7e]+$/.test(token)))
    return new Map(pairs);
  throw new UsageError(
    'MILEPOST_GIT_TOKENS: expected pairs of host and token such as github.com=TOKEN, separated by commas',
  );
}

function pairsOf(text: string): (readonly [string, string])[] {
  return text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [name = '', ...rest] = part.trim().split('=');
      return [name.trim(), rest.join('=').trim()];
    });
}
