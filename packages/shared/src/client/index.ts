export { jsonOf, messageOf } from './answer-text.ts';
export { createAuthorizer } from './authorizer.ts';
export { batchEvents } from './batches.ts';
export * from './client-inputs.ts';
export { createClient } from './create-client.ts';
export { ClientSettingError, UndeliveredFileError } from './errors.ts';
export { proxyFor } from './proxy.ts';
export { createRedactor, type Redactor } from './redact.ts';
export { serviceProblem } from './service-problem.ts';
export { checkSettings, type Settings } from './settings.ts';
export { type Answer, openTransport, type Transport } from './transport.ts';
export * from './types.ts';
export {
  appendUndelivered,
  isUndeliveredBatch,
  readUndelivered,
  settleUndelivered,
} from './undelivered-file.ts';
