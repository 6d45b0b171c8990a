import { connect } from 'node:net';
import { expect } from 'vitest';
import type { JournalEntryBody } from '../../src/control/journal.schema.ts';
import type { CallOptions, TestService } from '../service.fixture.ts';

/** What the journal has, by a query such as `?status=4xx`. */
export async function readJournal(
  service: TestService,
  query = '',
  request?: CallOptions,
): Promise<JournalEntryBody[]> {
  const { status, body } = await service.get(`/_control/requests${query}`, request);
  expect(status).toBe(200);
  return body.items;
}

/** The first entry that matches; it waits for it. */
export async function waitForEntry(service: TestService, query: string): Promise<JournalEntryBody> {
  const [entry] = await readJournal(service, `?wait=10s&${query}`);
  if (!entry) throw new Error(`no request came by ${query}`);
  return entry;
}

/** Sends bytes on a connection of its own and answers all that comes back until it ends. */
export function sendBytes(service: TestService, ...parts: (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text)).on('error', reject);
    for (const part of parts) socket.write(part);
  });
}

/** A request in words of HTTP/1.1. */
export function inWords(start: string, headers: Readonly<Record<string, string>> = {}, body = ''): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [start, ...lines, '', body].join('\r\n');
}
