type Constraint = 'foreign-key' | 'unique' | 'value';

/** A row that another row forbids, or a value that its column cannot hold. The queries turn it into an answer. */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError';
  readonly constraint: Constraint;

  constructor(constraint: Constraint, options: { cause: unknown }) {
    super(`${constraint} constraint`, options);
    this.constraint = constraint;
  }
}
