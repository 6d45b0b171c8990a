import { type Answers, refusal, uncountedAnswers } from './answers.ts';
import type { Response } from './openapi-types.ts';

const LIMITED_KEY = refusal(
  'The API key is limited to certain entities.',
  'This API key is limited to certain entities and cannot use the controls.',
);

/** Answers of the emulator's controls, which do not count. */
export function controlAnswers(answers: Answers): Record<string, Response> {
  return uncountedAnswers({ 403: LIMITED_KEY, ...answers });
}
