import type { ServiceUrls } from './auth/service-urls.ts';
import type { Config } from './config.ts';

export interface ListeningUrls extends ServiceUrls {
  /** Says where the service listens: called once, when the port is known. */
  listeningOn(origin: string): void;
}

/** The addresses that the service prints, discovers and puts into tokens, as the configuration has them. */
export function createUrls(
  config: Pick<Config, 'basePath' | 'publicUrl' | 'authUrl' | 'audience'>,
): ListeningUrls {
  let origin: string | undefined;

  function baseUrl(): string {
    if (config.publicUrl !== undefined) return config.publicUrl;
    if (origin === undefined) throw new Error('the base URL is known only once the server listens');
    return origin + config.basePath;
  }

  return {
    baseUrl,
    authUrl: () => config.authUrl ?? baseUrl(),
    audience: () => config.audience ?? baseUrl(),
    listeningOn(url) {
      origin = url;
    },
  };
}
