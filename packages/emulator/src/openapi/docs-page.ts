import type { ServiceUrls } from '../auth/service-urls.ts';
import { WELL_KNOWN_CLIENT_ID } from '../auth/well-known.ts';

/** `swagger-ui-dist` in this version; a part of the addresses of its files, so that these may be kept for ever. */
interface PageOptions {
  urls: Pick<ServiceUrls, 'baseUrl' | 'authUrl'>;
  swaggerUiVersion: string;
}

/**
 * The page at /docs. All its addresses are relative, so that it works wherever a proxy puts it. What is said of
 * the migration can be read without JavaScript.
 */
export function docsPage({ urls, swaggerUiVersion }: PageOptions): string {
  const swaggerUi = (file: string) => `docs/${file}?v=${swaggerUiVersion}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Milepost API</title>
    <link rel="icon" type="image/png" href="${swaggerUi('favicon-32x32.png')}">
    <link rel="stylesheet" href="${swaggerUi('swagger-ui.css')}">
    <link rel="stylesheet" href="docs/page.css">
    <script defer src="${swaggerUi('swagger-ui-bundle.js')}"></script>
    <script type="module" src="docs/page.js"></script>
  </head>
  <body>
    <nav>
      <strong>Milepost API</strong>
      <a href="openapi.json">openapi.json</a>
    </nav>
${migration(urls)}
    <main>
      <div id="reference">
        <noscript>
          <p>The reference below is shown with JavaScript. Without it, read <a href="openapi.json">openapi.json</a>.</p>
        </noscript>
      </div>
    </main>
  </body>
</html>
`;
}

/**
 * Specification, section 9. The Link header of answers to requests with an API key points here; a browser opens
 * the details by itself when the anchor is inside.
 */
function migration(urls: PageOptions['urls']): string {
  const base = escapeHtml(urls.baseUrl());
  const auth = escapeHtml(urls.authUrl());
  return `    <details>
      <summary>API keys are deprecated: how to move to bearer tokens</summary>
      <div id="migration">
        <p>
          API keys are deprecated in favour of bearer tokens. Both are accepted today, and nothing has to be done
          at once. A future release will remove API keys; the date will be announced in advance. Moving is a matter
          of one header:
        </p>
        <ol>
          <li>
            <p>Get a token for a user. It is valid for as many seconds as <code>expires_in</code> says.</p>
            <pre>curl -sS ${auth}/oauth/token \\
  -H 'content-type: application/json' \\
  -d '{"grant_type": "password", "username": "EMAIL", "password": "PASSWORD",
       "audience": "${base}",
       "client_id": "${WELL_KNOWN_CLIENT_ID}", "scope": "openid profile email"}'</pre>
          </li>
          <li>
            <p>Send it instead of the key.</p>
            <pre><del>x-api-key: API_KEY</del>
<ins>Authorization: Bearer ACCESS_TOKEN</ins></pre>
            <p>
              When a request has both headers, <code>Authorization</code> alone counts; so you can add the one
              before you take away the other.
            </p>
          </li>
          <li>
            <p>
              Get another token before the old one expires, or when an answer is 401 with
              <code>WWW-Authenticate: Bearer error="invalid_token"</code>.
            </p>
          </li>
          <li>
            <p>
              Find what still sends a key: each answer to it has a <code>Deprecation</code> header, and
              <code>GET ${base}/api-keys</code> says when each key was last used. Then revoke it:
              <code>DELETE ${base}/api-keys/ID</code>.
            </p>
          </li>
        </ol>
        <p>
          To rehearse the day on which keys are gone, start the service with <code>--no-api-keys</code>: every key
          is refused with 401, as it will be then.
        </p>
        <p>
          A token acts for a user, and sees the whole account; a key may be limited to some entities. Rate limits
          are the same, and are counted for each user rather than for each key.
        </p>
      </div>
    </details>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
