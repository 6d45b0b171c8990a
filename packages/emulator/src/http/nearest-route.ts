import { nearestName } from '@milepost/shared/validation';

/** What is asked for by a name of its own, and not by an id. */
const ROUTES = [
  '/events',
  '/entities',
  '/blueprints',
  '/incidents',
  '/repos',
  '/dora',
  '/dora/explain',
  '/dora/runs',
  '/api-keys',
  '/oauth/token',
  '/livez',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
];

/** The route that was meant by a path where there is none: `/milepost/events` by `/event`; null without a guess. */
export function nearestRoute(basePath: string, path: string): string | null {
  const asked = path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  const route = nearestName(asked, ROUTES);
  return route === undefined ? null : basePath + route;
}
