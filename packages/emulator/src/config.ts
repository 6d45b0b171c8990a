import type { CalculationSettings } from './calculation/settings.ts';

/** Everything that can be set, parsed and checked by the cli; the rest of the program reads only this. */
export interface Config {
  /** Address to listen on. */
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** `''` or a path that begins with a slash and does not end with one. */
  basePath: string;
  /** Base URL as callers see it, when it is not where we listen (a port mapping, a proxy). No final slash. */
  publicUrl: string | undefined;
  /** Issuer of tokens, when it is not the service itself. No final slash. */
  authUrl: string | undefined;
  /** The API audience, when it is not the base URL. */
  audience: string | undefined;
  store: StoreLocation;
  /** The key of emulator mode. */
  apiKey: string;
  /** false refuses every API key, as a future release of the service will. */
  apiKeysAccepted: boolean;
  rateLimits: RateLimits | null;
  /** What an entity that does not exist becomes: an item of `failures`, or a 400. */
  entityErrors: 'report' | 'reject';
  /** Accept unknown event members and attributes. */
  loose: boolean;
  /** Create an unknown entity when an event first names it. */
  autoEntities: boolean;
  /** Answer /metrics without a credential. */
  publicMetrics: boolean;
  /** What decides about the metrics beside the data. */
  calculation: CalculationSettings;
  /** Directory of the mirrors of connected repositories. */
  mirrors: string;
  /** Access tokens for them, by host. */
  gitTokens: ReadonlyMap<string, string>;
  /** Who may use /_control besides this machine itself; null leaves /_control out, as a server for others does. */
  controlFrom: ControlFrom | null;
}

/** Everybody, or those with an address in one of the subnets. */
export type ControlFrom = 'any' | readonly Subnet[];

/** A network by its address and the length of its prefix; a single address has all bits. */
export interface Subnet {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/** Requests a credential may make. */
export interface RateLimits {
  minute: number;
  hour: number;
}

/** Where the data are. Paths are absolute. */
export type StoreLocation =
  | { engine: 'memory' }
  | { engine: 'file'; path: string }
  | { engine: 'sqlite'; path: string }
  | { engine: 'postgres'; url: string };
