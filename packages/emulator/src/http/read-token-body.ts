import express, { type RequestHandler } from 'express';

/** Most bytes of a request for a token. */
export const MAX_TOKEN_BODY_BYTES = 64 * 1024;

/** Reads the body of POST /oauth/token, whatever its type, into `req.body`; asked again it does nothing. */
export const readTokenBody: RequestHandler = express.raw({ type: () => true, limit: MAX_TOKEN_BODY_BYTES });
