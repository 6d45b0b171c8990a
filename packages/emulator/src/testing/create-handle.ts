import { readFile } from 'node:fs/promises';
import type { RunBody } from '../calculation/run.schema.ts';
import type { CreateAccountBody, CreatedAccountBody } from '../control/account.schema.ts';
import type { SnapshotBody } from '../control/snapshot.schema.ts';
import type { MintedTokenBody } from '../control/token.schema.ts';
import { createApiHandle } from './api-handle.ts';
import { createCallService } from './call-service.ts';
import { clockBody, createClockHandle } from './clock-handle.ts';
import type { AccountEmulator, AccountOptions, Emulator } from './emulator.ts';
import { EmulatorError } from './emulator-error.ts';
import { createFaultsHandle } from './faults-handle.ts';
import { readSeedInput } from './read-seed-input.ts';
import { createRequestsHandle } from './requests-handle.ts';

export interface HandleOptions {
  /** Base URL, without a final slash. */
  url: string;
  apiKey: string;
  accountId: string | undefined;
  dispose(): Promise<void>;
}

/** Makes the handle of an emulator, or of one account in it: the same for all, whoever started it. */
export function createHandle({ url, apiKey, accountId, dispose }: HandleOptions): Emulator {
  const call = createCallService({ url, apiKey });

  async function account({ name, seed, clock }: AccountOptions = {}): Promise<AccountEmulator> {
    const json: CreateAccountBody = {
      ...(name === undefined ? {} : { name }),
      ...(seed === undefined ? {} : { seed: await readSeedInput(seed) }),
      ...(clock === undefined ? {} : { clock: clockBody(clock) }),
    };
    const { key, ...made } = await call<CreatedAccountBody>('POST', '/_control/accounts', { json });
    const remove = () => removeAccount(made.accountId);
    return { ...createHandle({ url, apiKey: key, accountId: made.accountId, dispose: remove }), ...made };
  }

  async function removeAccount(id: string): Promise<void> {
    try {
      await call('DELETE', `/_control/accounts/${id}`);
    } catch (error) {
      // A reset of the whole emulator has removed it already.
      if (!(error instanceof EmulatorError && error.status === 404)) throw error;
    }
  }

  return {
    url,
    apiKey,
    accountId,
    clock: createClockHandle(call),
    faults: createFaultsHandle(call),
    requests: createRequestsHandle(call),
    api: createApiHandle(call),
    async token(claims = {}) {
      return (await call<MintedTokenBody>('POST', '/_control/tokens', { json: claims })).access_token;
    },
    account,
    calculate: () => call<RunBody>('POST', '/_control/calculate'),
    async seed(seed) {
      if (typeof seed !== 'string') return call('POST', '/_control/seed', { json: seed });
      // JSON is a part of YAML.
      const raw = { text: await readFile(seed, 'utf8'), contentType: 'application/yaml' };
      return call('POST', '/_control/seed', { raw });
    },
    reset: () => call('POST', '/_control/reset'),
    snapshot: () => call<SnapshotBody>('POST', '/_control/snapshot'),
    restore: (snapshot) => call('POST', '/_control/restore', { json: snapshot }),
    [Symbol.asyncDispose]: dispose,
  };
}
