import fc from 'fast-check';
import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import { remedyFor } from '../../src/entries/remedies.js';
import type { FileText } from '../../src/picker/open-view.js';
import type { Model } from '../../src/picker/state.js';
import { displayWidth } from '../../src/text/width.js';
import { Preview, previewLines, previewOf } from '../../src/ui/Preview.js';
import { previewContent } from '../../src/ui/preview-lines.js';
import { colourful, type ScreenChanges } from '../support/drawing.js';
import { agent, directory, extras, plugin, server, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';
import {
  asciiOnly,
  hostileText,
  otherModel,
  ownModel,
  trimmed,
  unicode,
  viewScreen,
} from '../support/view-screens.js';

const uri = 'file:///repo/.agents/skills/release-notes/SKILL.md';
const skillText: FileText = {
  lines: ['---', 'name: release-notes', '---', '', '# Notes', '', '```sh', '# a comment', '```'],
  isCut: false,
};

const tools = [
  standing('codex', { invoke: '$release-notes' }),
  standing('copilot', { invoke: '/release-notes', modelInvocable: false }),
  standing('gemini', { switchable: [], note: 'it has no switch' }),
  standing('opencode', { enabled: false, why: { file: '/repo/opencode.json', line: 7, text: 'x' } }),
];

const releaseNotes = (meta = {}, fields = {}) =>
  skill('release-notes', {
    uri,
    description: 'Draft release notes.',
    ...fields,
    ...extras({ from: 'repo', tools, ...meta }),
  });

const model = ownModel([directory('.agents/skills', [releaseNotes()])]);

function contentOf(given: Model, id: string, file: FileText | null = null, changes: ScreenChanges = {}) {
  const read = file === null ? null : { id, file };
  const state = { cursor: { id, index: 0 }, file: read, ...changes.state };
  const screen = viewScreen(given, { size: { columns: 140, rows: 40 }, ...changes, state });
  return { ...previewOf(screen, unicode), columns: 60 };
}

/** The preview as a component, in 60 columns. */
function shown(
  given: Model,
  id: string,
  file: FileText | null = null,
  changes: ScreenChanges = {},
): string[] {
  const { lastFrame, unmount } = render(<Preview {...contentOf(given, id, file, changes)} />);
  const lines = trimmed(lastFrame());
  unmount();
  return lines;
}

describe('the preview of an entry', () => {
  it('shows what it is, how it is in each tool, and its file', () => {
    expect(shown(model, 'release-notes', skillText)).toEqual([
      ' release-notes',
      ' skill · .agents/skills · this repo',
      '',
      ' Draft release notes.',
      '',
      ' Codex        on   $release-notes',
      ' Copilot CLI  on   /release-notes  model may not',
      ' Gemini CLI   on   cannot be switched: it has no switch',
      ' opencode     off  opencode.json:7',
      ' not read by Claude Code',
      '',
      ` ${'─'.repeat(58)}`,
      ' ---',
      ' name: release-notes',
      ' ---',
      '',
      ' # Notes',
      '',
      ' ```sh',
      ' # a comment',
      ' ```',
    ]);
  });

  it('keeps everything in its place while the file is read', () => {
    const before = shown(model, 'release-notes');
    const after = shown(model, 'release-notes', { ...skillText, files: [] });
    expect(after.slice(0, before.length)).toEqual(before);
    expect(before.at(-1)).toBe(` ${'─'.repeat(58)}`);
  });

  it('shows no file of another row', () => {
    const content = contentOf(model, 'release-notes', null, {
      state: { file: { id: 'other', file: skillText } },
    });
    expect(content.file).toBeNull();
  });

  it('names the other files of the skill in the rule', () => {
    const files = ['scripts/run.sh', 'reference.md'];
    const lines = shown(model, 'release-notes', { ...skillText, files });
    expect(lines[11]).toMatch(/^ ── with scripts\/run\.sh, reference\.md ─+$/);
    const many = Array.from({ length: 50 }, (_, index) => `${index}.md`);
    const rule = shown(model, 'release-notes', { ...skillText, files: many })[11] ?? '';
    expect(rule).toMatch(/… ─+$/);
    expect(displayWidth(rule)).toBe(59);
  });

  it.each([
    [{ inEffect: false, shadowedBy: 'rival' }, 'shadowed by ~/.claude/skills/deploy'],
    [{ shadowedBy: 'rival' }, 'on, but it may use ~/.claude/skills/deploy instead'],
    [{ inEffect: false, shadowedBy: 'gone' }, 'shadowed by another of its name'],
    [{ inEffect: false, isRefused: true, note: 'too long' }, 'refused: too long'],
    [{ inEffect: false, note: 'not trusted' }, 'switched on but not used: not trusted'],
    [{ userInvocable: false, invoke: '/deploy' }, 'on   you may not'],
  ])('%#: says why it is as it is in a tool', (changes, words) => {
    const own = skill('deploy', extras({ tools: [standing('claude', changes)] }));
    const rival = skill('rival', { name: 'deploy', uri: 'file:///home/me/.claude/skills/deploy/SKILL.md' });
    const lines = shown(ownModel([directory('d', [own, rival])]), 'deploy');
    expect(lines.slice(3, 7).join(' ').replaceAll(/\s+/g, ' ')).toContain(words.replaceAll(/\s+/g, ' '));
  });

  it('says that it is off with its plugin', () => {
    const off = [standing('claude', { enabled: false })];
    const child = skill('relay', extras({ tools: off }));
    const given = ownModel([plugin('acme', [child], { version: '1.2.0', ...extras({ tools: off }) })]);
    const lines = shown(given, 'relay');
    expect(lines[1]).toBe(' skill · acme · plugin 1.2.0');
    expect(lines).toContain(' Claude Code  off with acme');
  });

  it('says that no tool here reads it', () => {
    expect(shown(ownModel([directory('d', [agent('planner')])]), 'planner')).toContain(
      ' No tool here reads it.',
    );
  });

  it('shows the problems of its file with line and remedy', () => {
    const problem = { message: 'name is too long', line: 2, code: 'name-too-long', severity: 'warning' };
    const given = ownModel([directory('d', [releaseNotes({ problems: [problem] })])]);
    const lines = shown(given, 'release-notes');
    const at = lines.indexOf(' ! line 2: name is too long');
    expect(lines[at + 1]).toBe(` ${remedyFor({ code: 'name-too-long', uri: '' })}`);
  });

  it('says why its file is not shown, and that the rest is left out', () => {
    expect(shown(model, 'release-notes', { problem: 'It is too large.' }).at(-1)).toBe(' It is too large.');
    expect(shown(model, 'release-notes', { lines: ['x'], isCut: true }).at(-1)).toBe(
      ' The rest is not shown.',
    );
    const given = ownModel([directory('d', [server('m')])]);
    const lines = shown(given, 'm', { problem: 'x' }, { state: { kind: 'all' } });
    expect(lines.join('\n')).not.toMatch(/─/);
  });

  it('cuts a long description so that the tools stay in sight', () => {
    const description = 'word '.repeat(300);
    const given = ownModel([directory('d', [releaseNotes({}, { description })])]);
    const lines = shown(given, 'release-notes');
    expect(lines.some((line) => line.endsWith('word…') || line.endsWith('…'))).toBe(true);
    expect(lines.findIndex((line) => line.includes('Codex'))).toBeLessThan(20);
  });

  it('says why it cannot be chosen while one is chosen to print', () => {
    const given = ownModel([
      directory('d', [skill('a', extras({ tools: [standing('codex', { enabled: false })] }))]),
    ]);
    expect(shown(given, 'a', null, { isPicking: true })).toContain(' a cannot be chosen: it is off.');
    expect(shown(given, 'a').join('\n')).not.toContain('cannot be chosen');
  });

  it('shows the state and who may use it on a host that names no tools', () => {
    const given = otherModel([
      plugin('acme', [skill('a', { disableModelInvocation: true })], { enabled: false }),
    ]);
    const text = shown(given, 'a', skillText).join(' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain('on, but acme is off');
    expect(text).toContain('Once it is on, you can run it as /a');
    expect(text).toContain('# Notes');
  });

  it('colours the fields of the frontmatter and the headings outside of code', () => {
    const { columns, ...rest } = contentOf(model, 'release-notes', skillText);
    const text = previewLines({ ...rest, columns, theme: colourful }).join('\n');
    expect(text).toContain('\x1b[36mname:\x1b[39m release-notes');
    expect(text).toContain('\x1b[2m---\x1b[22m');
    expect(text).toContain('\x1b[1m# Notes\x1b[22m');
    expect(text).toContain(' # a comment');
  });

  it('leaves files that are no prose uncoloured', () => {
    const toml = directory('d', [agent('x', { uri: 'file:///repo/x.toml', ...extras({ tools }) })]);
    const content = contentOf(ownModel([toml]), 'x', { lines: ['# comment'], isCut: false });
    expect(previewLines({ ...content, theme: colourful }).join('\n')).toContain(' # comment ');
  });
});

describe('the preview of a heading', () => {
  it('shows what a folder is, where it is, its counts and its problems', () => {
    const problem = {
      uri: 'file:///repo/.agents/skills/relay/SKILL.md',
      line: 4,
      message: 'description is missing',
      code: 'description-missing',
      severity: 'error',
    };
    const folder = directory('.agents/skills', [releaseNotes()], {
      ...extras({ from: 'repo', problems: [problem] }),
    });
    expect(shown(ownModel([folder]), '.agents/skills')).toEqual([
      ' .agents/skills',
      ' folder of skills · this repo',
      '',
      ' /repo/.agents/skills',
      ' 1 differs · 1 broken',
      ' Holds 1. New ones can be written into it.',
      '',
      ' .agents/skills/relay/SKILL.md:4',
      ' ✗ description is missing',
      ' Add a line "description: …": what it does and when to use',
      ' it.',
    ]);
  });

  it('shows in which tools a plugin is off, and the setting that decides', () => {
    const off = standing('claude', {
      enabled: false,
      why: { file: '/home/me/.claude/settings.json', line: 3, text: 'x' },
    });
    const given = ownModel([
      plugin('acme', [skill('a')], { version: '2', ...extras({ from: 'user', tools: [off] }) }),
    ]);
    const lines = shown(given, 'acme');
    expect(lines[1]).toBe(' plugin 2 · yours · off');
    expect(lines.at(-1)).toBe(' Claude Code  off  ~/.claude/settings.json:3');
  });

  it('lays out no more problems of a folder than can be seen', () => {
    const problems = Array.from({ length: 500 }, (_, index) => ({
      ...{ uri: `file:///repo/d/s${index}/SKILL.md`, message: `bad ${index}`, severity: 'error' },
    }));
    const given = ownModel([directory('d', [], extras({ problems }))]);
    const lines = previewContent(contentOf(given, 'd'));
    const drawn = JSON.stringify(lines);
    expect(drawn).toContain('bad 99"');
    expect(drawn).not.toContain('bad 100"');
  });

  it.each([
    [{ load: { kind: 'error', message: 'no such directory' } }, 'No such directory.'],
    [{ load: { kind: 'loading' } }, 'Loading.'],
  ])('%#: shows its load state', (fields, words) => {
    expect(shown(ownModel([directory('d', [], fields)]), 'd').join(' ')).toContain(words);
  });
});

describe('the preview of a broken file', () => {
  const problem = {
    uri: 'file:///repo/d/relay/SKILL.md',
    line: 7,
    message: 'description is missing',
    code: 'description-missing',
    severity: 'error',
  };
  const given = ownModel([directory('d', [], extras({ problems: [problem] }))]);
  const id = '\0d\0file:///repo/d/relay/SKILL.md\0';
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);

  it('shows the message, the remedy, and the file around the marked line', () => {
    expect(shown(given, id, { lines, isCut: false })).toEqual([
      ' d/relay/SKILL.md:7',
      ' broken · d',
      '',
      ' ✗ description is missing',
      ' Add a line "description: …": what it does and when to use',
      ' it.',
      '',
      ` ${'─'.repeat(58)}`,
      '    3  line 3',
      '    4  line 4',
      '    5  line 5',
      '    6  line 6',
      ' ❯  7  line 7',
      '    8  line 8',
      '    9  line 9',
      '   10  line 10',
      '   11  line 11',
    ]);
  });

  it('shows the start of the file if the line is not known, and why there is no file', () => {
    const whole = ownModel([directory('d', [], extras({ problems: [{ ...problem, line: null }] }))]);
    const text = shown(whole, id, { lines, isCut: false });
    expect(text[0]).toBe(' d/relay/SKILL.md');
    expect(text).toContain(' ❯ 1  line 1');
    expect(shown(given, id, { problem: 'It cannot be read.' }).at(-1)).toBe(' It cannot be read.');
  });
});

describe('the lines of the preview', () => {
  it('have exactly their width and number, whatever the texts are', () => {
    fc.assert(
      fc.property(
        fc.record({
          name: hostileText,
          description: hostileText,
          folder: hostileText,
          note: hostileText,
          file: fc.array(hostileText, { maxLength: 30 }),
          columns: fc.integer({ min: 2, max: 90 }),
          height: fc.integer({ min: 1, max: 40 }),
          theme: fc.constantFrom(unicode, asciiOnly, colourful),
          id: fc.constantFrom('a', 'd', '\0d\x000'),
        }),
        ({ name, description, folder, note, file, columns, height, theme, id }) => {
          const own = standing('claude', { isRefused: true, inEffect: false, note, invoke: name });
          const child = skill('a', { name, description, ...extras({ tools: [own] }) });
          const problem = { uri: `file:///repo/${name}`, line: 2, message: description };
          const given = ownModel([
            directory('d', [child], { name: folder, ...extras({ problems: [problem] }) }),
          ]);
          const text = { lines: file, isCut: true, files: [name, note] };
          const lines = previewLines({ ...contentOf(given, id, text), theme, columns, height });
          expect(lines).toHaveLength(height);
          for (const line of lines) expect(displayWidth(line)).toBe(columns);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('have no control characters', () => {
    const hostile = ownModel([directory('d', [skill('a', { name: '\x1b[2Jx', description: 'y\x07' })])]);
    const text = previewLines(contentOf(hostile, 'a', { lines: ['\x1b]0;title\x07z'], isCut: false })).join(
      '',
    );
    expect(text).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
  });
});
