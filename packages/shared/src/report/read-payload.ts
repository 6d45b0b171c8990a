import { readFile } from 'node:fs/promises';
import type { ReportLog } from './log.ts';

/** The event that started a workflow of GitHub (GITHUB_EVENT_PATH). Without it less is known, and what is said is still true. */
export async function readPayload(path: string | undefined, log: ReportLog): Promise<unknown> {
  if (!path) return undefined;
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    // Without the parser's words, which quote the text.
    const why = error instanceof SyntaxError ? 'it is not JSON' : String(error);
    log.warning(`The payload of the event cannot be read, so less is known of the deployment: ${why}.`);
    return undefined;
  }
}
