import { describe, expect, it } from 'vitest';
import { readWords, shellLine } from '../src/shell-words.js';

describe('the words of a command line', () => {
  it.each([
    ['vi', ['vi']],
    ['', []],
    [' \t ', []],
    ['code --wait', ['code', '--wait']],
    ['  emacs   -nw ', ['emacs', '-nw']],
    [`"/opt/My Editor/run" -w`, ['/opt/My Editor/run', '-w']],
    [`'/opt/My Editor/run' -w`, ['/opt/My Editor/run', '-w']],
    ['/opt/My\\ Editor/run', ['/opt/My Editor/run']],
    [`emacsclient -a ''`, ['emacsclient', '-a', '']],
    [`emacsclient -a ""`, ['emacsclient', '-a', '']],
    [`vim -c "set tw=80"`, ['vim', '-c', 'set tw=80']],
    [`vim -c 'echo "hi"'`, ['vim', '-c', 'echo "hi"']],
    [`vim -c "echo \\"a\\\\b\\" \\n"`, ['vim', '-c', 'echo "a\\b" \\n']],
    [`--cmd="a b"'c d'e`, ['--cmd=a bc de']],
    [`'a\\b'`, ['a\\b']],
    ['a\\"b', ['a"b']],
    [`vi "never closed`, ['vi', 'never closed']],
    [`vi 'never closed`, ['vi', 'never closed']],
    ['vi; rm -rf ~ $(x) `y` > z', ['vi;', 'rm', '-rf', '~', '$(x)', '`y`', '>', 'z']],
    ['vi\n-R', ['vi', '-R']],
  ])('%j', (line, words) => expect(readWords(line, 'linux').words).toEqual(words));

  it.each([
    ['notepad', ['notepad']],
    ['"C:\\Program Files\\Code\\Code.exe" --wait', ['C:\\Program Files\\Code\\Code.exe', '--wait']],
    ['C:\\bin\\ed.exe -x', ['C:\\bin\\ed.exe', '-x']],
    ["C:\\it's\\ed.exe", ["C:\\it's\\ed.exe"]],
    ['"C:\\a b\\" & calc', ['C:\\a b\\', '&', 'calc']],
    ['ed ""', ['ed', '']],
  ])('on Windows: %j', (line, words) => expect(readWords(line, 'win32').words).toEqual(words));
});

describe('a quote', () => {
  it.each([`a 'b`, `a "b`, `"a\\"`, `'`])('is not closed in %j', (line) =>
    expect(readWords(line, 'linux').isClosed).toBe(false),
  );

  it.each([`a 'b' "c"`, `a"b"c`, `'a'"b"`, 'a\\"', `it\\'s`, ''])('is closed in %j', (line) =>
    expect(readWords(line, 'linux').isClosed).toBe(true),
  );

  it('is read by the rules of the platform', () => {
    expect(readWords(`it's`, 'win32').isClosed).toBe(true);
    expect(readWords('"a b', 'win32').isClosed).toBe(false);
  });
});

describe('words as a command line', () => {
  it.each([
    [['opencode', 'auth', 'login'], 'opencode auth login'],
    [['/opt/my agent/run', "it's", ''], `'/opt/my agent/run' 'it'\\''s' ''`],
    [['--auth-type=openai', '$(x)', ';'], `--auth-type=openai '$(x)' ';'`],
  ])('%j', (words, line) => {
    expect(shellLine(words)).toBe(line);
    expect(readWords(line, 'linux').words).toEqual(words);
  });
});
