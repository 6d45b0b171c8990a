import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepository } from './git-repository.fixture.ts';
import { makeCertificate, startGitServer } from './git-server.fixture.ts';
import { messageOf, openScene, readAll } from './history.fixture.ts';

const TOKEN = 'secret-token-of-the-server';
const scene = await openScene();
const certificate = await makeCertificate();
await writeFile(join(scene.home, 'ca.pem'), certificate.cert);
const root = join(scene.home, 'served');
const repository = makeRepository(join(root, 'app.git'), scene.home);
repository.branch('main', repository.line(3));
const start = (options: { token?: string; redirect?: string }) =>
  startGitServer({ root, certificate, ...options });

/** The options for an https address whose certificate is trusted. */
function optionsFor(authority: string, tokens: Record<string, string> = {}) {
  const options = scene.optionsFor('/');
  return {
    ...options,
    location: { url: `https://${authority}/app.git`, path: null },
    tokens: new Map(Object.entries(tokens)),
    env: { ...options.env, GIT_SSL_CAINFO: join(scene.home, 'ca.pem') },
  };
}

describe('a login', () => {
  test('with the token of the host, which is sent only when asked for', async () => {
    await using server = await start({ token: TOKEN });
    await using open = await start({});
    const tokens = { [server.host]: TOKEN, [open.host]: 'other-token' };
    expect(await readAll(optionsFor(server.host, tokens))).toMatchObject({ commits: 3 });
    expect(new Set(server.logins)).toEqual(new Set([undefined, `x-access-token:${TOKEN}`]));
    expect(await readAll(optionsFor(open.host, tokens))).toMatchObject({ commits: 3 });
    expect(new Set(open.logins)).toEqual(new Set([undefined]));
  });

  test('with the token and not with what the machine knows of the host', async () => {
    await using server = await start({ token: TOKEN });
    const config = scene.unused('config');
    const helper = '!f() { echo username=machine; echo password=outdated; }; f';
    repository.git(['config', '--file', config, 'credential.helper', helper]);
    const options = optionsFor(server.host, { [server.host]: TOKEN });
    const env = { ...options.env, GIT_CONFIG_GLOBAL: config };
    expect(await readAll({ ...options, env })).toMatchObject({ commits: 3 });
    expect(server.logins).not.toContain('machine:outdated');
  });

  test('with userinfo of the URL, which goes before the token', async () => {
    await using server = await start({ token: 'p@ss/word' });
    const options = optionsFor(`ada:p%40ss%2Fword@${server.host}`, { [server.host]: TOKEN });
    expect(await readAll(options)).toMatchObject({ commits: 3 });
    expect(server.logins).toContain('ada:p@ss/word');
  });

  test.each([
    ['none', '', {}, 'wants a login: give this service a token for HOST'],
    [
      'a wrong token',
      '',
      { HOST: 'wrong-secret' },
      'refuses the login: check the token for HOST, and that it',
    ],
    ['wrong userinfo', 'wrong-secret-user:wrong-secret@', {}, 'refuses the login: check the token for HOST'],
  ])('%s: says so, and no secret', async (_, userinfo, tokens, expected) => {
    await using server = await start({ token: TOKEN });
    const given = Object.fromEntries(Object.values(tokens).map((token) => [server.host, String(token)]));
    const message = await messageOf(readAll(optionsFor(userinfo + server.host, given)));
    expect(message).toContain(
      `UnreadableRepositoryError: https://${server.host}/app.git ${expected.replace('HOST', server.host)}`,
    );
    expect(message).not.toContain('secret');
  });

  test('does not follow a redirect to another port', async () => {
    await using target = await start({});
    await using first = await start({ redirect: `https://${target.host}` });
    const tokens = { [first.host]: TOKEN };
    expect(await readAll(optionsFor(first.host, tokens))).toMatchObject({ commits: 3 });
    expect(new Set(target.logins)).toEqual(new Set([undefined]));
  });

  test('nor one that comes after it, which git does not take', async () => {
    await using target = await start({});
    await using first = await start({ token: TOKEN, redirect: `https://${target.host}` });
    expect(await messageOf(readAll(optionsFor(first.host, { [first.host]: TOKEN })))).toContain(
      `https://${first.host}/app.git leads to another address: give that one`,
    );
    expect(first.logins).toContain(`x-access-token:${TOKEN}`);
    expect(new Set(target.logins)).toEqual(new Set([undefined]));
  });

  test('is not given to the target of a redirect that asks for one', async () => {
    await using target = await start({ token: TOKEN });
    await using first = await start({ redirect: `https://${target.host}` });
    const message = await messageOf(readAll(optionsFor(first.host, { [first.host]: TOKEN })));
    expect(message).toContain(`https://${first.host}/app.git wants a login`);
    expect(new Set(target.logins)).toEqual(new Set([undefined]));
  });
});

test('a redirect to http is not followed', async () => {
  await using server = await start({ redirect: 'http://127.0.0.1:9' });
  expect(await messageOf(readAll(optionsFor(server.host)))).toMatch(
    /^UnreadableRepositoryError: git cannot read https:.*[Pp]rotocol/,
  );
});

test('no process has a secret among its arguments, and the mirror keeps none', async () => {
  const log = scene.unused('arguments');
  await using server = await start({ token: TOKEN });
  const options = optionsFor(`ada:${TOKEN}@${server.host}`);
  const env = { ...options.env, PATH: await scene.wrapGit(`echo "$@" >>'${log}'`) };
  expect(await readAll({ ...options, env })).toMatchObject({ commits: 3 });
  const given = await readFile(log, 'utf8');
  expect(given).toContain(' fetch ');
  expect(given).not.toContain(TOKEN);
  const kept = await readdir(options.mirror, { recursive: true, withFileTypes: true });
  const files = kept.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) expect(await readFile(file, 'latin1')).not.toContain(TOKEN);
});

test('a certificate that is not trusted is named', async () => {
  await using server = await start({});
  const { env: _, ...options } = optionsFor(server.host);
  const message = await messageOf(readAll({ ...options, env: scene.optionsFor('/').env }));
  expect(message).toBe(
    `UnreadableRepositoryError: The certificate of ${server.host} is not trusted: name its CA in GIT_SSL_CAINFO of this service's environment`,
  );
});
