import { MAX_EVENTS_PER_REQUEST, RATE_LIMIT_PER_HOUR, RATE_LIMIT_PER_MINUTE } from '@milepost/shared';
import type { Tag } from './openapi-types.ts';

/** What holds for every route. Markdown. */
function overview(baseUrl: string): string {
  return `Milepost receives software-delivery events (deployments) for applications and services, and computes delivery metrics from them.

What is marked **(ext)** is an extension: a client of the original service never needs it.

- **Credentials.** A bearer token from POST /oauth/token (recommended), or an API key in \`x-api-key\` (deprecated: see [moving to bearer tokens](${baseUrl}/docs#migration)).
- **Sending.** POST /events takes 1 to ${MAX_EVENTS_PER_REQUEST} events. An answer of 201 may have \`failures\`: look at both lists.
- **Limits.** ${RATE_LIMIT_PER_MINUTE} requests a minute and ${RATE_LIMIT_PER_HOUR.toLocaleString('en')} an hour for each credential, unless the server was told otherwise. Refused requests count, 429s do not. Retry with exponential backoff, after \`Retry-After\`.
- **Errors.** \`{"message": …}\` is one sentence; \`{"errors": [{type, msg, path, location}]}\` is a list of all that is wrong with a request.
- **Everywhere (ext).** Each answer has an \`x-request-id\`. Each GET can also be a HEAD. A path that is not in this document is 404, a method that is not is 405 with \`Allow\`, both \`{"message": …}\`. What is not HTTP at all, or too long, is 400, 408, 413 or 431, and an \`Expect\` other than 100-continue is 417.
- **Text.** A text with U+0000 or half a surrogate pair, and anything that nests deeper than 32 levels, is 400: databases refuse or mangle it. \`format: utc-timestamp\` and \`format: calendar-date\` say that an instant or day must exist: 30 February is 400.`;
}

export function info(baseUrl: string, version: string) {
  return {
    title: 'Milepost event ingestion service',
    version,
    summary: 'Receives deployments, and computes how well you deliver.',
    description: overview(baseUrl),
    license: { name: 'MIT', identifier: 'MIT' },
  };
}

const descriptions = {
  Events: 'Send events, and read them back.',
  Entities: 'The applications and services that events are about.',
  Blueprints: 'Types of events, and what their attributes may be.',
  Incidents: 'What went wrong, and which change caused it.',
  Repositories: 'Where the commits of entities come from: lead time needs them.',
  Metrics: 'How well you deliver, and what each number comes from.',
  'API keys': 'Keys of the account. Bearer tokens only.',
  Tokens: 'Bearer tokens, and what verifies them.',
  Service: 'The service itself.',
  'Emulator controls':
    "What rehearses failures, in an emulator only. They take any credential of the emulator's own account, never count against a rate limit, and answer callers on the same machine; to others they are 404 unless `--control-from` lets them in.",
} satisfies Record<Tag, string>;

export const tags = Object.entries(descriptions).map(([name, description]) => ({ name, description }));
