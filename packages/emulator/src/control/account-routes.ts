import { formatTimestamp, isUuid } from '@milepost/shared/validation';
import type { RequestHandler, Router } from 'express';
import { WELL_KNOWN_ACCOUNT } from '../auth/well-known.ts';
import { createBodyCheck } from '../http/check-body.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { HttpError } from '../http/http-errors.ts';
import { createJsonReader } from '../http/read-json.ts';
import { sendJson } from '../http/send-json.ts';
import { parseSeed } from '../seed/parse-seed.ts';
import { MAX_SEED_BYTES, SEED_DEPTH } from '../seed/seed.schema.ts';
import { type AccountListBody, type CreateAccountBody, createAccountSchema } from './account.schema.ts';
import { answerMistakes } from './answer-mistakes.ts';
import type { ClearScope } from './clear-scope.ts';
import { clockSettingOf } from './clock-setting.ts';
import { controlScope, requireScope } from './control-scope.ts';
import { listEmulatedAccounts } from './emulated-accounts.ts';
import type { StateDeps } from './state-deps.ts';
import { createTestAccount, removeTestAccount } from './test-accounts.ts';

export interface AccountDeps {
  state: StateDeps;
  clear: ClearScope;
  guard: readonly RequestHandler[];
}

/** /_control/accounts: an account of its own for each test, so that tests side by side cannot hurt each other. */
export function accountRoutes({ state, clear, guard }: AccountDeps): Router {
  const router = createRouter();
  // Levels above those of a seed: the body.
  const check = createBodyCheck<CreateAccountBody>(createAccountSchema, SEED_DEPTH + 1);

  const create: RequestHandler = async (req, res) => {
    requireScope(res, WELL_KNOWN_ACCOUNT.id);
    const { name, seed, clock } = await check(req);
    const setting = clockSettingOf(clock ?? { mode: 'system' }, state.clocks.shared.now(), 'clock.');
    const make = async () => {
      const checked = seed && (await parseSeed(seed));
      return createTestAccount(state, { name, seed: checked, clock: setting });
    };
    sendJson(res, 201, await answerMistakes(make, 'seed'));
  };

  const list: RequestHandler = async (_req, res) => {
    const scope = controlScope(res);
    const found = await listEmulatedAccounts(state.store);
    const items = found
      .filter(({ account: { id } }) => (scope === undefined ? id !== WELL_KNOWN_ACCOUNT.id : id === scope))
      .map(({ account: { id, name, createdAt } }) => ({
        accountId: id,
        name,
        createdAt: formatTimestamp(createdAt),
      }));
    sendJson(res, 200, { items } satisfies AccountListBody);
  };

  const remove: RequestHandler = async (req, res) => {
    const id = String(req.params['id']).toLowerCase();
    requireScope(res, id);
    if (id === WELL_KNOWN_ACCOUNT.id)
      throw new HttpError(409, "The emulator's own account stays; POST /_control/reset empties it.");
    if (!isUuid(id) || !(await removeTestAccount(state, id)))
      throw new HttpError(404, 'There is no account with this id that was made by POST /_control/accounts.');
    clear(id);
    res.status(204).end();
  };

  defineRoute(router, '/_control/accounts', {
    get: [...guard, list],
    post: [...guard, createJsonReader(MAX_SEED_BYTES), create],
  });
  defineRoute(router, '/_control/accounts/:id', { delete: [...guard, remove] });
  return router;
}
