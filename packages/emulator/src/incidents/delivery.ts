/** One call of another system about one incident. */
export interface Delivery {
  /** What that system calls the incident. */
  number: string;
  /** When the incident was as the payload has it; undefined when the payload does not tell. */
  at: number | undefined;
  /** Which part of an incident it tells of: parts that are told apart also age apart. */
  part: string;
  /** Where the paths of the mapping begin. */
  payload: unknown;
}

/** What a payload turned out to be. */
export type ReadDelivery =
  | { delivery: Delivery }
  /** Well-formed, and nothing to us. */
  | { ignored: string }
  /** Not what that system sends: what is wrong, and where. */
  | { path: string; msg: string };
