import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { RequestHandler, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import type { ServiceUrls } from '../auth/service-urls.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { HttpError } from '../http/http-errors.ts';
import { sendJsonText } from '../http/send-json.ts';

/** GET /openapi.json, and GET /docs to read and try it. Both are made when first asked for: a start is quick. */
export function docsRoutes({ urls, controls }: { urls: ServiceUrls; controls: boolean }): Router {
  const router = createRouter();
  let document: Promise<{ text: string; etag: string }> | undefined;

  const sendDocument: RequestHandler = async (req, res) => {
    document ??= writeDocument(urls, controls);
    const { text, etag } = await document;
    res.set({ 'Cache-Control': 'no-cache', ETag: etag });
    if (req.fresh) {
      res.status(304).end();
      return;
    }
    sendJsonText(res, 200, text);
  };

  const sendPage: RequestHandler = async (req, res) => {
    // Its addresses are relative to /docs, and would be others at /docs/.
    if (req.path.endsWith('/')) {
      res.redirect(308, '../docs');
      return;
    }
    const { docsPage } = await import('../openapi/docs-page.ts');
    res.set('Cache-Control', 'no-cache').type('html');
    res.end(docsPage({ urls, swaggerUiVersion: swaggerUi().version }));
  };

  defineRoute(router, '/openapi.json', { get: [sendDocument] });
  defineRoute(router, '/docs', { get: [pagePolicy, sendPage] });
  defineRoute(router, '/docs/:file', { get: [sendAsset] });
  return router;
}

async function writeDocument(urls: ServiceUrls, controls: boolean): Promise<{ text: string; etag: string }> {
  const { buildDocument } = await import('../openapi/document.ts');
  const text = JSON.stringify(buildDocument(urls, { controls }));
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

/** Everything comes from here, and no script or style stands in the page itself. Swagger UI's icons are data. */
const pagePolicy = contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** The files that the page loads. */
const sendAsset: RequestHandler = async (req, res, next) => {
  const file = String(req.params['file']);
  if (SWAGGER_UI_FILES.includes(file)) {
    // The page asks for them by version.
    res.sendFile(file, { root: swaggerUi().directory, maxAge: '1y', immutable: true }, (error) => {
      // It is called when the file has gone out, too.
      if (error) next(error);
    });
    return;
  }
  const { pageScript, pageStyle } = await import('../openapi/docs-assets.ts');
  res.set('Cache-Control', 'no-cache');
  if (file === 'page.js') res.type('js').end(pageScript);
  else if (file === 'page.css') res.type('css').end(pageStyle);
  else throw new HttpError(404, `There is no /docs/${file} here.`);
};

/** Where npm has put Swagger UI. */
function swaggerUi(): { directory: string; version: string } {
  const require = createRequire(import.meta.url);
  const { version } = require('swagger-ui-dist/package.json');
  return { directory: dirname(require.resolve('swagger-ui-dist/package.json')), version };
}
