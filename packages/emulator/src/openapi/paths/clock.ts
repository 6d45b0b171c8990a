import { MAX_DAYS_FORWARD } from '../../control/clock.schema.ts';
import { invalidBody, TOO_LARGE } from '../answers.ts';
import { controlAnswers } from '../control-answers.ts';
import { examples } from '../examples.ts';
import { type Operation, type Paths, schemaReference } from '../openapi-types.ts';
import { ANY_CREDENTIAL } from '../security.ts';

const CLOCK = { mode: 'frozen', now: '2026-02-01T00:00:00.000Z' } as const;

const showClock: Operation = {
  operationId: 'showClock',
  tags: ['Emulator controls'],
  summary: 'Show the clock (ext)',
  description: 'The one clock of the emulator, as it is now.',
  security: ANY_CREDENTIAL,
  responses: controlAnswers({
    200: { description: 'The clock.', schema: 'Clock', example: CLOCK },
  }),
};

const setClock: Operation = {
  operationId: 'setClock',
  tags: ['Emulator controls'],
  summary: 'Set the clock (ext)',
  description: `One clock is behind timestamps, rate windows, the expiry of tokens and keys, the midnight calculation and the \`Date\` header. Latency and time to live of faults run on real time.

- **Forward** it stops at every UTC midnight in between, as POST /_control/clock/advance does, and the same limit holds: ${MAX_DAYS_FORWARD} days.
- **Back** it goes at once. No metric then shows a day that has not ended by the new time.`,
  security: ANY_CREDENTIAL,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaReference('SetClock'),
        examples: {
          freeze: { summary: 'Stand still', value: { mode: 'frozen' } },
          set: { summary: 'Run on from another instant', value: { mode: 'offset', now: CLOCK.now } },
          reset: { summary: "The machine's time again", value: { mode: 'system' } },
        },
      },
    },
  },
  responses: controlAnswers({
    200: { description: 'It is set, and the midnights are done.', schema: 'Clock', example: CLOCK },
    400: invalidBody('mode', "'freeze' is not an allowed value; did you mean 'frozen'?"),
    413: TOO_LARGE,
  }),
};

const advanceClock: Operation = {
  operationId: 'advanceClock',
  tags: ['Emulator controls'],
  summary: 'Advance the clock (ext)',
  description: `A frozen clock stands at the new instant, any other runs on from there. On its way it stops at every UTC midnight, and goes on when the metric calculation of that midnight has finished; the answer comes when all have. When one fails, the clock stays at that midnight, and POST /_control/calculate tries again. At most ${MAX_DAYS_FORWARD} days in one call; calls at the same time are done one after the other.`,
  security: ANY_CREDENTIAL,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaReference('AdvanceClock'),
        examples: {
          by: { summary: 'By a day', value: { by: 'P1D' } },
          to: { summary: 'To an instant', value: { to: '2026-12-31T23:59:59Z' } },
        },
      },
    },
  },
  responses: controlAnswers({
    200: {
      description: 'It is there, and the midnights are done.',
      schema: 'AdvancedClock',
      example: { ...CLOCK, midnights: 1 },
    },
    400: invalidBody(
      'to',
      'must not be before 2026-02-01T00:00:00.000Z, which is now; PUT sets the clock back',
    ),
    413: TOO_LARGE,
  }),
};

const calculate: Operation = {
  operationId: 'calculate',
  tags: ['Emulator controls'],
  summary: 'Calculate the metrics now (ext)',
  description:
    'The calculation of midnight, for all days of the account that have ended by the clock. It takes no body, and answers when the run has finished, or failed: see its state.',
  security: ANY_CREDENTIAL,
  responses: controlAnswers({
    200: { description: 'The run.', schema: 'CalculationRun', example: examples.run },
  }),
};

export const clockPaths: Paths = {
  '/_control/clock': { get: showClock, put: setClock },
  '/_control/clock/advance': { post: advanceClock },
  '/_control/calculate': { post: calculate },
};
