import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { logRequests } from './log-requests.ts';

/** The level of the line that a request of `path`, answered with `status`, leaves. */
async function levelOf(path: string, status: number): Promise<string> {
  const line = Promise.withResolvers<string>();
  const log = pino({ level: 'trace' }, { write: (text) => line.resolve(text) });
  const app = express().use(logRequests(log, createMetrics()));
  app.get(path, (_req, res) => {
    res.sendStatus(status);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = server.address();
    await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${path}`);
    const { level }: { level: number } = JSON.parse(await line.promise);
    return pino.levels.labels[level] ?? '';
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test.each([
  ['/events', 200, 'info'],
  ['/events', 400, 'info'],
  ['/livez', 200, 'debug'],
  ['/readyz', 200, 'debug'],
  ['/readyz', 503, 'info'],
] as const)('%s answered with %i is logged as %s', async (path, status, level) => {
  expect(await levelOf(path, status)).toBe(level);
});
