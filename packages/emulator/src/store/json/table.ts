/** Records in the order of their creation, found by key and, where they have one, by a second unique key. */
export interface Rows<T> extends Iterable<T> {
  get(key: string): T | undefined;
  getByAlias(alias: string): T | undefined;
}

/** Rows as they will be: the table's with the draft's changes on top. The table itself stays as it is. */
export interface TableDraft<T> extends Rows<T> {
  readonly changed: boolean;
  /** Adds the record; throws, and changes nothing, when its key or alias is taken. */
  insert(record: T): void;
  /** Adds the record or replaces the one with its key; throws when its alias belongs to another. */
  put(record: T): void;
  remove(key: string): void;
  /** Removes those records of which it holds. */
  removeAll(isGone: (record: T) => boolean): void;
  /** Makes the draft's changes the table's. */
  apply(): void;
}

export interface Table<T> extends Rows<T> {
  /** The records of one group, in the order of their creation. */
  group(name: string): Iterable<T>;
  /** At most one draft may live at a time. */
  draft(): TableDraft<T>;
}

export interface TableOptions<T> {
  keyOf(record: T): string;
  /** undefined for a record without one. */
  aliasOf?(record: T): string | undefined;
  /** Records are found by it together. A key stays in its group, whatever else changes. */
  groupOf?(record: T): string;
}

export function createTable<T>({ keyOf, aliasOf, groupOf }: TableOptions<T>): Table<T> {
  const rows = new Map<string, T>();
  const keysByAlias = new Map<string, string>();
  const groups = new Map<string, Map<string, T>>();

  function set(key: string, record: T): void {
    rows.set(key, record);
    if (!groupOf) return;
    const name = groupOf(record);
    const members = groups.get(name) ?? new Map<string, T>();
    groups.set(name, members.set(key, record));
  }

  function drop(key: string): void {
    const record = rows.get(key);
    rows.delete(key);
    if (record === undefined || !groupOf) return;
    const name = groupOf(record);
    groups.get(name)?.delete(key);
    if (groups.get(name)?.size === 0) groups.delete(name);
  }

  return {
    get: (key) => rows.get(key),
    getByAlias(alias) {
      const key = keysByAlias.get(alias);
      return key === undefined ? undefined : rows.get(key);
    },
    group: (name) => groups.get(name)?.values() ?? [],
    [Symbol.iterator]: () => rows.values(),
    draft() {
      // undefined marks what is removed.
      const changes = new Map<string, T | undefined>();
      const aliasChanges = new Map<string, string | undefined>();

      const get = (key: string) => (changes.has(key) ? changes.get(key) : rows.get(key));
      const keyByAlias = (alias: string) =>
        aliasChanges.has(alias) ? aliasChanges.get(alias) : keysByAlias.get(alias);

      function remove(key: string): void {
        const record = get(key);
        if (record === undefined) return;
        changes.set(key, undefined);
        const alias = aliasOf?.(record);
        if (alias !== undefined) aliasChanges.set(alias, undefined);
      }

      function put(record: T): void {
        const key = keyOf(record);
        const alias = aliasOf?.(record);
        const owner = alias === undefined ? undefined : keyByAlias(alias);
        if (owner !== undefined && owner !== key) throw new Error(`${alias} belongs to another record`);
        remove(key);
        changes.set(key, record);
        if (alias !== undefined) aliasChanges.set(alias, key);
      }

      function* current(): Generator<T> {
        for (const [key, record] of rows) {
          const row = changes.has(key) ? changes.get(key) : record;
          if (row !== undefined) yield row;
        }
        for (const [key, record] of changes) {
          if (record !== undefined && !rows.has(key)) yield record;
        }
      }

      return {
        get,
        getByAlias(alias) {
          const key = keyByAlias(alias);
          return key === undefined ? undefined : get(key);
        },
        get changed() {
          return changes.size > 0;
        },
        insert(record) {
          if (get(keyOf(record)) !== undefined) throw new Error(`there are two records ${keyOf(record)}`);
          put(record);
        },
        put,
        remove,
        removeAll(isGone) {
          for (const record of Array.from(current())) if (isGone(record)) remove(keyOf(record));
        },
        [Symbol.iterator]: current,
        apply() {
          for (const [key, record] of changes) {
            if (record === undefined) drop(key);
            else set(key, record);
          }
          for (const [alias, key] of aliasChanges) {
            if (key === undefined) keysByAlias.delete(alias);
            else keysByAlias.set(alias, key);
          }
        },
      };
    },
  };
}
