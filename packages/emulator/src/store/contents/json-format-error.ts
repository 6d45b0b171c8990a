/** What is wrong with a document, to follow its name: `is empty`. */
export class JsonFormatError extends Error {
  override readonly name = 'JsonFormatError';
  /** What to do about it when it is a file. */
  readonly remedy: string;

  constructor(finding: string, remedy: string, options: { cause?: unknown } = {}) {
    super(finding, options);
    this.remedy = remedy;
  }
}
