/** A row that another row forbids. `sql-store.ts` turns it into an answer. */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError';
  readonly constraint: 'foreign-key' | 'unique';

  constructor(constraint: 'foreign-key' | 'unique', options: { cause: unknown }) {
    super(`${constraint} constraint`, options);
    this.constraint = constraint;
  }
}
