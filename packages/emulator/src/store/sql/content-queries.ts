import type { ContentStore } from '../content-port.ts';
import { readContents } from './read-contents.ts';
import { replaceContents } from './replace-contents.ts';
import type { SqlEngine } from './sql-engine.ts';

/** Everything that accounts have, taken out and put in. */
export function contentQueries(engine: SqlEngine): ContentStore {
  return {
    readContents: (accountIds) => readContents(engine, accountIds),
    replaceContents: (contents, accountIds) => replaceContents(engine, contents, accountIds),
  };
}
