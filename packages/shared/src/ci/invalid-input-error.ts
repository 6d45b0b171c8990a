/**
 * An input cannot be used. `input` is its name in the terms of this package (`changeIdPattern`, or a field such as
 * `change_window_start`); `inputName` says what a user calls it. The message has no subject: `is not JSON: …`.
 */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError';
  readonly input: string;

  constructor(input: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.input = input;
  }
}
