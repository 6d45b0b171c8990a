import { Router } from 'express';
import type { ServiceUrls } from '../auth/service-urls.ts';

export function docsRoutes(_deps: { urls: ServiceUrls }): Router {
  return Router();
}
