import { timestampSchema } from '@milepost/shared';
import {
  ID_PATTERN,
  METHOD_PATTERN,
  PATH_PATTERN,
  STATUS_PATTERN,
  WAIT_PATTERN,
} from '../../control/journal-filter.ts';
import { MAX_ENTRIES } from '../../control/journal-shelves.ts';
import { invalidQuery } from '../answers.ts';
import { controlAnswers } from '../control-answers.ts';
import { examples } from '../examples.ts';
import type { Operation, Parameter, Paths } from '../openapi-types.ts';
import { filter } from '../parameters.ts';
import { ANY_CREDENTIAL } from '../security.ts';

function repeatable(name: string, description: string, items: object): Parameter {
  return { ...filter(name, description, { type: 'array', items }), explode: true };
}

const listRequests: Operation = {
  operationId: 'listRequests',
  tags: ['Emulator controls'],
  summary: 'List or await requests (ext)',
  description: `What the service was asked and what it answered, the oldest first: the last ${MAX_ENTRIES.toLocaleString('en')} requests of each account, in memory. All are taken down but those to /_control, /livez and /readyz.

- **When.** A request is in the list when its answer has gone and its body has come to its end, in the order in which they came. What was answered before this call is in it, unless its caller is still sending.
- **Waiting.** With \`wait\` the answer comes as soon as \`count\` requests match, those that are there already included. When the time is over it is 200 with what there is: compare the number.
- **Whose.** A credential of the emulator's own account sees all requests, any other only those of its account. Whose a request is that was refused, it says itself.
- **Secrets** are \`[redacted]\`: credentials in headers, passwords and tokens in bodies, and whatever looks like an API key or a JWT, wherever it stands. Of a request for a token that is neither a JSON object nor the form that it says to be, no body is kept.
- **Room.** Of all bodies and answers together 32 MiB are kept; the oldest go first, and \`omitted\` says so. Of URLs and headers 16 MiB are kept; beyond that whole entries go, first those of accounts that have sent nothing for the longest time.`,
  security: ANY_CREDENTIAL,
  parameters: [
    repeatable('method', 'Methods, in any case; repeat it for several.', {
      type: 'string',
      pattern: METHOD_PATTERN,
    }),
    repeatable(
      'path',
      'Paths below the base path, as they are sent, without query; with * at its end, what the path begins with. Repeat it for several.',
      { type: 'string', maxLength: 1000, pattern: PATH_PATTERN },
    ),
    repeatable(
      'status',
      'Statuses such as 201, or classes such as 4xx; repeat it for several. 444 (a fault cut the answer) and 499 (the caller left) are of no class.',
      {
        type: 'string',
        pattern: STATUS_PATTERN,
      },
    ),
    filter(
      'since',
      'Id of an entry: only those that came behind it. Or an instant: only those whose `at` is not before it.',
      { anyOf: [{ type: 'string', pattern: ID_PATTERN }, timestampSchema] },
    ),
    filter('wait', 'How long to wait at most, in real time: such as 500ms, 5s, 1m; at most 10m.', {
      type: 'string',
      pattern: WAIT_PATTERN,
    }),
    filter('count', 'How many requests to wait for. Only with `wait`.', {
      type: 'integer',
      minimum: 1,
      maximum: MAX_ENTRIES,
      default: 1,
    }),
  ],
  responses: controlAnswers({
    200: { description: 'The requests.', schema: 'Journal', example: { items: [examples.journalEntry] } },
    400: invalidQuery('status', 'must be a status, such as 201 or 4xx'),
  }),
};

const removeRequests: Operation = {
  operationId: 'removeRequests',
  tags: ['Emulator controls'],
  summary: 'Empty the journal (ext)',
  description:
    "Forgets all requests that have come, also those that are still under way; with another account's credential, those of that account. Ids grow on.",
  security: ANY_CREDENTIAL,
  responses: controlAnswers({ 204: { description: 'It is empty.' } }),
};

export const journalPaths: Paths = {
  '/_control/requests': { get: listRequests, delete: removeRequests },
};
