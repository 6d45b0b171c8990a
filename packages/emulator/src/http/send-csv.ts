import { stringify } from 'csv-stringify/sync';
import type { Request, Response } from 'express';

/** Whether the caller asks for CSV, and not for JSON as well. */
export function wantsCsv(req: Request, res: Response): boolean {
  res.vary('Accept');
  return req.accepts(['application/json', 'text/csv']) === 'text/csv';
}

/**
 * Answers with a table, its columns in the order of the first row's members. Null is an empty cell.
 * What a spreadsheet would take for a formula is made a text: some of it comes from senders of events.
 */
export function sendCsv(
  res: Response,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): void {
  const text = stringify([...rows], {
    header: true,
    columns: [...columns],
    record_delimiter: '\r\n',
    escape_formulas: true,
    cast: { boolean: String },
  });
  res.statusCode = 200;
  res.setHeader('Content-Type', 'text/csv; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.locals.answered = text;
  res.end(text);
}
