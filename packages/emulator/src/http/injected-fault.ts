/** What faults of /_control/faults do to a request, for those who have a part in it. */
export interface InjectedFault {
  /** Of the faults, for the log. */
  ids: readonly string[];
  /** The events of a POST /events that are to fail. */
  failIndexes?: readonly number[];
  /** The connection was cut here; the caller did not leave. */
  cut?: true;
}

declare global {
  namespace Express {
    interface Locals {
      /** Set by `control/inject-faults.ts`. */
      fault?: InjectedFault;
    }
  }
}
