import type { Response } from 'express';

declare global {
  namespace Express {
    interface Locals {
      /** The text that is answered, or was meant to be, for the emulator's journal. */
      answered?: string;
    }
  }
}

/** Answers with JSON text that is ready. Express' own would also hash it for an ETag that nobody asks for. */
export function sendJsonText(res: Response, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.locals.answered = text;
  res.end(text);
}

export function sendJson(res: Response, status: number, body: unknown): void {
  sendJsonText(res, status, JSON.stringify(body));
}
