import { redactValue } from './answer-text.ts';
import { isStoredEvent } from './read-receipt.ts';
import type { Fate } from './types.ts';

/** Services echo. The event itself is left as it is: it comes from the caller. */
export function redactFate(fate: Fate, redact: (text: string) => string): Fate {
  if (fate.state === 'rejected') return { ...fate, reason: redact(fate.reason) };
  if (fate.state === 'undelivered') return fate;
  const stored = redactValue(fate.stored, redact);
  return isStoredEvent(stored) ? { ...fate, stored } : fate;
}
