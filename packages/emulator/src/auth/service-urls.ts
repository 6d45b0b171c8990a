/**
 * Where callers reach the service. Functions, because with port 0 nothing of it is known until it listens.
 * None ends with a slash; the base path is part of each.
 */
export interface ServiceUrls {
  baseUrl(): string;
  /** Issuer of the tokens; `/oauth/token` and `/.well-known/` are under it. */
  authUrl(): string;
  /** The API audience: tokens must be for it. */
  audience(): string;
}
