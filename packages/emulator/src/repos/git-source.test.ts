import { describe, expect, test } from 'vitest';
import { parseLocation } from './git-source.ts';
import { UnreadableRepositoryError } from './unreadable-repository-error.ts';

const tokens = new Map([
  ['github.com', 'gh-token'],
  ['gitlab.example.com:8443', 'gl-token'],
]);
const parse = (url: string) => parseLocation({ url, path: null }, tokens);

describe('an address', () => {
  test.each([
    ['https://github.com/a/b.git', 'https://github.com/a/b.git', 'https:ssh', 'github.com'],
    ['https://u:p@example.com/a', 'https://example.com/a', 'https:ssh', 'example.com'],
    ['http://u@example.com:8080/a', 'http://example.com:8080/a', 'http:https:ssh', 'example.com:8080'],
    ['ssh://git@example.com:22/a', 'ssh://git@example.com:22/a', 'ssh:https', 'example.com:22'],
    ['ssh://git:secret@example.com/a', 'ssh://git@example.com/a', 'ssh:https', 'example.com'],
    ['git://example.com/a', 'git://example.com/a', 'git:https:ssh', 'example.com'],
    ['git@github.com:a/b.git', 'git@github.com:a/b.git', 'ssh:https', 'github.com'],
    ['example.com:a', 'example.com:a', 'ssh:https', 'example.com'],
    ['https://[::1]:8443/a', 'https://[::1]:8443/a', 'https:ssh', '[::1]:8443'],
  ])('%s', (url, address, protocols, host) => {
    expect(parse(url)).toMatchObject({ address, protocols, host, isPath: false });
    expect(parse(url).name).toBe(address.replace('git@', ''));
  });

  test('a path is one for git, too, and only files are', () => {
    const source = parseLocation({ url: null, path: '/srv/a b:c@d.git' });
    expect(source).toMatchObject({ address: '/srv/a b:c@d.git', isPath: true, protocols: 'file' });
    expect(source.login).toBeUndefined();
  });

  test.each([
    ['ext::sh -c touch% /tmp/owned'],
    ['ext://sh'],
    ['https::https://example.com/a'],
    ['git::example.com'],
    ['file:///etc'],
    ['ftp://example.com/a'],
    ['--upload-pack=touch owned'],
    ['-oProxyCommand=owned:a'],
    ['ssh://-oProxyCommand=owned/a'],
    ['ssh://-oProxyCommand=owned@example.com/a'],
    ['-u@example.com:a'],
    ['example.com:-a'],
    ['https://a=b/c'],
    ['https:///a?b'],
    ['https://example.com/a?private_token=secret'],
    ['https://example.com/a#secret'],
    ['https://%zz:secret@example.com/a'],
    ['https://u:secret%0aprotocol=http@example.com/a'],
    ['https://u:secret@exa mple.com/a'],
    ['/srv/repository'],
    ['../repository'],
    ['example.com/a'],
    ['example.com:a\nb'],
    [''],
  ])('%j is refused, without a word of its secrets', (url) => {
    expect(() => parse(url)).toThrow(UnreadableRepositoryError);
    expect(() => parse(url)).not.toThrow(/secret/);
  });

  test.each([['repository'], ['../repository'], ['-a'], [''], ['/a\0b']])(
    'the path %j is refused',
    (path) => {
      expect(() => parseLocation({ url: null, path })).toThrow(/^The path is not absolute; give/);
    },
  );
});

describe('the login', () => {
  test.each([
    ['https://github.com/a', 'https://github.com', 'x-access-token', 'gh-token'],
    ['https://GitHub.com:443/a', 'https://github.com', 'x-access-token', 'gh-token'],
    ['https://gitlab.example.com:8443/a', 'https://gitlab.example.com:8443', 'x-access-token', 'gl-token'],
    ['https://oauth2@gitlab.example.com:8443/a', 'https://gitlab.example.com:8443', 'oauth2', 'gl-token'],
    ['https://ada:own%40word@github.com/a', 'https://github.com', 'ada', 'own@word'],
    ['http://ada:word@example.com/a', 'http://example.com', 'ada', 'word'],
    ['https://only-a-token@example.com/a', 'https://example.com', 'only-a-token', ''],
  ])('%s', (url, origin, username, password) => {
    expect(parse(url).login).toEqual({ origin, username, password });
  });

  test.each([
    ['https://gitlab.example.com/a'],
    ['https://github.com:8443/a'],
    ['https://github.com.example.com/a'],
    ['http://github.com/a'],
    ['ssh://git@github.com/a'],
    ['git@github.com:a'],
  ])('%s gets no token of another server', (url) => {
    expect(parse(url).login).toBeUndefined();
  });
});
