import { mkdir, open, rename } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname } from 'node:path';

/**
 * What the durability test must find out: a server that keeps events in a file and leaves out one step of what
 * makes them durable. Arguments: … --store file:PATH --leave-out nothing|flush|wait|rename|directory.
 */
const argument = (name: string) => process.argv[process.argv.indexOf(name) + 1] ?? '';
const path = argument('--store').slice('file:'.length);
const leftOut = argument('--leave-out');
const ids: string[] = [];

async function flush(name: string, flags: string): Promise<void> {
  await using file = await open(name, flags);
  await file.sync();
}

async function save(): Promise<void> {
  const temporary = `${path}.writing`;
  await using file = await open(leftOut === 'rename' ? path : temporary, 'w');
  await file.writeFile(ids.join('\n'));
  // Too late it may be even for its own file, which has another name by then.
  if (leftOut === 'wait') flush(temporary, 'r+').catch(() => {});
  else if (leftOut !== 'flush') await file.sync();
  if (leftOut !== 'rename') await rename(temporary, path);
  if (leftOut !== 'directory') await flush(dirname(path), 'r');
}

await mkdir(dirname(path), { recursive: true });
const server = createServer(async (req, res) => {
  for await (const _part of req);
  const id = crypto.randomUUID();
  ids.push(id);
  await save();
  res.writeHead(201, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ success: [{ id }], failures: [] }));
});
process.once('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, apiKey: 'any' })}\n`);
});
