import { WELL_KNOWN_API_KEY } from '../../../src/auth/well-known.ts';
import { run } from './run.ts';

export interface Answer {
  status: number;
  body: string;
}

const SCRIPT = `const answer = await fetch(process.argv[1], { headers: { 'x-api-key': process.argv[2] } });
  console.log(JSON.stringify({ status: answer.status, body: await answer.text() }));`;

/** GET by a Node that is started with `prefix`, such as `engine.inNetwork`. */
export async function getFrom(prefix: readonly string[], url: string): Promise<Answer> {
  const node = [process.execPath, '--input-type=module', '--eval', SCRIPT];
  return JSON.parse(await run([...prefix, ...node, url, WELL_KNOWN_API_KEY]));
}
