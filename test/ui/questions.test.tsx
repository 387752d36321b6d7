import fc from 'fast-check';
import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/text/width.js';
import { BatchQuestion, batchLine } from '../../src/ui/BatchQuestion.js';
import { ConsentQuestion, consentLines } from '../../src/ui/ConsentQuestion.js';
import { directory, extras, plugin, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';
import { hostileText, ownModel, trimmed, unicode } from '../support/view-screens.js';

describe('the question about all repositories', () => {
  type Props = Parameters<typeof consentLines>[0];
  const props = (changes: Partial<Props> = {}): Props => ({
    asked: ['codex', 'gemini'],
    about: new Map([['codex', ['lint', 'deploy']]]),
    columns: 80,
    height: 2,
    theme: unicode,
    ...changes,
  });

  function shown(changes: Partial<Props> = {}): string[] {
    const { lastFrame, unmount } = render(<ConsentQuestion {...props(changes)} />);
    const lines = trimmed(lastFrame());
    unmount();
    return lines;
  }

  it('names the tool, the entries and the keys', () => {
    expect(shown()).toEqual([
      ' Codex can do this only for all repositories: lint, deploy. Do that?',
      ' o once  a always  l leave it out  esc cancel all of it',
    ]);
  });

  it('names a few of many entries', () => {
    const about = new Map([['codex', ['a', 'b', 'c', 'd', 'e']]]);
    expect(shown({ about })[0]).toContain('only for all repositories: a, b and 3 more.');
  });

  it('shows only the start of a long name, and no control characters', () => {
    const about = new Map([['codex', [`\x1b[2Ja\nb${'x'.repeat(100)}`]]]);
    expect(shown({ about, columns: 120 })[0]).toMatch(
      /^ Codex can do this only for all repositories: a bx{36}…\. Do that\?$/,
    );
  });

  it('is at the end of a higher place, and is cut in a lower one', () => {
    expect(shown({ height: 4 }).slice(0, 2)).toEqual(['', '']);
    expect(shown({ height: 4, columns: 40 })).toEqual([
      '',
      ' Codex can do this only for all',
      ' repositories: lint, deploy. Do that?',
      ' o once  a always  l leave  esc cancel',
    ]);
    expect(shown({ height: 2, columns: 40 })[0]).toBe(' For all repositories? Codex: lint, de…');
    expect(shown({ height: 2, columns: 30 })[0]).toBe(' For all repositories? Codex…');
  });

  it('keeps the keys where there is one line', () => {
    expect(shown({ height: 1 })).toEqual([' o once  a always  l leave it out  esc cancel all of it']);
    expect(shown({ height: 1, columns: 30 })).toEqual([' o once a always l leave esc']);
  });

  it('has exactly its lines and columns, whatever the names are', () => {
    fc.assert(
      fc.property(
        fc.array(hostileText, { minLength: 1 }),
        fc.record({ columns: fc.integer({ min: 10, max: 120 }), height: fc.integer({ min: 1, max: 6 }) }),
        (names, size) => {
          const lines = consentLines(props({ about: new Map([['codex', names]]), ...size }));
          expect(lines).toHaveLength(size.height);
          for (const line of lines) {
            expect(displayWidth(line)).toBeLessThan(size.columns);
            expect(line).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
          }
        },
      ),
    );
  });
});

describe('the question about many entries', () => {
  const tools = (codex: boolean) =>
    extras({ tools: [standing('claude'), standing('codex', { enabled: codex })] });
  const { list } = ownModel([
    directory('d', [
      skill('a', tools(true)),
      skill('b', tools(false)),
      skill('c', extras({ tools: [standing('claude', { enabled: false })] })),
    ]),
    plugin('acme', []),
    plugin('kit', []),
  ]);
  type Props = Parameters<typeof batchLine>[0];
  const props = (changes: Partial<Props> = {}): Props => ({
    ids: ['a', 'b', 'c'],
    folder: undefined,
    leftOut: undefined,
    tool: null,
    list,
    columns: 80,
    theme: unicode,
    ...changes,
  });

  function shown(changes: Partial<Props> = {}): string[] {
    const { lastFrame, unmount } = render(<BatchQuestion {...props(changes)} />);
    const lines = trimmed(lastFrame());
    unmount();
    return lines;
  }

  it('counts what is shown, in all tools', () => {
    expect(shown()).toEqual([' 3 shown (1 on, 1 differs, 1 off): o all on, f all off, esc cancels']);
  });

  it('counts what one tool reads, as it is there', () => {
    expect(shown({ tool: 'codex' })).toEqual([
      ' 2 shown in Codex (1 on, 1 off): o all on, f all off, esc cancels',
    ]);
  });

  it('names the folder', () => {
    expect(shown({ folder: 'acme' })[0]).toContain('3 in acme (1 on');
    expect(shown({ folder: 'acme', tool: 'codex' })[0]).toContain('2 in acme, in Codex (1 on');
    expect(shown({ folder: '\x1b[2Jacme' })[0]).toContain('3 in acme');
  });

  it('counts the folders and plugins that are left out', () => {
    expect(shown({ leftOut: ['acme', 'kit'], columns: 120 })).toEqual([
      ' 3 shown (1 on, 1 differs, 1 off), 2 plugins left out: o all on, f all off, esc cancels',
    ]);
    expect(shown({ leftOut: ['d', 'acme'] })).toEqual([
      ' 3 shown, 1 folder and 1 plugin left out: o all on, f all off, esc cancels',
    ]);
    expect(shown({ leftOut: ['d'], columns: 50 })).toEqual([' 3 shown, 1 folder left out: o on, f off, esc']);
    expect(shown({ leftOut: ['d'], columns: 40 })).toEqual([' 3 shown: o on, f off, esc']);
  });

  it('is shorter in fewer columns', () => {
    expect(shown({ tool: 'codex', columns: 40 })).toEqual([' 2 shown in Codex: o on, f off, esc']);
    expect(shown({ tool: 'claude', columns: 40 })).toEqual([' 3 in Claude Code: o on, f off, esc']);
    expect(shown({ tool: 'claude', columns: 30 })).toEqual([' 3 in cl: o on, f off, esc']);
    expect(shown({ columns: 22 })).toEqual([' 3: o on, f off, esc']);
    expect(shown({ tool: '\x1b[2Jtool' })[0]).toContain('0 shown in tool');
    expect(shown({ ids: [] })).toEqual([' 0 shown: o all on, f all off, esc cancels']);
  });

  it('is never too wide', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 5, max: 100 }), (folder, columns) => {
        expect(displayWidth(batchLine(props({ folder, columns })))).toBeLessThan(columns);
      }),
    );
  });
});
