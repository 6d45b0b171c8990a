export * from './client-inputs.ts';
export { createClient } from './create-client.ts';
export { ClientSettingError, UndeliveredFileError } from './errors.ts';
export { createRedactor, type Redactor } from './redact.ts';
export * from './types.ts';
export { appendUndelivered, readUndelivered, settleUndelivered } from './undelivered-file.ts';
