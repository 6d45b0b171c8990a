/** A call to the emulator that failed. The message names the route, the status and what the service said of it. */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError';
  /** Such as `POST /_control/faults`. */
  readonly route: string;
  /** Undefined when no answer came. */
  readonly status: number | undefined;

  constructor(
    message: string,
    { route, status, cause }: { route: string; status?: number | undefined; cause?: unknown },
  ) {
    super(message, { cause });
    this.route = route;
    this.status = status;
  }
}
