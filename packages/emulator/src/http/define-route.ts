import { nearestName } from '@milepost/shared/validation';
import { type RequestHandler, Router } from 'express';
import { HttpError } from './http-errors.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A router for `defineRoute`: `/Events` is not `/events`, and Express lets no router inherit that. */
export function createRouter(): Router {
  return Router({ caseSensitive: true });
}

/** Registers a path with its methods; any other method is 405 and told which there are. */
export function defineRoute(
  router: Router,
  path: string,
  methods: Partial<Record<Method, readonly RequestHandler[]>>,
): void {
  const route = router.route(path);
  const allowed: string[] = [];
  for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
    const handlers = methods[method];
    if (!handlers) continue;
    route[method](...handlers);
    allowed.push(...(method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  }
  const allow = allowed.join(', ');
  route.all((req) => {
    throw new HttpError(405, `${req.method} is not possible on ${req.baseUrl}${req.path}; ${allow} is.`, {
      headers: { Allow: allow },
      refusals: [
        { rule: 'method', path: null, nearest: nearestName(req.method, allowed) ?? allowed[0] ?? null },
      ],
    });
  });
}
