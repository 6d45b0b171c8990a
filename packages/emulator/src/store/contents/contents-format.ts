import { checkContents } from './check-contents.ts';
import { JsonFormatError } from './json-format-error.ts';
import type { StoreContents } from './store-contents.ts';

/** Turns a document of one format version into the next version's. It leaves its argument as it is. */
export type JsonMigration = (document: object) => object;

/** The first one leads from format 1 to format 2, and so on: the format is one more than there are of them. */
export const jsonMigrations: readonly JsonMigration[] = [
  // Incidents, repositories and what is calculated from them came with format 2.
  (document) => ({
    ...document,
    incidents: [],
    repos: [],
    commits: [],
    metricStates: [],
    metricChains: [],
    metricDays: [],
    metricChanges: [],
    metricLinks: [],
    metricRuns: [],
  }),
];

/** The present format. */
export const JSON_FORMAT = jsonMigrations.length + 1;

/**
 * Parses and checks a file's text, and lifts it to the present format.
 *
 * @returns the contents, and the format in which the text was written.
 * @throws JsonFormatError
 */
export function parseContents(
  text: string,
  migrations: readonly JsonMigration[] = jsonMigrations,
): { contents: StoreContents; format: number } {
  return liftContents(parseObject(text), migrations);
}

/**
 * Checks a document, and lifts it to the present format.
 *
 * @returns the contents, and the format in which the document was.
 * @throws JsonFormatError
 */
export function liftContents(
  document: object,
  migrations: readonly JsonMigration[] = jsonMigrations,
): { contents: StoreContents; format: number } {
  const format = 'milepostFormat' in document ? document.milepostFormat : undefined;
  if (typeof format !== 'number' || !Number.isSafeInteger(format) || format < 1) {
    throw new JsonFormatError('is not of Milepost (no milepostFormat in it)', 'name another file');
  }
  const newest = migrations.length + 1;
  if (format > newest) {
    throw new JsonFormatError(
      `was written by a newer Milepost (format ${format}; this one reads ${newest})`,
      'update Milepost',
    );
  }
  let migrated: object = document;
  for (const [index, migrate] of migrations.slice(format - 1).entries()) {
    migrated = { ...migrate(migrated), milepostFormat: format + index + 1 };
  }
  return { contents: checkContents(migrated), format };
}

/** One record a line: a person can read and compare it, and it costs little more than no line breaks. */
export function formatContents(contents: StoreContents, format = JSON_FORMAT): string {
  const collections: Record<keyof StoreContents, Iterable<object>> = {
    accounts: contents.accounts,
    users: contents.users,
    apiKeys: contents.apiKeys,
    blueprints: contents.blueprints,
    entities: contents.entities,
    secrets: contents.secrets,
    idempotencyKeys: contents.idempotencyKeys,
    events: contents.events,
    incidents: contents.incidents,
    repos: contents.repos,
    commits: contents.commits,
    metricStates: contents.metricStates,
    metricChains: contents.metricChains,
    metricDays: contents.metricDays,
    metricChanges: contents.metricChanges,
    metricLinks: contents.metricLinks,
    metricRuns: contents.metricRuns,
  };
  const members = Object.entries(collections).map(([name, records]) => {
    const lines = Array.from(records, (record) => `\n    ${JSON.stringify(record)}`);
    return `,\n  "${name}": [${lines.join(',')}${lines.length > 0 ? '\n  ' : ''}]`;
  });
  return `{\n  "milepostFormat": ${format}${members.join('')}\n}\n`;
}

function parseObject(text: string): object {
  if (text.trim() === '') {
    throw new JsonFormatError('is empty', 'restore it from a backup, or remove it to begin anew');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new JsonFormatError('is not JSON', 'restore it from a backup, or name another file', {
      cause: error,
    });
  }
  if (typeof value === 'object' && value !== null) return value;
  throw new JsonFormatError('is not of Milepost (no object in it)', 'name another file');
}
