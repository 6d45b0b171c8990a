import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WELL_KNOWN_CLIENT_ID, WELL_KNOWN_USER } from '../../emulator/src/auth/well-known.ts';
import { startTestEmulator, type TestEmulator } from '../../emulator/test/start-test-emulator.fixture.ts';
import { startGitHubApi as startApi } from '../../github-action/test/github-api.fixture.ts';
import { makeCertificate } from '../../shared/src/client/make-certificate.fixture.ts';
import { reply, type Script, startScripted } from '../../shared/src/client/scripted-server.fixture.ts';
import { startProxy } from '../../shared/src/client/start-proxy.fixture.ts';
import { startRaw, unusedPort } from '../../shared/src/client/start-raw.fixture.ts';
import { gitlabJob } from './gitlab-job.fixture.ts';
import { type Call, runMilepost } from './run-milepost.ts';

const directory = await mkdtemp(join(tmpdir(), 'doctor-'));
let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(async () => {
  await emulator[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const DEPLOYMENT = {
  MILEPOST_ENV: 'production',
  MILEPOST_STATUS: 'success',
  MILEPOST_COMMIT_SHA: 'a1',
  MILEPOST_BUILD_ID: '7',
};

/** Of a shell in which nothing is left to wish for. */
const withKey = () => ({
  MILEPOST_BASE_URL: emulator.url,
  MILEPOST_API_KEY: emulator.apiKey,
  MILEPOST_ENTITY_ID: 'checkout',
  ...DEPLOYMENT,
});
const withToken = (token: string) => ({ ...withKey(), MILEPOST_API_KEY: '', MILEPOST_TOKEN: token });
const withPassword = (password: string = WELL_KNOWN_USER.password) => ({
  ...withKey(),
  MILEPOST_API_KEY: '',
  MILEPOST_USERNAME: WELL_KNOWN_USER.email,
  MILEPOST_PASSWORD: password,
  MILEPOST_CLIENT_ID: WELL_KNOWN_CLIENT_ID,
});

/** What `--json` says of each check, by its name. */
async function doctor(env: Record<string, string>, args: string[] = [], call: Omit<Call, 'env'> = {}) {
  const run = await runMilepost(['doctor', '--json', ...args], { ...call, env });
  const result: { ok: boolean; checks: { name: string; state: string; found: string; remedy?: string }[] } =
    JSON.parse(run.stdout);
  expect(run.exitCode).toBe(result.ok ? 0 : 1);
  // Of a token that was fetched the environment knows nothing.
  expect(run.stdout + run.stderr).not.toMatch(/eyJ/);
  const states = Object.fromEntries(result.checks.map(({ name, state }) => [name, state]));
  const check = (name: string) => {
    const one = result.checks.find((check) => check.name === name);
    if (!one) throw new Error(`there is no check ${name}`);
    return `${one.found} | ${one.remedy ?? ''}`;
  };
  return { ...run, ok: result.ok, states, check };
}

/** The service as the specification has it, without anything else; the key is `right-key`. */
const service: Script = ({ url, headers }, res) => {
  if (url.includes('/entities')) reply(res, 404, { message: 'no such route' });
  else if (headers['x-api-key'] === 'right-key') reply(res, 400, { errors: [] });
  else reply(res, 401, { message: 'who are you?' });
};
const withRightKey = (url: string) => ({
  ...withKey(),
  MILEPOST_BASE_URL: url,
  MILEPOST_API_KEY: 'right-key',
});

describe('all is well', () => {
  test('with a token, every line is as people read it, and nothing is stored', async () => {
    const token = await emulator.token({ expiresIn: 3600 });
    const run = await runMilepost(['doctor'], { env: withToken(token) });
    const lines = run.stdout.replace(/answers in \d+ ms/, 'answers in 5 ms').split('\n');
    const url = emulator.url;
    expect(lines).toEqual([
      `! settings     the base URL is ${url}, and --token shows who reports`,
      '               MILEPOST_API_KEY is set, but empty: is it protected, and this branch is not, or does the run get no secrets?',
      `✔ proxy        ${url} is asked directly: no proxy is set for it`,
      `✔ reach        ${url} answers in 5 ms`,
      "✔ clock        this clock and the service's are no more than a second apart",
      '✔ credentials  the service takes the token',
      `✔ identity     the token is that of ${WELL_KNOWN_USER.id}, from ${url}, for ${url}; it ends in 60 min`,
      '✔ entity       the entity is Checkout (application)',
      '✔ ci           no CI system that is known; known of a deployment: environment, commit, build, status',
      '– ci token     no API is asked for this CI system',
      '1 warning.',
      '',
    ]);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await emulator.events()).toEqual([]);
  });

  test('without a warning, the last line says so', async () => {
    const { MILEPOST_API_KEY, ...env } = withToken(await emulator.token({}));
    const run = await runMilepost(['doctor'], { env });
    expect(run).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^✔ settings.*\nEverything is in order\.\n$/s),
    });
  });

  test('with a user name, a password and a client id', async () => {
    const { states, check } = await doctor(withPassword());
    expect(states).toMatchObject({ credentials: 'ok', identity: 'ok', entity: 'ok' });
    expect(check('credentials')).toMatch(/takes a token that was fetched for --username/);
  });

  test('with a key, which is deprecated', async () => {
    const { ok, states, check } = await doctor(withKey());
    expect(ok).toBe(true);
    expect(states).toMatchObject({ settings: 'ok', credentials: 'warning', identity: 'ok', entity: 'ok' });
    expect(check('credentials')).toMatch(
      /^the service takes the API key \| API keys are deprecated.* --client-id\.$/,
    );
    expect(check('identity')).toMatch(/^the API key mp_emulator…/);
  });

  test('below a path, through a proxy', async () => {
    await using server = await startScripted(service);
    await using proxy = await startProxy((given) => given === `Basic ${btoa('u:proxy-secret')}`);
    const env = { ...withRightKey(`${server.url}/api/`), HTTP_PROXY: `http://u:proxy-secret@${proxy.host}` };
    const { states, check } = await doctor(env, [], { secrets: ['proxy-secret'] });
    expect(states).toMatchObject({ proxy: 'ok', reach: 'ok', credentials: 'warning', entity: 'skipped' });
    expect(check('proxy')).toContain(`leads through http://${proxy.host} (HTTP_PROXY, with credentials)`);
    expect(server.asked.map(({ url, body }) => [url, body])).toEqual([
      ['/api/events', { events: [] }],
      ['/api/events', { events: [] }],
      ['/api/entities/checkout', null],
      ['/api/entities?limit=500', null],
    ]);
    // It may be anybody's server: the key comes only after the service has shown itself.
    expect(server.asked[0]?.headers).not.toHaveProperty('x-api-key');
  });
});

describe('wrong credentials', () => {
  test('a wrong key', async () => {
    const { states, check } = await doctor({ ...withKey(), MILEPOST_API_KEY: 'mp_wrongkey_secret' });
    expect(states).toMatchObject({ reach: 'ok', credentials: 'failed', identity: 'ok', entity: 'skipped' });
    expect(check('credentials')).toMatch(/^--api-key: the service refused it: 401: .* \| Make a new key/);
    expect(check('entity')).toBe('the service has not taken the credentials | ');
  });

  test.each([
    ['has expired', { expiresIn: -3600 }, 'failed', /it expired 60 min ago \| Fetch a new one/],
    [
      'is for others',
      { audience: 'https://other.example' },
      'failed',
      /for https:\/\/other\.example, but not for http.* \| Ask for a token/,
    ],
    ['has a wrong signature', { badSignature: true }, 'ok', /it ends in 60 min/],
    ['is not valid yet', { notBefore: 600 }, 'failed', /it becomes valid in 10 min/],
  ])('a token that %s', async (_, claims, state, identity) => {
    const { states, check } = await doctor(withToken(await emulator.token(claims)));
    expect(states).toMatchObject({ credentials: 'failed', identity: state, entity: 'skipped' });
    expect(check('credentials')).toMatch(/^--token: the service refused it: 401: .* \| Fetch a new token/);
    expect(check('identity')).toMatch(identity);
  });

  test('a token that will have expired soon', async () => {
    const { ok, states, check } = await doctor(withToken(await emulator.token({ expiresIn: 300 })));
    expect({ ok, states }).toMatchObject({ ok: true, states: { credentials: 'ok', identity: 'warning' } });
    expect(check('identity')).toMatch(/it ends in \d min \| Fetch a new one, right before the report/);
  });

  test.each([
    [
      'a wrong password',
      () => withPassword('wrong-secret'),
      /^--password: the user name or the password is wrong; .* \| Sign in/,
    ],
    [
      'a wrong client',
      () => ({ ...withPassword(), MILEPOST_CLIENT_ID: 'nobody' }),
      /^--client-id: the token service does not accept it/,
    ],
    [
      'another address of tokens',
      () => ({ ...withPassword(), MILEPOST_AUTH_URL: `${emulator.url}/nope` }),
      /^--auth-url: there is no token service at .* \| Correct --auth-url/,
    ],
  ])('%s', async (_, env, found) => {
    const { states, check } = await doctor(env());
    expect(states).toMatchObject({
      reach: 'ok',
      credentials: 'failed',
      identity: 'skipped',
      entity: 'skipped',
    });
    expect(check('credentials')).toMatch(found);
  });

  test('none at all: what can be found without is found', async () => {
    const { states } = await doctor({ MILEPOST_BASE_URL: emulator.url, MILEPOST_TOKEN: '' });
    expect(states).toEqual({
      settings: 'failed',
      proxy: 'ok',
      reach: 'ok',
      clock: 'ok',
      credentials: 'skipped',
      identity: 'skipped',
      entity: 'warning',
      ci: 'warning',
      'ci token': 'skipped',
    });
  });

  test('a used-up rate limit says that they are right; what is left is told', async () => {
    let left = 1;
    const limited: Script = (asked, res, nth) => {
      if (asked.headers['x-api-key'] === undefined) service(asked, res, nth);
      else if (left-- > 0) reply(res, 400, {}, { ratelimit: '"minute";r=97;t=60, "hour";r=1497;t=3600' });
      else reply(res, 429, { message: 'later' }, { 'retry-after': '7' });
    };
    await using server = await startScripted(limited);
    const first = await doctor(withRightKey(server.url));
    expect(first.check('credentials')).toMatch(
      /^the service takes the API key; requests left: 97 \(minute\), 1497 \(hour\) \|/,
    );
    expect(first.check('entity')).toMatch(/^the rate limit is used up; only sending tells/);
    const second = await doctor(withRightKey(server.url));
    expect(second).toMatchObject({ ok: true, states: { credentials: 'warning' } });
    expect(second.check('credentials')).toMatch(/its rate limit is used up \| Requests pass again in 7 s/);
  });

  test('a service that looks at events first has told nothing of them', async () => {
    await using server = await startScripted((_, res) => reply(res, 400, { errors: [] }));
    const { ok, states, check } = await doctor(withRightKey(server.url));
    expect({ ok, states }).toMatchObject({ ok: true, states: { reach: 'ok', credentials: 'warning' } });
    expect(check('credentials')).toContain('only sending tells');
  });
});

describe('an entity that there is not', () => {
  test('the nearest one is named', async () => {
    const { ok, states, check } = await doctor(withKey(), ['--entity-id', 'chekout']);
    expect({ ok, states }).toMatchObject({ ok: false, states: { credentials: 'warning', entity: 'failed' } });
    expect(check('entity')).toBe(
      "there is no entity 'chekout' | Did you mean 'checkout'? Give it by --entity-id.",
    );
  });
});

describe('the way to the service', () => {
  test.each([
    [
      'nobody listens',
      async () => `http://127.0.0.1:${await unusedPort()}`,
      /^http.* cannot be reached: the connection is refused \(ECONNREFUSED\) \| Is the service running/,
    ],
    [
      'there is no such host',
      async () => 'https://events.invalid',
      /^https:\/\/events\.invalid cannot be reached: the host name|^https:\/\/events\.invalid cannot be reached: there is no such host name/,
    ],
    [
      'the path is wrong',
      async () => `${emulator.url}/v2`,
      /^there is no event ingestion service at .*\/v2\/events: 404.* \| Correct --base-url/,
    ],
  ])('%s', async (_, url, reach) => {
    const { states, check } = await doctor({ ...withKey(), MILEPOST_BASE_URL: await url() });
    expect(states).toMatchObject({
      reach: 'failed',
      clock: 'skipped',
      credentials: 'skipped',
      identity: 'ok',
      entity: 'skipped',
    });
    expect(check('reach')).toMatch(reach);
    expect(check('clock')).toBe('the service is not reached | ');
  });

  test.each<[string, Script, string, RegExp]>([
    [
      'a page for people',
      (_, res) => reply(res, 200, '<html><title>Home</title>', { 'content-type': 'text/html' }),
      'failed',
      /does not answer as the event ingestion service does: 200: Home \(text\/html\) \| Correct --base-url/,
    ],
    [
      'a redirect',
      (_, res) => reply(res, 302, '', { location: 'https://login.example/?token=x' }),
      'failed',
      /leads elsewhere \(302\), to https:\/\/login\.example\/ \|/,
    ],
    [
      'a service that is down',
      (_, res) => reply(res, 503, { message: 'maintenance' }),
      'failed',
      /answered 503: maintenance \| It is down/,
    ],
    [
      'a gateway with credentials of its own',
      (_, res) => reply(res, 401, '<html>', { 'content-type': 'text/html' }),
      'warning',
      /with 401, but not in JSON.* \| Is a gateway/,
    ],
  ])('%s', async (_, script, state, reach) => {
    await using server = await startScripted(script);
    const { states, check } = await doctor(withRightKey(server.url));
    expect(states['reach']).toBe(state);
    expect(check('reach')).toMatch(reach);
  });

  test('nothing comes in time', async () => {
    await using server = await startRaw(() => {});
    const { milliseconds, check } = await doctor(withRightKey(server.url), ['--timeout', '1']);
    expect(check('reach')).toMatch(/gave no answer within 1 s \| Is there a firewall/);
    expect(milliseconds).toBeLessThan(5000);
  });

  test('a proxy that refuses, and one whose variable is wrong', async () => {
    await using proxy = await startProxy(() => false);
    const refused = await doctor({ ...withKey(), HTTP_PROXY: `http://u:proxy-secret@${proxy.host}` }, [], {
      secrets: ['proxy-secret'],
    });
    expect(refused.check('reach')).toMatch(
      /^the proxy http:.* \(HTTP_PROXY\) wants other credentials .*407.* \| Correct the variable of the proxy/,
    );
    const wrong = await doctor({ ...withKey(), HTTP_PROXY: 'socks5://u:proxy-secret@localhost' }, [], {
      secrets: ['proxy-secret'],
    });
    expect(wrong.states).toMatchObject({
      proxy: 'failed',
      reach: 'skipped',
      clock: 'skipped',
      entity: 'skipped',
    });
    expect(wrong.check('reach')).toBe('the proxy cannot be used | ');
  });

  test('a certificate of a CA of its own, unknown and known', async () => {
    const certificate = await makeCertificate();
    await using server = await startScripted(service, certificate);
    const ca = join(directory, 'ca.pem');
    await writeFile(ca, certificate.cert);
    const other = join(directory, 'other.pem');
    await writeFile(other, (await makeCertificate()).cert);
    const reachWith = async (path: string) => {
      const { check } = await doctor({ ...withRightKey(server.url), NODE_EXTRA_CA_CERTS: path });
      return check('reach');
    };
    expect(await reachWith('')).toMatch(
      /^the certificate of https:.* is not trusted: .* \| Set NODE_EXTRA_CA_CERTS to the path/,
    );
    expect(await reachWith(other)).toMatch(
      /other\.pem, but the CA of this certificate is not in there: add it\.$/,
    );
    expect(await reachWith('/nowhere.pem')).toMatch(
      / \| NODE_EXTRA_CA_CERTS names \/nowhere\.pem, which cannot be read \(ENOENT\)\.$/,
    );
    expect(await reachWith(import.meta.filename)).toMatch(/in which there is no certificate in PEM form\.$/);
    expect(await reachWith(ca)).toMatch(/^https:.* answers in \d+ ms \| $/);
  });
});

test.each([
  [-3600_000, 'failed', /^this clock is 60 min ahead of the service's \| Have the clock/],
  [60_000, 'warning', /^this clock is (59|60|61) s behind the service's \| Have the clock/],
])('a service whose clock differs by %i ms', async (skewMs, state, clock) => {
  await using server = await startScripted((asked, res, nth) => {
    res.setHeader('date', new Date(Date.now() + skewMs).toUTCString());
    service(asked, res, nth);
  });
  const { states, check } = await doctor(withRightKey(server.url));
  expect(states).toMatchObject({ reach: 'ok', clock: state, credentials: 'warning' });
  expect(check('clock')).toMatch(clock);
});

describe("the CI system's token", () => {
  test('of GitHub, with the permission that it lacks', async () => {
    await using api = await startApi({
      'GET /repos/acme/shop/commits/a1/pulls': {
        status: 403,
        body: { message: 'Resource not accessible by integration' },
      },
      'GET /repos/acme/shop/commits/a1': { body: {} },
      'GET /repos/acme/shop/actions/runs/100': { body: {} },
    });
    const { ok, check } = await doctor({
      ...withKey(),
      GITHUB_ACTIONS: 'true',
      GITHUB_EVENT_NAME: 'workflow_dispatch',
      GITHUB_API_URL: api.url,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_SHA: 'a1',
      GITHUB_RUN_ID: '100',
      GITHUB_TOKEN: 'ghs_job_secret',
    });
    expect(ok).toBe(true);
    expect(check('ci')).toMatch(
      /^GitHub Actions; known of a deployment: environment, commit, build, status \|/,
    );
    expect(check('ci token')).toMatch(/^the token lacks pull-requests: read .* \| Give the job permissions/);
  });

  test('of GitLab, refused with the very token in the words', async () => {
    await using api = await startApi({
      'GET /personal_access_tokens/self': { status: 401, body: { message: 'glpat-own-secret is revoked' } },
    });
    const { ok, states, check } = await doctor({
      ...withKey(),
      ...gitlabJob,
      CI_API_V4_URL: api.url,
      GITLAB_TOKEN: 'glpat-own-secret',
    });
    expect({ ok, states }).toMatchObject({ ok: false, states: { 'ci token': 'failed' } });
    expect(check('ci token')).toMatch(
      /^GitLab refuses the token: .*401: \*\*\* is revoked \| It has expired/,
    );
  });
});

describe('the program', () => {
  test.each([
    [['--entity-idd', 'x'], /^milepost: Nonexistent flag: --entity-idd \(did you mean --entity-id\?\)\n$/],
    [['--timeout', 'soon'], /^milepost: --timeout: 'soon' is not valid; must be a number from 1 to 600\n$/],
  ])('ends with 2 for %j', async (args, said) => {
    const run = await runMilepost(['doctor', ...args], { env: withKey() });
    expect(run).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(said) });
  });

  test('MILEPOST_TIMEOUT is the time of a report, and not of a question', async () => {
    const { check } = await doctor({ ...withKey(), MILEPOST_TIMEOUT: '1h' });
    expect(check('settings')).toMatch(/^--timeout \(MILEPOST_TIMEOUT\) '1h' is not valid/);
  });

  test.each([
    [{ FORCE_COLOR: '1' }, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [{}, false],
  ])('colours with %j and no terminal: %s', async (env, isColoured) => {
    const run = await runMilepost(['doctor'], { env });
    expect(run.stdout.includes('\u001b[31m✖')).toBe(isColoured);
    expect(run.stdout.includes('\u001b')).toBe(isColoured);
  });

  test('interrupted, it says so', async () => {
    await using server = await startRaw(() => {});
    const interrupt = { signal: 'SIGINT', when: () => server.sockets.length > 0 } as const;
    const run = await runMilepost(['doctor'], { env: withRightKey(server.url), interrupt });
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toMatch(/✔ proxy .*\nInterrupted\.\n$/);
  });
});
