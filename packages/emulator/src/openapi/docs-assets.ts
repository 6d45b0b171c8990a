import { WELL_KNOWN_CLIENT_ID } from '../auth/well-known.ts';
import { SUPPORTED_SCOPES } from '../routes/oauth.ts';

/**
 * Starts Swagger UI. The document is changed to the address under which the page itself is open: the service
 * may be called 127.0.0.1 by itself and localhost by the browser, which are not one origin.
 */
export const pageScript = `const page = new URL('.', location.href).href.replace(/\\/$/, '');
const response = await fetch('openapi.json');
const spec = await response.json();
const { password } = spec.components.securitySchemes.oauth2.flows;
const [{ url: base }] = spec.servers;
if (password.tokenUrl.startsWith(base + '/')) password.tokenUrl = page + password.tokenUrl.slice(base.length);
spec.servers = [{ url: page }];

const ui = SwaggerUIBundle({
  spec,
  dom_id: '#reference',
  // It would take #migration, too, for one of its own.
  deepLinking: location.hash !== '#migration',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // It would send the document to a server of Swagger's.
  validatorUrl: null,
});
ui.initOAuth({ clientId: '${WELL_KNOWN_CLIENT_ID}', scopes: ${JSON.stringify(SUPPORTED_SCOPES)} });
`;

export const pageStyle = `body { margin: 0; }
nav, details, noscript { font-family: system-ui, sans-serif; color: #3b4151; }
nav { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; padding: 0.75rem 20px; background: #1b1b1b; }
nav strong { color: #fff; }
nav a { color: #b8d4ff; }
main { max-width: 1460px; margin: 0 auto; }
noscript p { padding: 0 20px; }
details { padding: 0.75rem 20px; background: #fff6dd; line-height: 1.5; }
summary { cursor: pointer; }
#migration { max-width: 48rem; padding-top: 0.5rem; }
#migration pre { overflow-x: auto; padding: 0.75rem 1rem; background: #fff; border-radius: 4px; }
#migration code, #migration pre { font-family: ui-monospace, monospace; font-size: 0.875rem; }
#migration del { color: #a1260d; }
#migration ins { color: #13622e; text-decoration: none; }
`;
