import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { accept, clientOf, event } from './client-of.fixture.ts';
import { makeCertificate } from './make-certificate.fixture.ts';
import { runSendOnce } from './run-send-once.fixture.ts';
import { startScripted } from './scripted-server.fixture.ts';
import { startProxy } from './start-proxy.fixture.ts';

const directory = await mkdtemp(join(tmpdir(), 'tls-'));
afterAll(() => rm(directory, { recursive: true }));

async function trusting({ cert }: { cert: string }): Promise<{ NODE_EXTRA_CA_CERTS: string }> {
  const path = join(directory, 'ca.pem');
  await writeFile(path, cert);
  return { NODE_EXTRA_CA_CERTS: path };
}

test.each([[false], [true]])(
  'an untrusted certificate is a fault of configuration, and not tried again (through a proxy: %s)',
  async (isProxied) => {
    await using server = await startScripted(accept, await makeCertificate());
    await using proxy = await startProxy();
    const env = isProxied ? { HTTPS_PROXY: `http://${proxy.host}` } : {};
    const { client, slept } = clientOf(server.url, { env });
    const { problems } = await client.send([event()]);
    expect(problems).toMatchObject([
      {
        fault: 'configuration',
        setting: 'baseUrl',
        message: expect.stringMatching(/^the certificate of https:.* is not trusted: .*NODE_EXTRA_CA_CERTS$/),
      },
    ]);
    expect({ slept, asked: server.asked, used: proxy.used() }).toEqual({
      slept: [],
      asked: [],
      used: isProxied ? 1 : 0,
    });
  },
);

test('that of the token service blames its URL', async () => {
  await using auth = await startScripted(accept, await makeCertificate());
  const credentials = { kind: 'client', clientId: 'c', clientSecret: 'cs-secret' } as const;
  const { client } = clientOf('http://127.0.0.1:9', { authUrl: auth.url, credentials });
  expect((await client.send([event()])).problems).toMatchObject([
    { fault: 'configuration', setting: 'authUrl' },
  ]);
});

test('a certificate named in NODE_EXTRA_CA_CERTS is trusted, directly and through a proxy', async () => {
  const certificate = await makeCertificate();
  await using server = await startScripted(accept, certificate);
  await using proxy = await startProxy();
  const env = await trusting(certificate);
  expect(await runSendOnce(server.url, env)).toMatchObject({ states: ['accepted'] });
  expect(proxy.used()).toBe(0);
  const proxied = { ...env, HTTPS_PROXY: `http://${proxy.host}` };
  expect(await runSendOnce(server.url, proxied)).toMatchObject({ states: ['accepted'] });
  expect(proxy.used()).toBe(1);
});

test('a certificate for another host is a fault of configuration', async () => {
  const certificate = await makeCertificate('other.example');
  await using server = await startScripted(accept, certificate);
  expect(await runSendOnce(server.url, await trusting(certificate))).toMatchObject({
    states: ['undelivered'],
    problems: [
      {
        fault: 'configuration',
        setting: 'baseUrl',
        message: expect.stringContaining('it is for another host name: is the address right?'),
      },
    ],
  });
});

test('https where http is spoken is a fault of configuration', async () => {
  await using server = await startScripted(accept);
  const { client, slept } = clientOf(server.url.replace('http', 'https'));
  expect((await client.send([event()])).problems).toMatchObject([
    {
      fault: 'configuration',
      setting: 'baseUrl',
      message: expect.stringContaining('is it an http:// address?'),
    },
  ]);
  expect(slept).toEqual([]);
});

test('http where https is spoken is no success', async () => {
  await using server = await startScripted(accept, await makeCertificate());
  const { client } = clientOf(server.url.replace('https', 'http'), { maxAttempts: 1 });
  const { fates } = await client.send([event()]);
  expect(fates).toMatchObject([{ state: 'undelivered' }]);
  expect(server.asked).toEqual([]);
});
