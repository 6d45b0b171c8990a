import { writeFile } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createProxy } from 'proxy';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { push } from '../examples.ts';
import { report } from '../report.fixture.ts';

const PROXY_PASSWORD = 'pr0xy-secret';

let emulator: TestEmulator;
let inputs: TestEmulator['inputs'];
beforeAll(async () => {
  emulator = await startTestEmulator();
  ({ inputs } = emulator);
});
afterAll(() => emulator[Symbol.asyncDispose]());

async function listening(server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): AddressInfo | string | null;
}) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return address.port;
}

/** A real forward proxy that wants a password, and what it was asked for. */
async function startProxy() {
  const asked: string[] = [];
  const proxy = createProxy();
  proxy.on('request', (req) => void asked.push(`${req.method} ${req.url}`));
  proxy.on('connect', (req) => void asked.push(`CONNECT ${req.url}`));
  const credentials = `Basic ${Buffer.from(`bob:${PROXY_PASSWORD}`).toString('base64')}`;
  proxy.authenticate = (req) => req.headers['proxy-authorization'] === credentials;
  const port = await listening(proxy);
  return {
    asked,
    url: (password = PROXY_PASSWORD) => `http://bob:${password}@127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

/** The emulator behind TLS, with a certificate that nobody trusts. */
async function startTls() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const { hostname, port: target } = new URL(emulator.url);
  const server: Server = createServer({ key, cert }, (req, res) => {
    const onward = plainRequest({
      hostname,
      port: target,
      path: req.url,
      method: req.method,
      headers: req.headers,
    });
    onward.on('response', (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    req.pipe(onward);
  });
  const port = await listening(server);
  return {
    url: `https://127.0.0.1:${port}`,
    cert,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a proxy', () => {
  test('is used for http, with its credentials, which nobody sees', async () => {
    await using proxy = await startProxy();
    await using run = await report({ ...push, inputs, env: { HTTP_PROXY: proxy.url() } }, [PROXY_PASSWORD]);
    expect(run.main.outputs).toMatchObject({ outcome: 'reported' });
    expect(proxy.asked).toEqual([`POST ${emulator.url}/events`]);
  });

  test('is used for https by CONNECT', async () => {
    await using proxy = await startProxy();
    await using tls = await startTls();
    await using first = await report({ ...push, inputs: { ...inputs, 'dry-run': 'true' } });
    const ca = join(first.workspace, 'ca.pem');
    await writeFile(ca, tls.cert);
    const env = { https_proxy: proxy.url(), NODE_EXTRA_CA_CERTS: ca };
    await using run = await report({ ...push, inputs: { ...inputs, 'base-url': tls.url }, env }, [
      PROXY_PASSWORD,
    ]);
    expect(run.main.outputs).toMatchObject({ outcome: 'reported' });
    expect(proxy.asked).toEqual([`CONNECT ${new URL(tls.url).host}`]);
  });

  test('is left out where NO_PROXY says so', async () => {
    await using proxy = await startProxy();
    const env = { HTTP_PROXY: proxy.url(), NO_PROXY: 'example.com, 127.0.0.1' };
    await using run = await report({ ...push, inputs, env });
    expect(run.main.outputs).toMatchObject({ outcome: 'reported' });
    expect(proxy.asked).toEqual([]);
  });

  test('that refuses the credentials is a mistake to be mended', async () => {
    await using proxy = await startProxy();
    await using run = await report({ ...push, inputs, env: { HTTP_PROXY: proxy.url('wr0ng-secret') } }, [
      'wr0ng-secret',
    ]);
    expect(run.main).toMatchObject({
      exitCode: 1,
      outputs: { outcome: 'undelivered', reason: expect.stringMatching(/proxy.*407/) },
    });
  });

  test('that is down is an outage', async () => {
    const env = { HTTP_PROXY: `http://bob:${PROXY_PASSWORD}@127.0.0.1:9` };
    await using run = await report({ ...push, inputs: { ...inputs, 'max-attempts': '1' }, env }, [
      PROXY_PASSWORD,
    ]);
    expect(run.main).toMatchObject({
      exitCode: 0,
      outputs: { outcome: 'undelivered', reason: expect.stringMatching(/proxy/) },
    });
  });
});

describe('a certificate of a CA of your own', () => {
  test('is refused, the step fails, and the remedy is named', async () => {
    await using tls = await startTls();
    await using run = await report({ ...push, inputs: { ...inputs, 'base-url': tls.url } });
    expect(run.main).toMatchObject({ exitCode: 1, outputs: { outcome: 'undelivered' } });
    expect(run.main.outputs['reason']).toMatch(/base-url: .*certificate.*NODE_EXTRA_CA_CERTS/);
  });

  test('is trusted when NODE_EXTRA_CA_CERTS has the CA', async () => {
    await using tls = await startTls();
    await using first = await report({ ...push, inputs: { ...inputs, 'dry-run': 'true' } });
    const ca = join(first.workspace, 'ca.pem');
    await writeFile(ca, tls.cert);
    await using run = await report({
      ...push,
      inputs: { ...inputs, 'base-url': tls.url },
      env: { NODE_EXTRA_CA_CERTS: ca },
    });
    expect(run.main.outputs).toMatchObject({ outcome: 'reported' });
  });
});
