import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAction } from './run-action.ts';

let scripts = '';

beforeAll(async () => {
  scripts = await mkdtemp(join(tmpdir(), 'milepost-scripts-'));
});

afterAll(() => rm(scripts, { recursive: true }));

async function script(name: string, text: string): Promise<string> {
  const file = join(scripts, `${name}.mjs`);
  await writeFile(file, text);
  return file;
}

const tellEverything = `
  import { appendFileSync, readFileSync } from 'node:fs';
  const { env } = process;
  appendFileSync(env.GITHUB_OUTPUT, 'env<<END\\n' + JSON.stringify(env) + '\\nEND\\nplain=a=b\\n');
  appendFileSync(env.GITHUB_OUTPUT, 'payload<<END\\n' + readFileSync(env.GITHUB_EVENT_PATH, 'utf8') + '\\nEND\\n');
  appendFileSync(env.GITHUB_STEP_SUMMARY, '# Hello');
  appendFileSync(env.GITHUB_STATE, 'is-post=true\\n');
`;

test('both steps see the inputs, the defaults and the payload, and nothing of the caller', async () => {
  process.env['MILEPOST_OF_THE_CALLER'] = 'x';
  await using run = await runAction({
    entry: await script('everything', tellEverything),
    eventName: 'push',
    payload: { after: 'abc' },
    inputs: { 'entity-id': 'checkout', 'fail-on': 'any' },
    env: { GITHUB_SHA: 'abc' },
    expressions: { 'toJSON(matrix)': '{"region":"eu"}' },
    atPost: { 'job.status': 'cancelled' },
  });
  const env: Record<string, string> = JSON.parse(run.main.outputs['env'] ?? '');
  const later: Record<string, string> = JSON.parse(run.post.outputs['env'] ?? '');
  delete process.env['MILEPOST_OF_THE_CALLER'];

  expect(env).toMatchObject({
    'INPUT_ENTITY-ID': 'checkout',
    'INPUT_FAIL-ON': 'any',
    INPUT_TIMEOUT: '60',
    INPUT_ENV: '',
    INPUT_MATRIX: '{"region":"eu"}',
    'INPUT_JOB-STATUS': 'success',
    'INPUT_UNDELIVERED-FILE': join(run.temp, 'milepost-undelivered.ndjson'),
    GITHUB_EVENT_NAME: 'push',
    GITHUB_SHA: 'abc',
  });
  expect(env).not.toHaveProperty('MILEPOST_OF_THE_CALLER');
  expect(env).not.toHaveProperty('STATE_is-post');
  expect(later).toMatchObject({ 'STATE_is-post': 'true', 'INPUT_JOB-STATUS': 'cancelled' });
  expect(run.main.outputs).toMatchObject({ plain: 'a=b', payload: '{"after":"abc"}' });
  expect(run.main.summary).toBe('# Hello');
});

test('workflow commands become annotations and masks, and the log is what is left', async () => {
  await using run = await runAction({
    entry: await script(
      'commands',
      `console.log('::add-mask::s3cret');
       console.log('::error title=Wrong%2C indeed,line=3::50%25 failed%0Aall of it');
       console.log('::set-output name=x::y');
       console.log('plain ::warning:: line');
       process.exit(3);`,
    ),
    eventName: 'push',
    payload: {},
  });

  expect(run.main).toMatchObject({
    exitCode: 3,
    masks: ['s3cret'],
    annotations: [
      { level: 'error', message: '50% failed\nall of it', properties: { title: 'Wrong, indeed', line: '3' } },
    ],
    others: ['::set-output name=x::y'],
  });
  expect(run.main.log).not.toContain('s3cret');
  expect(run.main.log).toContain('plain ::warning:: line');
});

test('after a main that failed, post sees the job failed', async () => {
  await using run = await runAction({
    entry: await script('fail', `console.log(process.env['INPUT_JOB-STATUS']); process.exit(1);`),
    eventName: 'push',
    payload: {},
  });

  expect([run.main.stdout, run.post.stdout]).toEqual(['success\n', 'failure\n']);
});

test('a step that hangs is killed, and what it had said is told', async () => {
  const entry = await script('hang', `console.log('waiting'); setInterval(() => {}, 1000);`);

  await expect(runAction({ entry, eventName: 'push', payload: {}, deadlineMs: 500 })).rejects.toThrow(
    /500 ms[\s\S]*waiting/,
  );
});

test('an input that action.yml does not have is refused', async () => {
  const entry = await script('nothing', '');

  await expect(
    runAction({ entry, eventName: 'push', payload: {}, inputs: { 'entity-ID': 'x' } }),
  ).rejects.toThrow('action.yml has no input entity-ID');
});

test('an output whose delimiter is missing fails as on the runner', async () => {
  const entry = await script(
    'torn',
    `import { appendFileSync } from 'node:fs';
    appendFileSync(process.env.GITHUB_OUTPUT, 'a<<END\\nvalue\\n');`,
  );

  await expect(runAction({ entry, eventName: 'push', payload: {} })).rejects.toThrow(
    'Matching delimiter not found',
  );
});
