import { readFile } from 'node:fs/promises';
import { createProblems, describeErrors, inspectJson } from '@milepost/shared/validation';
import { parse } from 'yaml';
import { WELL_KNOWN_ACCOUNT } from '../auth/well-known.ts';
import { createAjv } from '../validation/create-ajv.ts';
import { compileMapping, type Mapping } from './compile-mapping.ts';
import { DEFAULT_MAPPINGS } from './default-mappings.ts';
import { type SourceConfig, type WebhookConfigFile, webhookConfigSchema } from './webhook-config.schema.ts';
import { WebhookConfigError } from './webhook-config-error.ts';

export const WEBHOOK_SOURCES = ['pagerduty', 'servicenow'] as const;

export type WebhookSource = (typeof WEBHOOK_SOURCES)[number];

/** How the incidents of one system are received. */
export interface IncidentWebhook {
  source: WebhookSource;
  secret: string;
  accountId: string;
  mapping: Mapping;
}

/** The systems that may send incidents; what is not in it is 404. */
export type IncidentWebhooks = ReadonlyMap<string, IncidentWebhook>;

/** Short ones can be guessed from one delivery. */
const SHORTEST_SECRET = 8;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the file of incident webhooks, JSON or YAML (of which JSON is a part).
 *
 * @param env where `secretEnv` looks secrets up.
 * @throws WebhookConfigError that names the file and the first thing wrong with it. No secret is in it.
 */
export async function readWebhookConfig(path: string, env: Environment): Promise<IncidentWebhooks> {
  const fail = (message: string, cause?: unknown) =>
    new WebhookConfigError(`incident webhooks ${path}: ${message}`, { cause });
  const file = await parseFile(path, fail);
  const { config, problem } = await checkFile(file);
  if (!config) throw fail(problem);
  try {
    return await createWebhooks(config, env);
  } catch (cause) {
    throw cause instanceof WebhookConfigError ? fail(cause.message, cause) : cause;
  }
}

/**
 * Makes the webhooks of a valid configuration.
 *
 * @throws WebhookConfigError that names the place: a secret that is missing, a pattern that is none.
 */
export async function createWebhooks(config: WebhookConfigFile, env: Environment): Promise<IncidentWebhooks> {
  const webhooks = new Map<string, IncidentWebhook>();
  for (const source of WEBHOOK_SOURCES) {
    const settings = config[source];
    if (!settings) continue;
    webhooks.set(source, {
      source,
      secret: secretOf(source, settings, env),
      accountId: (settings.account ?? WELL_KNOWN_ACCOUNT.id).toLowerCase(),
      mapping: await compileMapping(
        { ...DEFAULT_MAPPINGS[source], ...settings.mapping },
        `${source}.mapping`,
      ),
    });
  }
  return webhooks;
}

function secretOf(source: WebhookSource, { secret, secretEnv }: SourceConfig, env: Environment): string {
  if ((secret === undefined) === (secretEnv === undefined)) {
    const remedy = 'give either secret, or secretEnv with the name of an environment variable';
    throw new WebhookConfigError(`${source} ${remedy}`);
  }
  const found = secret ?? env[String(secretEnv)] ?? '';
  if (found.length >= SHORTEST_SECRET) return found;
  const place = secret === undefined ? `secretEnv the environment variable ${secretEnv}` : 'secret it';
  throw new WebhookConfigError(`${source}.${place} must have at least ${SHORTEST_SECRET} characters`);
}

async function checkFile(
  content: unknown,
): Promise<{ config: WebhookConfigFile; problem?: never } | { config?: never; problem: string }> {
  const validate = (await createAjv()).compile<WebhookConfigFile>(webhookConfigSchema);
  const problems = createProblems();
  const { tooDeep } = inspectJson(content, '', problems);
  if (!tooDeep && problems.list.length === 0 && validate(content)) return { config: content };
  if (!tooDeep) describeErrors(validate.errors, content, '', problems);
  const [first] = problems.list;
  if (!first) return { problem: 'it is no configuration of webhooks' };
  // A message repeats what is wrong, and that may be the secret: a number without quotes.
  const msg = first.path.endsWith('.secret') ? 'must be a text, in quotes' : first.msg;
  return { problem: `${first.path} ${msg}`.trim() };
}

async function parseFile(path: string, fail: (message: string, cause: unknown) => Error): Promise<unknown> {
  try {
    return parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw fail((cause instanceof Error ? cause.message.split('\n')[0] : undefined) ?? String(cause), cause);
  }
}
