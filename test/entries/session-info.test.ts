import { expect, test } from 'vitest';
import { sessionName } from '../../src/entries/session-info.js';

test.each([
  ['its title', 'Fix login', 'copilotcli:/76dc3994-402d', 'file:///home/me/shop', 'Fix login'],
  [
    'its folder and the start of its id',
    '',
    'copilotcli:/76dc3994-402d',
    'file:///home/me/shop/',
    'shop 76dc3994',
  ],
  ['the start of its id alone', '', 'copilotcli:/76dc3994-402d', null, '76dc3994'],
  [
    'the start of its id alone if its folder is named after it',
    '',
    'copilotcli:/76dc3994-402d',
    'file:///tmp/76dc3994-402d',
    '76dc3994',
  ],
  ['nothing before there is a session', '', '', null, ''],
])('a session is called by %s', (_what, title, uri, directory, name) => {
  expect(sessionName({ title, uri, directory })).toBe(name);
});
