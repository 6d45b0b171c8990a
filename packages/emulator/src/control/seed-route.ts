import type { RequestHandler, Router } from 'express';
import { identityOf } from '../auth/identity.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { HttpError } from '../http/http-errors.ts';
import { createBodyReader, textOf } from '../http/read-body.ts';
import { parseSeedText } from '../seed/parse-seed.ts';
import { plantSeed } from '../seed/plant-seed.ts';
import { MAX_SEED_BYTES } from '../seed/seed.schema.ts';
import { createTurns } from '../take-turns.ts';
import { answerMistakes } from './answer-mistakes.ts';
import type { StateDeps } from './state-deps.ts';

/** Most bytes of a seed in YAML: reading it takes a second a megabyte, in which nobody else is answered. */
const MAX_YAML_BYTES = 1024 * 1024;

/** POST /_control/seed: plants a seed in the caller's account, JSON or YAML. */
export function seedRoute({
  state: { store, clocks },
  guard,
}: {
  state: StateDeps;
  guard: readonly RequestHandler[];
}): Router {
  const router = createRouter();
  const inTurn = createTurns();
  const readBody = createBodyReader(MAX_SEED_BYTES);
  const readBytes: RequestHandler = (req, res, next) => {
    readBody(req, res, (error, bytes) => {
      req.body = bytes;
      next(error);
    });
  };

  const plant: RequestHandler = async (req, res) => {
    const { accountId } = identityOf(res);
    const body: unknown = req.body;
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const format = formatOf(req.headers['content-type'] ?? '');
    if (format === 'yaml' && bytes.length > MAX_YAML_BYTES) throw yamlTooLarge();
    const text = textOf(bytes, 'a seed, JSON or YAML');
    await answerMistakes(async () => {
      const seed = await parseSeedText(text, format);
      // Two at once would each find the same things missing.
      await inTurn(accountId, () => plantSeed(store, seed, { accountId, now: clocks.of(accountId).now() }));
    });
    res.status(204).end();
  };

  defineRoute(router, '/_control/seed', { post: [...guard, readBytes, plant] });
  return router;
}

function yamlTooLarge(): HttpError {
  return new HttpError(
    413,
    'A seed in YAML may have 1 MiB (1048576 bytes); send it as JSON (application/json), which may have 16 MiB.',
    { refusals: [{ rule: 'max-bytes', path: null, nearest: MAX_YAML_BYTES }] },
  );
}

function formatOf(contentType: string): 'json' | 'yaml' {
  const [type = ''] = contentType.toLowerCase().split(';');
  if (type.trim() === 'application/json') return 'json';
  if (/^(application|text)\/(x-)?yaml$/.test(type.trim())) return 'yaml';
  throw new HttpError(400, 'Content-Type must be application/json or application/yaml.');
}
