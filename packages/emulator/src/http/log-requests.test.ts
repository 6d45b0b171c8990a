import { once } from 'node:events';
import { createServer } from 'node:http';
import express from 'express';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { logRequests } from './log-requests.ts';

/** The line that a request of `path`, answered with `status`, leaves. */
async function lineOf(path: string, status: number): Promise<{ level: string; path: string }> {
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
    const logged: { level: number; path: string } = JSON.parse(await line.promise);
    return { level: pino.levels.labels[logged.level] ?? '', path: logged.path };
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
  expect(await lineOf(path, status)).toMatchObject({ level, path });
});

test.each([
  ['/entities/mp_ab12cd34_xyz', '/entities/[redacted]'],
  ['/entities/mp%5Fab12cd34%5Fxyz/a', '/entities/[redacted]/a'],
  ['/%6D%70_ab12cd34_xyz', '/[redacted]'],
  ['/events/eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJlMDAwMDAwMCJ9.c2ln', '/events/[redacted]'],
  ['/docs/page-1.2.js', '/docs/page-1.2.js'],
  ['/entities/caf%C3%A9', '/entities/caf%C3%A9'],
])('%s is logged as %s', async (path, logged) => {
  expect((await lineOf(path, 404)).path).toBe(logged);
});
