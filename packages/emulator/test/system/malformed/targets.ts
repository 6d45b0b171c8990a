import type { Random } from '../random.ts';
import { randomQuery } from './queries.ts';

/** What a request asks for. */
export interface RequestTarget {
  method: string;
  /** Route by which its body is chosen. */
  route: string;
  /** As it stands in the first line. */
  path: string;
}

const WITH_BODY = [
  '/events',
  '/events',
  '/events',
  '/events',
  '/entities',
  '/blueprints',
  '/api-keys',
  '/oauth/token',
  '/incidents',
  '/repos',
  '/incidents/webhooks/pagerduty',
];
const READABLE = [
  '/events',
  '/entities',
  '/blueprints',
  '/api-keys',
  '/incidents',
  '/repos',
  '/dora',
  '/dora/explain',
  '/dora/runs',
  '/livez',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/.well-known/jwks.json',
];
const IDS = [
  'nobody',
  'e0000000-0000-4000-8000-0000000000ff',
  'E0000000-0000-4000-8000-0000000000FF',
  '%00',
  '%ff',
  '%',
  '%E0%A4%A',
  '%2e%2e',
  '%2F..%2f',
  '..',
  '.',
  '__proto__',
  'constructor',
  '-1',
  '1e999',
  "'or'1'='1",
  '%F0%9F%9A%80',
  '%ED%A0%80',
  'a'.repeat(3000),
  'a/b/c',
  ';x=1',
  '*',
];
const PATHS = [
  '/',
  '//',
  '//events',
  '/events/',
  '/Events',
  '/events/../events',
  '/%65vents',
  '*',
  'http://else.where/events',
  '/events\\',
  '/events#x',
  '/graphql',
  '/mcp',
  '/_control/clock',
  '/.git/config',
];
const METHODS = ['FOO', 'TRACE', 'OPTIONS', 'PROPFIND', 'M-SEARCH', 'get', 'PUT', 'DELETE', 'LINK', 'QUERY'];
/** Any method on any path, most of them such that somebody answers. */
export function randomTarget(random: Random): RequestTarget {
  const kind = random.int(0, 19);
  if (kind < 11) {
    const route = random.pick(WITH_BODY);
    return { method: 'POST', route, path: random.chance(0.05) ? route + randomQuery(random) : route };
  }
  if (kind < 13) {
    const path = `/entities/${random.chance(0.6) ? `entity-${random.int(0, 99)}` : random.pick(IDS)}`;
    return { method: 'PATCH', route: '/entities', path };
  }
  if (kind < 16)
    return {
      method: random.pick(['GET', 'GET', 'GET', 'HEAD']),
      route: '',
      path: random.pick(READABLE) + randomQuery(random),
    };
  if (kind < 18) {
    const path = `${random.pick(['/events', '/entities', '/api-keys', '/blueprints', '/incidents', '/repos'])}/${random.pick(IDS)}`;
    return { method: random.pick(['GET', 'DELETE', 'PATCH', 'HEAD']), route: '/entities', path };
  }
  if (kind === 18) return { method: random.pick(METHODS), route: '/events', path: random.pick(READABLE) };
  return { method: random.pick(['GET', 'POST']), route: '/events', path: random.pick(PATHS) };
}
