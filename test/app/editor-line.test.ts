import { expect, it } from 'vitest';
import { fileArguments } from '../../src/app/editor-line.js';

const path = '/my repo/a:b.md';

it.each<[program: string, line: number | null, expected: string[]]>([
  ['vi', 12, ['+12', path]],
  ['/usr/bin/nvim', 1, ['+1', path]],
  ['nano', 12, ['+12', path]],
  ['emacsclient', 12, ['+12', path]],
  ['code', 12, ['--goto', `${path}:12`]],
  ['/opt/My Editor/cursor', 12, ['--goto', `${path}:12`]],
  ['C:\\Program Files\\Code\\code.cmd', 12, ['--goto', `${path}:12`]],
  ['C:\\vim\\VIM.EXE', 12, ['+12', path]],
  ['hx', 12, [`${path}:12`]],
  ['subl.exe', 12, [`${path}:12`]],
  // Without a line, or if the editor is not known, the file is opened at its start.
  ['vi', null, [path]],
  ['code', null, [path]],
  ['notepad', 12, [path]],
  ['my-vim', 12, [path]],
  ['', 12, [path]],
])('%s opens line %s with %j', (program, line, expected) => {
  expect(fileArguments(program, path, line)).toEqual(expected);
});
