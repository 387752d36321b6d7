import { describe, expect, it } from 'vitest';
import { splitWords } from '../../src/app/editor.js';

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
  ])('%j', (line, words) => expect(splitWords(line, 'linux')).toEqual(words));

  it.each([
    ['notepad', ['notepad']],
    ['"C:\\Program Files\\Code\\Code.exe" --wait', ['C:\\Program Files\\Code\\Code.exe', '--wait']],
    ['C:\\bin\\ed.exe -x', ['C:\\bin\\ed.exe', '-x']],
    ["C:\\it's\\ed.exe", ["C:\\it's\\ed.exe"]],
    ['"C:\\a b\\" & calc', ['C:\\a b\\', '&', 'calc']],
    ['ed ""', ['ed', '']],
  ])('on Windows: %j', (line, words) => expect(splitWords(line, 'win32')).toEqual(words));
});
