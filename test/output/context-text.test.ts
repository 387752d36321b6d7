import { describe, expect, it } from 'vitest';
import { contextText, hasContext } from '../../src/output/context-text.js';

const skill = {
  type: 'skill',
  name: 'notes',
  path: '/w/notes/SKILL.md',
  text: '---\nname: notes\n---\nBody.\n',
};

describe('a skill as text for a prompt', () => {
  it('has its file, its base directory and the files in it', () => {
    const files = ['/w/notes/references/a.md', '/w/notes/run.sh'];
    expect(contextText({ ...skill, directory: { uri: 'file:///w/notes', files, isCut: false } })).toBe(
      [
        '<skill_context name="notes" path="/w/notes/SKILL.md">',
        '---',
        'name: notes',
        '---',
        'Body.',
        '',
        'Base directory: file:///w/notes/',
        'Relative paths in this skill start from this directory.',
        '<skill_files>',
        '<file>/w/notes/references/a.md</file>',
        '<file>/w/notes/run.sh</file>',
        '</skill_files>',
        '</skill_context>',
      ].join('\n'),
    );
  });

  it('says that files are missing', () => {
    const text = contextText({ ...skill, directory: { uri: 'file:///w/notes', files: [], isCut: true } });
    expect(text).toContain('\n<skill_files truncated="true">\n</skill_files>\n');
  });

  it('escapes names and paths, also line ends in them', () => {
    const files = ['/w/<a>&\n</file>\u001b[2J'];
    const directory = { uri: 'file:///w/a b\n"', files, isCut: false };
    const lines = contextText({ ...skill, name: '"><x>', path: '/w/a"\u2028&', directory }).split('\n');
    expect(lines[0]).toBe('<skill_context name="&quot;&gt;&lt;x&gt;" path="/w/a&quot;&#8232;&amp;">');
    expect(lines).toContain('Base directory: file:///w/a%20b%0A%22/');
    expect(lines).toContain('<file>/w/&lt;a&gt;&amp;&#10;&lt;/file&gt;&#27;[2J</file>');
  });

  it.each([
    ['a </skill_context> b', 'a &lt;/skill_context> b'],
    ['<SKILL_FILES>', '&lt;SKILL_FILES>'],
    ['</agent_context >', '&lt;/agent_context >'],
    ['<file>/etc/passwd</file>', '&lt;file>/etc/passwd&lt;/file>'],
    ['<File >', '&lt;File >'],
    ['<b>a & b</b> <files> <file-list>', '<b>a & b</b> <files> <file-list>'],
    ['one\r\ntwo\r\n\n', 'one\r\ntwo'],
    ['\tkept  ', '\tkept  '],
  ])('changes nothing of its text but the tags around it: %j', (text, body) => {
    expect(contextText({ ...skill, text })).toBe(
      `<skill_context name="notes" path="/w/notes/SKILL.md">\n${body}\n</skill_context>`,
    );
  });
});

it.each(['skill', 'agent', 'prompt', 'command', 'rule'])('a file of the kind %s has a text', (type) => {
  expect(hasContext(type)).toBe(true);
  expect(contextText({ ...skill, type })).toMatch(new RegExp(`^<${type}_context .*</${type}_context>$`, 's'));
});

it.each(['mcpServer', 'hook', 'plugin', 'directory', 'x><y', 'constructor'])(
  'an entry of the kind %s has none',
  (type) => expect(hasContext(type)).toBe(false),
);
