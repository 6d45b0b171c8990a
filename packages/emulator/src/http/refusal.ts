/** Why a request, or one event of it, was refused: for the emulator's journal, never for the caller. */
export interface Refusal {
  /** What was broken, in kebab-case: `enum`, `unknown-attribute`, `timestamp`, `max-events`, `rate-limit`. */
  rule: string;
  /** JSON Pointer (RFC 6901) into the body; null when it is not about the body. */
  path: string | null;
  /** The valid value that is nearest to what was sent; null when none can be named. */
  nearest: unknown;
}

declare global {
  namespace Express {
    interface Locals {
      /** Set where a request is refused, or only some of its events. */
      refused?: readonly Refusal[];
      /** What `--loose` let pass. */
      loosened?: readonly Refusal[];
    }
  }
}
