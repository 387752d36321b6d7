import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import type { JournalEntry, MadeSwitch } from '../../src/picker/made-switches.js';
import type { Notice } from '../../src/picker/state.js';
import { MessageLine } from '../../src/ui/MessageLine.js';
import { ascii, bare, drawnLines, plain, type ScreenChanges } from '../support/drawing.js';
import { ownModel } from '../support/own-session.js';

const result: Notice = { text: 'release-notes off in opencode', tone: 'plain', settled: [] };
const messageOf = (notice: Notice | null, theme = plain) =>
  drawnLines(ownModel(), { state: { notice } }, theme).at(-2);

describe('the message line', () => {
  it('can be drawn by itself', () => {
    const { lastFrame } = render(<MessageLine message={result} columns={60} most={3} theme={plain} />);
    expect(bare(lastFrame() ?? '')).toBe(' ✓ release-notes off in opencode');
  });

  it.each([
    ['a result', result, ' ✓ release-notes off in opencode'],
    ['news', { text: 'Something\nhappened.', tone: 'plain' }, ' Something happened.'],
    ['a warning', { text: 'It may not last.', tone: 'warn' }, ' ! It may not last.'],
    ['a failure', { text: 'It failed.', tone: 'bad' }, ' ✗ It failed.'],
    ['nothing', null, ''],
  ] as const)('shows %s', (_what, notice, expected) => {
    expect(messageOf(notice)).toBe(expected);
  });

  it('has short paths', () => {
    const text = 'It is kept in /home/me/.codex/config.toml and (/home/me/x), not in /etc/x.';
    expect(messageOf({ text, tone: 'warn' })).toBe(
      ' ! It is kept in ~/.codex/config.toml and (~/x), not in /etc/x.',
    );
  });

  it('has signs in ASCII', () => {
    expect(messageOf(result, ascii)).toBe(' v release-notes off in opencode');
  });

  const made = (id: string): MadeSwitch => ({
    id,
    name: id,
    type: 'skill',
    uri: 'file:///x',
    before: true,
    after: false,
    wasMixed: false,
    enabledIn: new Map(),
    scope: 'workspace',
  });
  const ids = Array.from({ length: 2_000 }, (_, index) => `s${index}`);
  const batch: JournalEntry = { key: 0, made: ids.map(made), history: 'embedded' };

  it.each([
    ['of a batch', [batch], 1_880, null, ' Switching 120 of 2,000'],
    ['in place of what passes', [batch], 1, { ...result, isPassing: true }, ' Switching 1,999 of 2,000'],
    ['not in place of a result', [batch], 1, result, ' ✓ release-notes off in opencode'],
    ['not of one switch', [{ ...batch, made: [made('s0')] }], 1, null, ''],
    ['not once it is over', [batch], 0, null, ''],
  ] as const)('shows the progress %s', (_what, journal, open, notice, expected) => {
    const pending = new Map(ids.slice(0, open).map((id) => [id, false]));
    expect(drawnLines(ownModel({ pending }), { state: { journal, notice } }).at(-2)).toBe(expected);
  });
});

describe('what a switch did', () => {
  const [done, files] = ['release-notes off in opencode', 'a-settings-file-with-a-long-name.local.json'];
  const notice: Notice = {
    text: `${done} · this repo · ${files}`,
    tone: 'plain',
    settled: [],
    parts: [
      { kind: 'done', text: done },
      { kind: 'where', text: 'this repo' },
      { kind: 'files', text: files },
    ],
  };

  it('takes one line under the list', () => {
    const lines = drawnLines(ownModel(), { state: { notice } });
    expect(lines.at(-2)).toBe(` ✓ ${done} · this repo …`);
    expect(drawnLines(ownModel(), { state: { notice } }, ascii).at(-2)).toBe(` v ${done} - this repo ...`);
  });

  it('is said in full in the detail view', () => {
    const view = { type: 'detail', id: 'a', problem: null, top: 0, file: null } as const;
    const text = drawnLines(ownModel(), { state: { notice, view } })
      .slice(-3, -1)
      .join(' ')
      .replace(/\s+/g, ' ');
    expect(text).toBe(` ✓ ${notice.text}`);
  });
});

describe('a message that is too long for its line', () => {
  const text = `release-notes was not switched off: ${'a long story '.repeat(9)}and its end.`;
  const linesAt = (size: ScreenChanges['size'], long = text) =>
    drawnLines(ownModel(), { ...(size && { size }), state: { notice: { text: long, tone: 'bad' } } });

  it('takes the place of the details, and the keys stay', () => {
    const lines = linesAt({ columns: 80, rows: 24 });
    expect(lines).toHaveLength(24);
    expect(lines.slice(-4, -1).join(' ').replace(/\s+/g, ' ').trim()).toBe(`✗ ${text}`);
    expect(lines.at(-1)).toMatch(/^ space switch .* esc leave$/);
    expect(lines.join('\n')).not.toContain('Draft release notes from commits since the last tag');
  });

  it('covers the last rows of the list if there are no details', () => {
    const lines = linesAt({ columns: 50, rows: 14 });
    expect(lines).toHaveLength(14);
    expect(lines.slice(-5, -1).join(' ').replace(/\s+/g, ' ').trim()).toBe(`✗ ${text}`);
    expect(lines.at(-1)).toMatch(/^ space switch .* esc leave$/);
  });

  it('takes the place of the footer in a low terminal', () => {
    const lines = linesAt({ columns: 50, rows: 10 });
    expect(lines).toHaveLength(10);
    expect(lines.slice(-4).join(' ').replace(/\s+/g, ' ').trim()).toBe(`✗ ${text}`);
  });

  it('takes up to half of the detail view', () => {
    const view = { type: 'detail', id: 'release-notes', problem: null, top: 0 } as const;
    const long = `${text} ${text} ${text}`;
    const lines = drawnLines(ownModel(), { state: { view, notice: { text: long, tone: 'bad' } } });
    expect(lines).toHaveLength(24);
    expect(lines.slice(-9).join(' ').replace(/\s+/g, ' ')).toContain(`✗ ${long}`);
  });

  it('is cut after four lines', () => {
    const lines = linesAt({ columns: 50, rows: 14 }, text.repeat(5));
    expect(lines).toHaveLength(14);
    expect(lines.at(-5)).toMatch(/^ ✗ release-notes was/);
    expect(lines.at(-2)).toMatch(/…$/);
  });

  it('takes lines from the view of an entry', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`);
    const file = { lines, isCut: false };
    const view = { type: 'detail', id: 'release-notes', problem: null, top: 0, file } as const;
    const drawn = drawnLines(ownModel(), { state: { view, notice: { text, tone: 'bad' } } });
    expect(drawn).toHaveLength(24);
    expect(drawn.slice(-4, -1).join(' ').replace(/\s+/g, ' ').trim()).toBe(`✗ ${text}`);
    expect(drawn.at(-1)).toMatch(/ esc close$/);
  });

  it('is one line over the help', () => {
    const view = { type: 'help', at: 0, top: 0, under: { type: 'list' } } as const;
    const lines = drawnLines(ownModel(), { state: { view, notice: { text, tone: 'bad' } } });
    expect(lines).toHaveLength(24);
    expect(lines.at(-2)).toMatch(/^ ✗ release-notes was not .*…$/);
  });
});
