import type { RequestHandler, Response } from 'express';
import type { Clock } from '../clock.ts';

/** A clock that may show other than the machine's time; `mode` tells cheaply when it does not. */
interface MovableClock extends Clock {
  readonly mode: 'system' | 'frozen' | 'offset';
}

/** Dates answers by the clock. As long as that is the machine's time, this is left to Node, which does it quicker. */
export function dateHeader(clock: MovableClock): RequestHandler {
  return (_req, res, next) => {
    if (clock.mode !== 'system') stampDate(res, clock);
    next();
  };
}

/** Sets the `Date` of an answer (RFC 9110, section 6.6.1). */
export function stampDate(res: Response, clock: Clock): void {
  res.setHeader('Date', new Date(clock.now()).toUTCString());
}
