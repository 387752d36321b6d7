import { describe, expect, it } from 'vitest';
import { hiddenProblemReason, hiddenReason } from '../../src/entries/shown-file.js';

const range = { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } };
const secrets = 'such files hold commands and secrets';

describe('the text of an entry’s file', () => {
  it.each([
    ['skill', null, null],
    ['agent', null, null],
    ['rule', null, null],
    ['prompt', null, null],
    ['something new', null, null],
    ['skill', range, 'it is declared inside of a larger file'],
    ['hook', range, secrets],
    ['hook', null, secrets],
    ['mcpServer', null, secrets],
    ['directory', null, 'it is a directory'],
    ['plugin', null, 'it is a directory'],
  ])('of a %s at %j is hidden because: %s', (type, at, reason) => {
    expect(hiddenReason({ type, range: at })).toBe(reason);
  });
});

describe('the text of a file with a problem', () => {
  const uri = 'file:///a/b.json';
  const entry = (type: string, changes = {}) => ({ uri, type, range: null, ...changes });

  it.each([
    ['of no entry', uri, [], secrets],
    ['of no entry, without an extension', 'file:///a/b', [], secrets],
    ['of no entry, in Markdown', 'file:///a/SKILL.md', [], null],
    ['of a server', uri, [entry('mcpServer')], secrets],
    ['of a hook in Markdown', 'file:///a/b.md', [entry('hook', { uri: 'file:///a/b.md' })], secrets],
    ['of an agent', uri, [entry('agent')], null],
    ['of an agent and its hook', uri, [entry('hook'), entry('agent')], null],
    [
      'of an entry that is a part of it',
      uri,
      [entry('agent', { range })],
      'it is declared inside of a larger file',
    ],
    ['of an entry in another file', uri, [entry('agent', { uri: 'file:///a/c.json' })], secrets],
  ])('%s', (_what, file, entries, reason) => {
    expect(hiddenProblemReason({ uri: file }, entries)).toBe(reason);
  });
});
