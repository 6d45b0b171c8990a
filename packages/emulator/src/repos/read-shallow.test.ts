import { expect, test } from 'vitest';
import { openScene, readAll } from './history.fixture.ts';

const scene = await openScene();

/** Five commits, the third a merge; its shas from the first, and a clone of it that is as deep as asked. */
function shallowClone(depth: number) {
  const source = scene.repository();
  const first = source.commit('first');
  const side = source.commit('side', first);
  const merge = source.commit('merge', source.commit('second', first), side);
  source.branch('main', source.commit('last', merge));
  const path = source.clone(scene.unused('clone'), `--depth=${depth}`);
  return { source, path, merge, options: scene.optionsFor(path) };
}

test('a commit at the boundary has its real parents, though they are missing', async () => {
  const { source, merge, options } = shallowClone(2);
  const { delivered, ...result } = await readAll(options);
  expect(result).toMatchObject({ commits: 2, isShallow: true });
  expect(delivered[0]).toMatchObject({ sha: merge, message: 'merge' });
  expect(delivered[0]?.parents).toEqual(source.git(['rev-parse', `${merge}^1`, `${merge}^2`]).split('\n'));
  expect(await readAll(options)).toMatchObject({ commits: 0, isShallow: true });
});

test('what a deeper clone adds below the boundary is delivered', async () => {
  const { source, path, options } = shallowClone(1);
  await readAll(options);
  source.git(['--git-dir', path, 'fetch', '--quiet', '--depth=3']);
  const deeper = await readAll(options);
  expect(deeper).toMatchObject({ commits: 4, isShallow: true });
  source.git(['--git-dir', path, 'fetch', '--quiet', '--unshallow']);
  const whole = await readAll(options);
  expect(whole).toMatchObject({ commits: 5, isShallow: false });
  expect(whole.shas.toSorted()).toEqual(source.reachable());
  expect(await readAll(options)).toMatchObject({ commits: 0, isShallow: false });
});

test('new commits of a clone that stays shallow are delivered once', async () => {
  const { source, path, options } = shallowClone(2);
  await readAll(options);
  const next = source.commit('next', source.git(['rev-parse', 'main']));
  source.branch('main', next);
  source.git(['--git-dir', path, 'fetch', '--quiet', 'origin', '+refs/heads/*:refs/heads/*']);
  expect((await readAll(options)).shas).toEqual([next]);
});

test('a clone whose boundary moves up is read on', async () => {
  const { source, path, options } = shallowClone(3);
  await readAll(options);
  const next = source.line(3, source.git(['rev-parse', 'main']));
  source.branch('main', next);
  source.git(['--git-dir', path, 'fetch', '--quiet', '--depth=1', 'origin', '+refs/heads/*:refs/heads/*']);
  const { delivered } = await readAll(options);
  expect(delivered.at(-1)).toMatchObject({ sha: next, parents: [source.git(['rev-parse', `${next}^`])] });
});
