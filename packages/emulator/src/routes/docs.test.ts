import { afterAll, describe, expect, it } from 'vitest';
import { startTestService } from '../../test/service.fixture.ts';

// At /milepost.
const service = await startTestService();
afterAll(() => service[Symbol.asyncDispose]());

const page = await service.get('/docs', { key: null });
/** What the page loads, as it names it. */
const assets = [...page.text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, address]) => address ?? '');

describe('/openapi.json', () => {
  it('names the server as callers reach it', async () => {
    const { body } = await service.get('/openapi.json', { key: null });
    expect(body).toMatchObject({ openapi: '3.1.1', servers: [{ url: service.url }] });
  });

  it('is sent again only when it has changed', async () => {
    const { headers } = await service.get('/openapi.json');
    const again = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    const { status, text } = await service.get('/openapi.json', { headers: again });
    expect([status, text]).toEqual([304, '']);
  });
});

describe('/docs', () => {
  it('loads nothing from anywhere else, and no script or style that stands in the page', () => {
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none';script-src 'self';style-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
    expect(page.text).not.toMatch(/(?:src|href)="(?:\w+:)?\//);
  });

  it('loads what there is, relative to itself', async () => {
    expect(assets.length).toBe(5);
    for (const address of assets) {
      const response = await fetch(new URL(address, `${service.url}/docs`));
      expect([address, response.status]).toEqual([address, 200]);
      const versioned = address.includes('?v=');
      expect(response.headers.get('cache-control')).toBe(
        versioned ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    }
  });

  it('says without JavaScript how to move from API keys to tokens, where the Link header points', async () => {
    const { headers } = await service.get('/entities');
    const [, link = ''] = /^<([^>]+)>/.exec(headers.get('link') ?? '') ?? [];
    const { pathname, hash } = new URL(link);
    expect([pathname, hash]).toEqual(['/milepost/docs', '#migration']);
    expect(page.text).toContain('id="migration"');
    expect(page.text).toContain(`curl -sS ${service.url}/oauth/token`);
  });

  it('asks no validator of other people', async () => {
    const { text } = await service.get('/docs/page.js');
    expect(text).toContain('validatorUrl: null');
  });

  it('is at one address only', async () => {
    const response = await fetch(`${service.url}/docs/`, { redirect: 'manual' });
    expect(new URL(response.headers.get('location') ?? '', response.url).pathname).toBe('/milepost/docs');
  });

  it.each(['package.json', 'swagger-ui.js', '..%2fpackage.json', '%2e%2e'])(
    'has no file %s',
    async (file) => {
      expect((await service.get(`/docs/${file}`)).status).toBe(404);
    },
  );

  it.each(['/docs', '/docs/page.js', '/openapi.json'])('POST %s is 405', async (path) => {
    const { status, headers } = await service.call('POST', path);
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
