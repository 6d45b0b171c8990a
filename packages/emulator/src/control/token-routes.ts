import type { RequestHandler, Router } from 'express';
import { identityOf } from '../auth/identity.ts';
import { startingUserId } from '../auth/starting-contents.ts';
import { DEFAULT_SCOPE, type Tokens } from '../auth/tokens.ts';
import { WELL_KNOWN_CLIENT_ID } from '../auth/well-known.ts';
import { createBodyCheck } from '../http/check-body.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { readJson } from '../http/read-json.ts';
import { sendJson } from '../http/send-json.ts';
import { requireScope } from './control-scope.ts';
import { type MintedTokenBody, type MintTokenBody, mintTokenSchema } from './token.schema.ts';

/** POST /_control/tokens: tokens of any kind, those that must be refused included. */
export function tokenRoutes({
  tokens,
  guard,
}: {
  tokens: Pick<Tokens, 'issueAccessToken'>;
  guard: readonly RequestHandler[];
}): Router {
  const router = createRouter();
  const check = createBodyCheck<MintTokenBody>(mintTokenSchema);

  const mint: RequestHandler = async (req, res) => {
    const wish = await check(req);
    const accountId = wish.accountId ?? identityOf(res).accountId;
    requireScope(res, accountId);
    const token = await tokens.issueAccessToken({
      subject: wish.sub ?? startingUserId(accountId),
      accountId,
      clientId: WELL_KNOWN_CLIENT_ID,
      scope: DEFAULT_SCOPE,
      onlyAudience: wish.audience,
      issuer: wish.issuer,
      lifetime: wish.expiresIn,
      notBefore: wish.notBefore,
      badSignature: wish.badSignature,
    });
    res.setHeader('Cache-Control', 'no-store');
    sendJson(res, 200, { access_token: token } satisfies MintedTokenBody);
  };

  defineRoute(router, '/_control/tokens', { post: [...guard, readJson, mint] });
  return router;
}
