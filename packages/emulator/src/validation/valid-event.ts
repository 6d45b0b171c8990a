import type { ValidationError } from '@milepost/shared';
import type { Cause } from '@milepost/shared/validation';
import type { EntityReference } from '../store/store.ts';

/** An event that may be stored, once its entity is found. */
export interface ValidEvent {
  /** Its text in the request, to the letter. The request is scanned when first asked. */
  readonly submittedText: string;
  type: string;
  blueprintId: string;
  /** Milliseconds since 1970; undefined for now. */
  timestamp: number | undefined;
  /** As sent; undefined without an entity. */
  entityId: string | undefined;
  /** What `entityId` refers to; undefined also when no entity can have such an id. */
  entity: EntityReference | undefined;
  /** JSON text: order of members and digits of numbers are the sender's. `{}` when there are none. */
  attributes: string;
  /** `attributes.env` trimmed and lower-cased; null without one. */
  env: string | null;
  /** `attributes.status` when it is a text. */
  status: string | null;
}

/** What came of a request. Nothing of it may be stored when there are `errors`. */
export interface Validation {
  /** In the order of submission; none when there are errors. */
  events: ValidEvent[];
  /** At most 100. */
  errors: ValidationError[];
  /** Why, one for each error. */
  causes: Cause[];
  /** What `--loose` let pass; at most 100. */
  loosened: ValidationError[];
  /** Why strict would have refused that, one for each. */
  loosenedCauses: Cause[];
}
