import fc from 'fast-check';
import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import { remedyFor } from '../../src/entries/remedies.js';
import type { DetailView, FileText } from '../../src/picker/open-view.js';
import type { Model } from '../../src/picker/state.js';
import type { Size } from '../../src/text/ability.js';
import { displayWidth } from '../../src/text/width.js';
import { Detail } from '../../src/ui/Detail.js';
import { detailLines, detailTop } from '../../src/ui/detail-lines.js';
import { layoutOf, type Screen } from '../../src/ui/screen.js';
import { drawWindow } from '../../src/ui/view-lines.js';
import { colourful } from '../support/drawing.js';
import { directory, extras, type Node, plugin, server, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';
import { hostileText, otherModel, ownModel, trimmed, unicode, viewScreen } from '../support/view-screens.js';

const tall: Size = { columns: 80, rows: 60 };

/** The view, and the file that was read for it. */
type Opened = DetailView & { file: FileText | null };

const detail = (id: string, changes: Partial<Opened> = {}): Opened => ({
  type: 'detail',
  id,
  problem: null,
  top: 0,
  file: { lines: ['# Title', '', 'Text.'], isCut: false },
  ...changes,
});

function opened(model: Model, { file: read, ...view }: Opened, size = tall): Screen {
  const file = read === null ? null : { id: view.id, file: read };
  return viewScreen(model, { size, state: { view, file, kind: 'all' } });
}

function body(model: Model, view: Opened, size = tall): string[] {
  const screen = opened(model, view, size);
  const lines = detailLines(screen, view);
  const { lastFrame, unmount } = render(
    <Detail
      lines={lines}
      top={view.top}
      columns={size.columns}
      height={layoutOf(screen).viewHeight}
      theme={unicode}
    />,
  );
  const shown = trimmed(lastFrame());
  unmount();
  return shown;
}

const nodes: Node[] = [
  directory(
    'd',
    [
      skill('a', {
        description: 'Does a.',
        enabled: false,
        range: { start: { line: 4, character: 0 }, end: { line: 5, character: 0 } },
        ...extras({
          details: { license: 'MIT' },
          problems: [{ message: 'odd', line: 2, code: 'field-invalid' }],
        }),
      }),
      skill('b'),
    ],
    extras({
      problems: [
        {
          uri: 'file:///home/me/d/x/SKILL.md',
          line: 2,
          message: 'name must equal the directory name',
          code: 'name-not-folder',
        },
      ],
    }),
  ),
  server('m', {
    state: {
      kind: 'authRequired',
      reason: 'expired',
      resource: { resource: 'https://x' },
      requiredScopes: ['w'],
    },
  }),
];
const model = otherModel(nodes);

describe('the detail view', () => {
  it('shows all facts of an entry, then its file', () => {
    const text = body(model, detail('a')).join('\n');
    for (const part of [
      '  a  skill, d',
      'Does a.',
      'off',
      'MIT',
      'line 2: odd',
      '  file            a:5\n',
      '# Title',
      'Text.',
    ])
      expect(text).toContain(part);
    expect(text).toContain(remedyFor({ code: 'field-invalid', uri: '' }));
    expect(text.indexOf('MIT')).toBeLessThan(text.indexOf('# Title'));
  });

  it('shows how an entry is in each tool', () => {
    const tools = [standing('claude', { invoke: '/a' }), standing('codex', { enabled: false })];
    const text = body(ownModel([directory('d', [skill('a', extras({ tools }))])]), detail('a')).join('\n');
    expect(text).toMatch(/Claude Code +on; \/a/);
    expect(text).toMatch(/Codex +off/);
  });

  it('shortens the paths of settings, and of the entry that a tool uses instead', () => {
    const why = (file: string, line: number) => ({ why: { file, line, text: 'x' } });
    const tools = [
      standing('opencode', { enabled: false, ...why('/repo/opencode.json', 5) }),
      standing('codex', { enabled: false, ...why('/home/me/.codex/config.toml', 3) }),
      standing('claude', { inEffect: false, shadowedBy: 'b' }),
    ];
    const rival = skill('b', { uri: 'file:///home/me/.claude/skills/a/SKILL.md' });
    const wide = { columns: 200, rows: 60 };
    const text = body(ownModel([directory('d', [skill('a', extras({ tools })), rival])]), detail('a'), wide);
    expect(text.join('\n')).toMatch(/opencode +off; set by opencode\.json:5 x/);
    expect(text.join('\n')).toMatch(/Codex +off; set by ~\/\.codex\/config\.toml:3 x/);
    expect(text.join('\n')).toMatch(/Claude Code +shadowed by ~\/\.claude\/skills\/a\/SKILL\.md/);
  });

  it.each([
    ['a', '1 of 4'],
    ['b', '2 of 4'],
    ['m', '4 of 4'],
  ])('shows the place of %s in the list at the right of the title', (id, position) => {
    const [title = ''] = body(model, detail(id));
    expect(title.endsWith(position)).toBe(true);
    expect(displayWidth(title)).toBe(tall.columns - 1);
  });

  it('shows no place for a folder', () => {
    expect(body(model, detail('d'))[0]).toBe('  d  folder of skills');
  });

  it('names the other files of a skill', () => {
    const file = { lines: ['x'], isCut: false, files: ['run.sh', 'ref.md'] };
    expect(body(model, detail('b', { file }))).toContain('  other files     run.sh, ref.md');
    const many = Array.from({ length: 25 }, (_, index) => `f${index}`);
    const text = body(model, detail('b', { file: { ...file, files: many } })).join(' ');
    expect(text).toContain('f19 and 5 more');
  });

  it('shows the requirements of an MCP server', () => {
    const text = body(model, detail('m', { file: { problem: 'Its file is not shown.' } })).join('\n');
    for (const part of [
      'Your sign-in has expired.',
      'permissions     w',
      'https://x',
      'sign in',
      'Its file is not shown.',
    ])
      expect(text).toContain(part);
  });

  it('shows a folder and its problems with their remedies', () => {
    const lines = body(model, detail('d'));
    const at = lines.indexOf('  problem         name must equal the directory name');
    expect(lines.slice(at, at + 4)).toEqual([
      lines[at],
      '  line            2',
      `  remedy          ${remedyFor({ code: 'name-not-folder', uri: '' })}`,
      '  file            ~/d/x/SKILL.md',
    ]);
    expect(lines.join('\n')).not.toContain('Reading its file');
  });

  const problem = {
    uri: 'file:///x/SKILL.md',
    line: 7,
    message: 'description is missing',
    code: 'description-missing',
    severity: 'error',
  } as const;

  it('shows a problem with its line, its remedy and its file', () => {
    expect(body(model, detail('\0x', { problem }), { columns: 100, rows: 60 })).toEqual([
      '  A broken file',
      '',
      '  problem         description is missing',
      '  line            7',
      `  remedy          ${remedyFor(problem)}`,
      '  file            /x/SKILL.md',
      '',
      '  # Title',
      '',
      '  Text.',
    ]);
  });

  it('shows no remedy for a problem that has none', () => {
    const unknown = { ...problem, line: null, message: 'boom', code: null, severity: 'warning' } as const;
    expect(body(model, detail('\0x', { problem: unknown })).slice(0, 4)).toEqual([
      '  A warning',
      '',
      '  problem         boom',
      '  file            /x/SKILL.md',
    ]);
  });

  it('shows that the file is being read, that the entry is gone, and that the file is cut', () => {
    expect(body(model, detail('a', { file: null })).join('\n')).toContain('Reading its file.');
    expect(body(model, detail('zz')).join('\n')).toContain('It is no longer there.');
    expect(body(model, detail('a', { file: { lines: ['x'], isCut: true } })).at(-1)).toBe(
      '  The rest is not shown.',
    );
  });

  it('wraps long lines', () => {
    const long = 'word '.repeat(40).trim();
    const lines = body(model, detail('b', { file: { lines: [`  ${long}`], isCut: false } }));
    expect(lines.slice(-3).every((line) => line.startsWith('    word'))).toBe(true);
  });

  it('shows the part that is scrolled to, and never scrolls past the end', () => {
    const all = Array.from({ length: 200 }, (_, index) => `line ${index}`);
    const view = detail('a', { top: 100, file: { lines: all, isCut: false } });
    const shown = body(model, view);
    expect(shown).toHaveLength(57);
    expect(shown[0]).toMatch(/^ {2}line \d+$/);
    const screen = opened(model, view);
    expect(detailTop(screen, view)).toBe(100);
    const last = detailLines(screen, view).length - 57;
    expect(detailTop(screen, { ...view, top: 9_999 })).toBe(last);
    expect(body(model, { ...view, top: 9_999 }).at(-1)).toBe('  line 199');
  });

  it('is up to date after the list, the file or the width changed, and else remembered', () => {
    const view = detail('a');
    const screen = opened(model, view);
    const lines = detailLines(screen, view);
    expect(detailLines(screen, { ...view, top: 3 })).toBe(lines);
    expect(body(model, view)[0]).toContain('a  skill, d');
    expect(body(ownModel([plugin('p', [skill('a')])]), view)[0]).toContain('a  skill, p');
    expect(body(model, { ...view, file: { lines: ['new'], isCut: false } }).at(-1)).toBe('  new');
    for (const line of body(model, detail('d'), { columns: 40, rows: 60 }))
      expect(displayWidth(line)).toBeLessThanOrEqual(40);
  });

  it('colours the frontmatter and the headings', () => {
    const uri = 'file:///repo/c/SKILL.md';
    const given = otherModel([directory('d', [skill('c', { uri })])]);
    const view = detail('c', { file: { lines: ['---', 'name: c', '---', '## Part'], isCut: false } });
    const lines = detailLines(opened(given, view), view);
    const text = drawWindow(lines, { top: 0, height: 57, columns: 80, theme: colourful }).join('\n');
    expect(text).toContain('\x1b[36mname:\x1b[39m c');
    expect(text).toContain('\x1b[1m## Part\x1b[22m');
  });

  it('has exactly its lines and columns, whatever the texts are', () => {
    fc.assert(
      fc.property(
        fc.record({
          name: hostileText,
          description: hostileText,
          lines: fc.array(hostileText, { maxLength: 20 }),
        }),
        fc.record({ columns: fc.integer({ min: 30, max: 120 }), rows: fc.integer({ min: 6, max: 50 }) }),
        fc.nat({ max: 60 }),
        ({ name, description, lines }, size, top) => {
          const given = ownModel([directory('d', [skill('a', { name, description })])]);
          const view = detail('a', { top, file: { lines, isCut: true, files: [name] } });
          const screen = opened(given, view, size);
          const { viewHeight: height } = layoutOf(screen);
          const drawn = drawWindow(detailLines(screen, view), {
            top,
            height,
            columns: size.columns,
            theme: unicode,
          });
          expect(drawn).toHaveLength(height);
          for (const line of drawn) expect(displayWidth(line)).toBeLessThanOrEqual(size.columns);
        },
      ),
    );
  });
});
