import { isShortId, isUuid } from '@milepost/shared/validation';
import type { EntityReference } from '../store/store.ts';

/** What an `entityId` refers to; undefined when no entity can have that id or shortId. */
export function entityReference(text: string): EntityReference | undefined {
  if (isUuid(text)) return { id: text.toLowerCase() };
  return isShortId(text) ? { shortId: text } : undefined;
}
