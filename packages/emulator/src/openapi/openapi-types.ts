import type { HeaderName } from './headers.ts';
import type { SchemaName } from './schemas.ts';

/** The parts of OpenAPI 3.1 that the document uses. Schemas are plain objects: they are the ones that validate. */
export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: true;
  description: string;
  schema: object;
  example?: unknown;
  /** Of an array: whether its name comes once for each of its values. */
  explode?: true;
}

export interface Example {
  summary: string;
  value: unknown;
}

export interface MediaType {
  schema: object;
  example?: unknown;
  examples?: Readonly<Record<string, Example>>;
}

export interface Response {
  description: string;
  headers: Readonly<Record<string, Reference>>;
  content?: Readonly<Record<string, MediaType>>;
}

export interface Operation {
  operationId: string;
  tags: readonly Tag[];
  summary: string;
  description: string;
  /** `[]` for what anybody may ask. */
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly Parameter[];
  requestBody?: { required: true; content: Readonly<Record<string, MediaType>> };
  responses: Readonly<Record<string, Response>>;
}

export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>;

export type Paths = Readonly<Record<string, PathItem>>;

export type Tag =
  | 'Events'
  | 'Entities'
  | 'Blueprints'
  | 'Incidents'
  | 'Repositories'
  | 'Metrics'
  | 'API keys'
  | 'Tokens'
  | 'Service'
  | 'Emulator controls';

export interface Reference {
  $ref: string;
}

export function schemaReference(name: SchemaName): Reference {
  return { $ref: `#/components/schemas/${name}` };
}

export function headerReference(name: HeaderName): Reference {
  return { $ref: `#/components/headers/${name}` };
}
