import { resolve } from 'node:path';
import type { StoreLocation } from '../config.ts';
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
