import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('send-once.fixture.ts', import.meta.url));

/** Sends one event from a process of its own, and waits for its end. @returns what `send-once.fixture.ts` tells. */
export async function runSendOnce(baseUrl: string, env: Record<string, string> = {}): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, baseUrl], { env, timeout: 10_000 });
  return JSON.parse(stdout);
}
