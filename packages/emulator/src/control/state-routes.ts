import type { RequestHandler, Router } from 'express';
import { createBodyCheck } from '../http/check-body.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { HttpError } from '../http/http-errors.ts';
import { createJsonReader } from '../http/read-json.ts';
import { sendJsonText } from '../http/send-json.ts';
import { ContentsError } from '../store/contents/contents-error.ts';
import { liftContents } from '../store/contents/contents-format.ts';
import { JsonFormatError } from '../store/contents/json-format-error.ts';
import type { StoreContents } from '../store/contents/store-contents.ts';
import { checkRestored } from './check-restored.ts';
import type { ClearScope } from './clear-scope.ts';
import { controlScope } from './control-scope.ts';
import { findEmulatedAccount } from './emulated-accounts.ts';
import { reset } from './reset.ts';
import { type SnapshotBody, snapshotSchema } from './snapshot.schema.ts';
import { restoreSnapshot, takeSnapshot } from './snapshot.ts';
import type { StateDeps } from './state-deps.ts';

export interface StateRoutesDeps {
  state: StateDeps;
  clear: ClearScope;
  guard: readonly RequestHandler[];
}

/** Most bytes of a snapshot. */
export const MAX_SNAPSHOT_BYTES = 128 * 1024 * 1024;

/** Contents are checked by their own schema; the records in them are flat but for JSON text. */
const SNAPSHOT_DEPTH = 8;

/** /_control/reset, snapshot and restore: what is stored, and the time, as it was. */
export function stateRoutes({ state, clear, guard }: StateRoutesDeps): Router {
  const router = createRouter();
  const check = createBodyCheck<SnapshotBody>(snapshotSchema, SNAPSHOT_DEPTH);

  const begin: RequestHandler = async (_req, res) => {
    const scope = controlScope(res);
    if (!(await reset(state, scope))) throw notEmulated();
    clear(scope);
    res.status(204).end();
  };

  const take: RequestHandler = async (_req, res) => {
    sendJsonText(res, 200, await takeSnapshot(state, controlScope(res)));
  };

  const restore: RequestHandler = async (req, res) => {
    const { contents: document, ...snapshot } = await check(req);
    const scope = controlScope(res);
    refuseOtherScope(snapshot, scope);
    if (scope !== undefined && !(await findEmulatedAccount(state.store, scope))) throw notEmulated();
    const contents = contentsOf(document);
    try {
      await checkRestored(contents);
      const gone = await restoreSnapshot(state, scope, { ...snapshot, contents });
      for (const accountId of gone) clear(accountId);
    } catch (error) {
      if (error instanceof ContentsError) throw refusal('contents', error.message, error);
      throw error;
    }
    res.status(204).end();
  };

  defineRoute(router, '/_control/reset', { post: [...guard, begin] });
  defineRoute(router, '/_control/snapshot', { post: [...guard, take] });
  defineRoute(router, '/_control/restore', {
    post: [...guard, createJsonReader(MAX_SNAPSHOT_BYTES), restore],
  });
  return router;
}

function contentsOf(document: object): StoreContents {
  try {
    return liftContents(document).contents;
  } catch (error) {
    if (error instanceof JsonFormatError) throw refusal('contents', error.message, error);
    throw error;
  }
}

function refuseOtherScope({ scope }: Pick<SnapshotBody, 'scope'>, asked: string | undefined): void {
  if (scope === (asked === undefined ? 'emulator' : 'account')) return;
  throw refusal(
    'scope',
    asked === undefined
      ? "is 'account'; restore it with the key of an account that was made by POST /_control/accounts"
      : "is 'emulator'; restore it with a credential of the emulator's own account",
  );
}

function refusal(path: string, msg: string, cause?: unknown): HttpError {
  return new HttpError(400, [{ type: 'field', msg, path, location: 'body' }], { cause });
}

/** What was stored before anybody ran an emulator on this store is nothing to play with. */
function notEmulated(): HttpError {
  return new HttpError(
    409,
    'This account was not made by POST /_control/accounts; the controls leave it as it is.',
  );
}
