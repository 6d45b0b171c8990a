import { harmless } from '@milepost/shared/report';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test.each([
  ['::error::owned', ': :error::owned'],
  ['  ::add-mask::x', '  : :add-mask::x'],
  ['a\n::stop-commands::x', 'a ::stop-commands::x'],
  ['a\r::set-output name=b::c', 'a ::set-output name=b::c'],
  ['\n::error::first line', ' : :error::first line'],
  ['title ##[error]owned', 'title # #[error]owned'],
  ['plain :: text', 'plain :: text'],
])('%j is logged as %j, which is no command of the runner', (text, expected) => {
  expect(harmless(text)).toBe(expected);
});

test('every way out redacts, and debug says nothing unless the runner debugs', () => {
  const said: string[] = [];
  let debugging = false;
  const say = (kind: string) => (text: string | Error) => void said.push(`${kind} ${text}`);
  const log = createLog(
    {
      debug: say('debug'),
      info: say('info'),
      notice: say('notice'),
      warning: say('warning'),
      isDebug: () => debugging,
    },
    (text) => text.replaceAll('hunter2', '***'),
  );
  log.debug('0 hunter2');
  debugging = true;
  log.debug('1 hunter2');
  log.info('2 hunter2');
  log.notice('3 hunter2');
  log.warning('4 hunter2');
  expect(said).toEqual(['debug 1 ***', 'info 2 ***', 'notice 3 ***', 'warning 4 ***']);
});
