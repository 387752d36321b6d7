import { describe, expect, it } from 'vitest';
import { bindings } from '../../src/picker/bindings.js';
import { helpItems } from '../../src/picker/help-items.js';
import { isBound } from '../../src/picker/keymap.js';
import { modelOf, Picker } from '../support/picker.js';

const contexts = (['list', 'detail', 'chooser'] as const).flatMap((view) =>
  (['list', 'query'] as const).flatMap((focus) =>
    [true, false].map((isPicking) => ({ view, focus, isPicking, hasTools: true, hasCells: true })),
  ),
);
const list = { view: 'list', focus: 'list', isPicking: false, hasTools: true, hasCells: true } as const;

describe('the items of the help', () => {
  it.each(contexts)('%#: run every key that works in the view under it, except the help', (context) => {
    const bound = bindings.filter((binding) => isBound(binding, context));
    const runnable = helpItems(context).flatMap(({ intent }) => intent ?? []);
    const keyIntents = runnable.filter(({ type }) => type !== 'insert');
    const expected = bound.map(({ intent }) => intent).filter(({ type }) => type !== 'help');
    expect(new Set(keyIntents)).toEqual(new Set(expected));
    expect(keyIntents).toHaveLength(expected.length);
  });

  it('name every other key without running it, except those that do nothing while choosing', () => {
    const others = (isPicking: boolean) =>
      helpItems({ ...list, isPicking }).filter(({ intent }) => intent === null);
    const keys = others(false).map((item) => item.keys[0]);
    for (const key of ['e', 'o', 'n', 'p', 'f', 'a', 'l', 'left', 'right', 'mouse'])
      expect(keys).toContain(key);
    for (const key of ['e', 'n', 'p']) expect(others(true).map((item) => item.keys[0])).not.toContain(key);
    expect(new Set(others(false).map(({ section }) => section))).toEqual(new Set(['Elsewhere']));
  });

  it.each(['batch', 'consent', 'detail', 'chooser'] as const)(
    'start with nothing that switches over: %s',
    (view) => {
      const [first] = helpItems({ view, focus: 'list', isPicking: false, hasTools: true, hasCells: true });
      expect(first?.section).not.toBe('Switch');
    },
  );

  it('say what Enter and the mouse do while choosing', () => {
    const helpOf = (key: string, isPicking: boolean) =>
      helpItems({ ...list, isPicking }).find(({ keys }) => keys[0] === key)?.help;
    expect(helpOf('enter', true)).toBe('choose: print what the cursor is on');
    expect(helpOf('enter', false)).toMatch(/^open: /);
    expect(helpOf('mouse', true)).toMatch(/^moves the cursor; /);
    expect(helpOf('mouse', false)).toMatch(/^opens tabs, switches cells; /);
  });

  it('have the operators of the list only over the list', () => {
    const inserted = helpItems(list).flatMap(({ intent }) =>
      intent?.type === 'insert' ? [intent.text] : [],
    );
    for (const text of ['!', "'", '^', 'tool:', 'type:', 'in:', 'sort:name ', 'is:on ', 'is:off '])
      expect(inserted).toContain(text);
    for (const view of ['detail', 'chooser'] as const)
      expect(helpItems({ ...list, view }).some(({ intent }) => intent?.type === 'insert')).toBe(false);
  });

  it.each([
    ['', 'is:off '],
    ['rel', 'rel is:off '],
    ['rel ', 'rel is:off '],
  ])('put an operator into the query %j as a word of its own', (query, expected) => {
    const picker = new Picker(modelOf([]), { state: { query: { text: query, at: query.length } } });
    const at = helpItems(list).findIndex(({ keys }) => keys[0] === 'is:off');
    picker.send({ type: 'help' }, { type: 'move', by: at }, { type: 'open' });
    expect(picker.state.view.type).toBe('list');
    expect(picker.state.query.text).toBe(expected);
  });

  it('run their keys in the view under the help, and stay open on a key of another view', () => {
    const host = { kind: 'embedded', name: 'skillpick', protocolVersion: '0.9.0', isOwn: true };
    const picker = new Picker(modelOf([], { host, tools: ['claude'] }));
    const at = helpItems(list).findIndex(({ keys }) => keys[0] === 'ctrl+g');
    picker.send({ type: 'help' }, { type: 'move', by: at }, { type: 'open' });
    expect(picker.state).toMatchObject({ sort: 'name', view: { type: 'list' } });
    picker.send({ type: 'help' }, { type: 'last' }, { type: 'open' });
    expect(picker.state.view.type).toBe('help');
  });

  it('explain no cells and tabs to a session that does not name tools', () => {
    const words = helpItems({ ...list, hasTools: false, hasCells: false }).map(
      ({ keys, help }) => `${keys.join()} ${help}`,
    );
    const ofTools = /tool:|is:mixed|is:shadowed|the tool to the|tab\b|repositories|leave the tool/;
    expect(words.filter((text) => ofTools.test(text) && !text.startsWith('mouse'))).toEqual([
      expect.stringMatching(/^tab switch on or off/),
    ]);
  });

  it('are sorted by section, so that each heading is there once', () => {
    const sections = helpItems({ ...list, focus: 'query' }).map(({ section }) => section);
    const changes = sections.filter((section, index) => section !== sections[index - 1]);
    expect(changes).toEqual(['Marks', 'Switch', 'Find', 'Move', 'More', 'Search', 'Elsewhere']);
  });
});
