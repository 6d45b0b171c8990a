import type { Setting } from './types.ts';

/**
 * A setting with which nothing can be sent. The message has no subject, since wrappers name settings differently:
 * `is not a valid URL: …`. It never shows a secret.
 */
export class ClientSettingError extends Error {
  override readonly name = 'ClientSettingError';
  readonly setting: Setting;

  constructor(setting: Setting, message: string, options?: ErrorOptions) {
    super(message, options);
    this.setting = setting;
  }
}

/** A line of an undelivered file that cannot be replayed. */
export class UndeliveredFileError extends Error {
  override readonly name = 'UndeliveredFileError';
  /** Counted from 1. */
  readonly line: number;

  constructor(path: string, line: number, problem: string, options?: ErrorOptions) {
    super(`${path}, line ${line}: ${problem}`, options);
    this.line = line;
  }
}
