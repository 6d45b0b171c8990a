import { expect, test } from 'vitest';
import { locationProblem } from './connect-repo.ts';

test.each([
  'https://github.com/example/shop.git',
  'ssh://git@github.com/example/shop.git',
  'git@github.com:example/shop.git',
  'github.com:example/a@b.git',
])('%s can be connected', (url) => {
  expect(locationProblem({ url, path: null })).toBeUndefined();
});

test.each([
  'https://ada:s3cret@github.com/example/shop.git',
  'https://s3cret@github.com/example/shop.git',
  'ssh://git:s3cret@github.com/example/shop.git',
  'oauth2:s3cret@github.com:example/shop.git',
  'git:s3cret@127.0.0.1/example/shop.git',
  's3cret:x-oauth-basic@github.com/example/shop.git',
])('an address with a password is refused, and the password not shown: %s', (url) => {
  const problem = locationProblem({ url, path: null });
  expect(problem).toMatchObject({ path: 'url', msg: expect.stringContaining('MILEPOST_GIT_TOKENS') });
  expect(problem?.msg).not.toContain('s3cret');
});

test.each(['ext::sh -c id', 'file:///etc', '-oProxyCommand=id', 'ftp://a.test/b', ''])(
  '%s is no address',
  (url) => {
    expect(locationProblem({ url, path: null })?.path).toBe('url');
  },
);

test('one place at most', () => {
  expect(locationProblem({ url: 'https://a.test/b', path: '/b' })?.path).toBe('path');
  expect(locationProblem({ url: null, path: 'shop' })?.path).toBe('path');
  expect(locationProblem({ url: null, path: null })).toBeUndefined();
});
