import { readFile } from 'node:fs/promises';
import type { EmulatorProcess } from './start-emulator.ts';
import { until, within } from './until.ts';

/** What a process holds, in bytes. */
export interface Memory {
  /** Of JavaScript, after a garbage collection: what is really still referred to, buffers included. */
  live: number;
  /** Of the operating system, after that collection. */
  resident: number;
}

/** A server whose memory is to be measured needs this in its environment. */
export const measurable = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' };

/** Measures a process through Node's inspector. */
export interface MemoryProbe {
  /** Collects garbage, and answers what stays. */
  measure(): Promise<Memory>;
  [Symbol.dispose](): void;
}

export async function openMemoryProbe(server: EmulatorProcess): Promise<MemoryProbe> {
  // https://nodejs.org/api/process.html#signal-events: SIGUSR1 opens the inspector.
  server.kill('SIGUSR1');
  const address = await until('the inspector', 10_000, () => {
    const [, url] = /Debugger listening on (ws:\S+)/.exec(server.stderr()) ?? [];
    return url;
  });
  const inspector = new WebSocket(address);
  await within('the inspector', 10_000, event(inspector, 'open'));
  return {
    async measure() {
      // Twice: what has a finalizer goes with the second one only.
      await call(inspector, 'HeapProfiler.collectGarbage');
      await call(inspector, 'HeapProfiler.collectGarbage');
      const usage = await call(inspector, 'Runtime.getHeapUsage');
      const live = numberIn(usage, 'usedSize') + numberIn(usage, 'backingStorageSize');
      return { live, resident: await rss(server) };
    },
    [Symbol.dispose]: () => inspector.close(),
  };
}

async function rss({ pid }: EmulatorProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

async function call(inspector: WebSocket, method: string): Promise<unknown> {
  const answer = event(inspector, 'message');
  inspector.send(JSON.stringify({ id: 1, method }));
  const message = await within(method, 30_000, answer);
  const { result }: { result: unknown } = JSON.parse(
    message instanceof MessageEvent ? String(message.data) : '{}',
  );
  return result;
}

function event(inspector: WebSocket, type: 'open' | 'message'): Promise<Event> {
  return new Promise((resolve, reject) => {
    inspector.addEventListener(type, resolve, { once: true });
    inspector.addEventListener('error', () => reject(new Error('the inspector does not answer')), {
      once: true,
    });
  });
}

function numberIn(value: unknown, name: string): number {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const found: unknown = entries.find(([key]) => key === name)?.[1];
  if (typeof found !== 'number') throw new Error(`no ${name} in the inspector's answer`);
  return found;
}
