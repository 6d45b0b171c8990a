import { deployAttributesSchema } from '../event/deploy-attributes.ts';
import type { CiContext, Fact } from './context.ts';
import { InvalidInputError } from './invalid-input-error.ts';

const ALLOWED: readonly string[] = deployAttributesSchema.properties.status.enum;

/** The `status` of the event, if any is known; or why there is nothing to report. An input decides both. */
export function statusOf(
  { outcome, skip }: Pick<CiContext, 'outcome' | 'skip'>,
  { status, onCancelled }: { status: string; onCancelled: 'skip' | 'failed' },
): { fact: Fact | undefined } | { skip: string } {
  const given = status.trim();
  if (given !== '') {
    if (ALLOWED.includes(given)) return { fact: { value: given, source: 'input' } };
    throw new InvalidInputError(
      'status',
      `'${given}' is not an allowed value; allowed: ${ALLOWED.join(', ')} (the result of a job goes into job-status)`,
    );
  }
  if (skip !== undefined) return { skip: sentence(skip) };
  if (outcome?.value !== 'cancelled') return { fact: outcome };
  if (onCancelled === 'skip') return { skip: 'The deployment was cancelled, and on-cancelled is skip.' };
  return { fact: { value: 'failed', source: `${outcome.source}, on-cancelled` } };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
