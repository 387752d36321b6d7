import fc from 'fast-check';
import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import { bindings, keyLabel } from '../../src/picker/bindings.js';
import { helpItems } from '../../src/picker/help-items.js';
import type { HelpView } from '../../src/picker/open-view.js';
import type { Size } from '../../src/text/ability.js';
import { spelled } from '../../src/text/theme.js';
import { displayWidth } from '../../src/text/width.js';
import { drawHelp, Help } from '../../src/ui/Help.js';
import { helpLines, helpTop } from '../../src/ui/help-lines.js';
import { layoutOf, type Screen } from '../../src/ui/screen.js';
import { textOf } from '../../src/ui/view-lines.js';
import { modelOf } from '../support/picker.js';
import { asciiOnly, ownModel, trimmed, unicode, viewScreen } from '../support/view-screens.js';

const help = (at = 0, changes: Partial<HelpView> = {}): HelpView => ({
  type: 'help',
  at,
  top: 0,
  under: { type: 'list' },
  ...changes,
});

interface Changes {
  size?: Size;
  isPicking?: boolean;
  focus?: 'list' | 'query';
}

const screenWith = (
  view: HelpView,
  { size = { columns: 80, rows: 140 }, isPicking = false, focus = 'list' }: Changes,
) => viewScreen(ownModel([]), { size, isPicking, state: { view, focus } });

const propsOf = (screen: Screen, view: HelpView, theme = unicode) => ({
  content: helpLines(screen, view, theme),
  at: view.at,
  top: helpTop(screen, view),
  columns: screen.size.columns,
  height: layoutOf(screen).viewHeight,
  theme,
});

function body(view: HelpView, changes: Changes = {}): string[] {
  const { lastFrame, unmount } = render(<Help {...propsOf(screenWith(view, changes), view)} />);
  const lines = trimmed(lastFrame());
  unmount();
  return lines;
}

describe('the help', () => {
  it('names every key with all its aliases', () => {
    const text = body(help()).join('\n').replaceAll(/\s+/g, ' ');
    for (const { keys, help: words, intent } of bindings) {
      if (intent.type === 'help') continue;
      const [label = '', ...rest] = keys.map(keyLabel);
      const also = rest.map((key) => spelled({ isAscii: true }, key));
      expect(text).toContain(`${label} ${words}${also.length === 0 ? '' : ` (also ${also.join(', ')})`}`);
    }
  });

  it('shows how to search, what the marks mean, and how to select text', () => {
    const text = body(help()).join('\n');
    for (const part of [
      '!word',
      "'word",
      '^word',
      'tool:x',
      'type:agent',
      'in:folder',
      'sort:name',
      'is:on        ● on, and in effect',
      'is:mixed     ◐ differs',
      '◌ off with its plugin or folder',
      '… under way',
      '* switched here',
      'empty cell   this tool does not read it',
      'dim cell     it cannot be switched there',
      '· may not',
      'hold shift to select text',
    ])
      expect(text).toContain(part);
  });

  it('says nothing of cells where there are none', () => {
    const view = help();
    const screen = viewScreen({ ...ownModel([]), tools: [] }, { size: { columns: 80, rows: 140 } });
    expect(helpLines(screen, view, unicode).lines.map(textOf).join('\n')).not.toContain('empty cell');
  });

  it.each([40, 60, 80, 100])('is uncut at %i columns', (columns) => {
    const lines = body(help(), { size: { columns, rows: 240 } });
    expect(lines.join('\n')).not.toMatch(/…$/m);
    expect(lines.join(' ')).toMatch(/where\s+switches\s+are\s+kept/);
  });

  it('leaves out keys that do nothing while choosing', () => {
    const text = body(help(), { isPicking: true }).join('\n');
    expect(text).toContain('enter prints what the cursor is on');
    expect(text).not.toMatch(/switch everything|take back|put back|under way/);
  });

  it('puts the cursor on the chosen item', () => {
    const items = helpItems({
      view: 'list',
      focus: 'list',
      isPicking: false,
      hasTools: true,
      hasCells: true,
    });
    for (const at of [0, 7, 20, items.length - 1]) {
      const chosen = body(help(at)).filter((line) => line.includes('▌'));
      expect(chosen).toHaveLength(1);
      const { keys: [key = ''] = [], help: words = '' } = items[at] ?? {};
      expect(chosen[0]).toMatch(/^ ▌ {2}\S/);
      expect(chosen[0]).toContain(keyLabel(key));
      expect(chosen[0]).toContain(words.slice(0, 10));
    }
  });

  it.each([
    { columns: 80, rows: 24 },
    { columns: 40, rows: 10 },
    { columns: 30, rows: 6 },
  ])('keeps the chosen item visible at %o, in both directions', (size) => {
    const count = helpItems({
      view: 'list',
      focus: 'list',
      isPicking: false,
      hasTools: true,
      hasCells: true,
    }).length;
    const order = [...Array(count).keys(), ...[...Array(count).keys()].reverse()];
    let top = 0;
    for (const at of order) {
      const view = help(at, { top });
      const screen = screenWith(view, { size });
      top = helpTop(screen, view);
      const lines = drawHelp({ ...propsOf(screen, view), top });
      expect(lines).toHaveLength(layoutOf(screen).viewHeight);
      expect(lines.filter((line) => line.includes('▌'))).toHaveLength(1);
    }
  });

  it('shows the lines above the first item with it', () => {
    const view = help(0, { top: 9 });
    expect(helpTop(screenWith(view, { size: { columns: 80, rows: 24 } }), view)).toBe(0);
  });

  it('has exactly its lines and columns in every size, and the same lines without Unicode', () => {
    fc.assert(
      fc.property(
        fc.record({ columns: fc.integer({ min: 30, max: 220 }), rows: fc.integer({ min: 6, max: 60 }) }),
        fc.nat({ max: 70 }),
        fc.constantFrom('list', 'query'),
        (size, at, focus) => {
          const view = help(at);
          const screen = screenWith(view, { size, focus });
          for (const theme of [unicode, asciiOnly]) {
            const lines = drawHelp(propsOf(screen, view, theme));
            expect(lines).toHaveLength(layoutOf(screen).viewHeight);
            for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(size.columns);
          }
          const [one, other] = [unicode, asciiOnly].map((theme) => helpLines(screen, view, theme).itemLines);
          expect(one).toEqual(other);
        },
      ),
    );
  });

  it('is short over other views, and remembered while only the cursor moves', () => {
    const under = { type: 'detail', id: 'a', problem: null, top: 0 } as const;
    const lines = body(help(0, { under }));
    expect(lines.join('\n')).not.toContain('is:on');
    expect(lines.find((line) => line.includes('▌'))).toContain('down');
    // Enter right after opening it must not switch anything.
    expect(
      helpItems({ view: 'detail', focus: 'list', isPicking: false, hasTools: true, hasCells: true })[0]
        ?.section,
    ).toBe('Move');
    const list = help(0).under;
    const screen = viewScreen(modelOf([]), { size: { columns: 80, rows: 24 } });
    const first = helpLines(screen, { ...help(1), under: list }, unicode);
    expect(helpLines(screen, { ...help(2), under: list }, unicode)).toBe(first);
  });
});
