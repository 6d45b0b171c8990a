import { readFileSync } from 'node:fs';
import type { ServiceUrls } from '../auth/service-urls.ts';
import { headers } from './headers.ts';
import { info, tags } from './info.ts';
import type { Paths } from './openapi-types.ts';
import { apiKeyPaths } from './paths/api-keys.ts';
import { blueprintPaths } from './paths/blueprints.ts';
import { controlPaths } from './paths/controls.ts';
import { doraPaths } from './paths/dora.ts';
import { entityPaths } from './paths/entities.ts';
import { eventPaths } from './paths/events.ts';
import { incidentPaths } from './paths/incidents.ts';
import { repoPaths } from './paths/repos.ts';
import { servicePaths } from './paths/service.ts';
import { tokenPaths } from './paths/tokens.ts';
import { componentSchemas } from './schemas.ts';
import { securitySchemes } from './security.ts';

const paths: Paths = {
  ...eventPaths,
  ...entityPaths,
  ...blueprintPaths,
  ...incidentPaths,
  ...repoPaths,
  ...doraPaths,
  ...apiKeyPaths,
  ...tokenPaths,
  ...servicePaths,
};

/**
 * The OpenAPI 3.1 document of the service as it is reached at `urls`, with or without the emulator's controls.
 * Its schemas are the objects that validate requests; a test stands between the two and a client, and fails when
 * they differ.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function buildDocument(urls: Pick<ServiceUrls, 'baseUrl' | 'authUrl'>, { controls = true } = {}) {
  const baseUrl = urls.baseUrl();
  return {
    openapi: '3.1.1',
    info: info(baseUrl, packageVersion()),
    servers: [{ url: baseUrl }],
    tags: tags.filter(({ name }) => controls || name !== 'Emulator controls'),
    paths: controls ? { ...paths, ...controlPaths } : paths,
    components: {
      schemas: componentSchemas(),
      headers,
      securitySchemes: securitySchemes(urls.authUrl(), baseUrl),
    },
  };
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return version;
}
