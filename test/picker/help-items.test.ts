import { describe, expect, it } from 'vitest';
import { bindings } from '../../src/picker/bindings.js';
import { helpItems } from '../../src/picker/help-items.js';
import { isBound } from '../../src/picker/keymap.js';
import type { OpenView } from '../../src/picker/open-view.js';

const list: OpenView = { type: 'list' };
const detail: OpenView = { type: 'detail', id: 'a', problem: null, top: 0, file: null };
const chooser: OpenView = { type: 'chooser', choices: null, key: null, query: { text: '', at: 0 } };

const contexts = [list, detail, chooser].flatMap((under) =>
  (['list', 'query'] as const).flatMap((focus) =>
    [true, false].map((isPicking) => ({ under, focus, isPicking })),
  ),
);

describe('the items of the help', () => {
  it.each(contexts)('%#: run every key that works in the view under it, except the help', (context) => {
    const { under, focus, isPicking } = context;
    const bound = bindings.filter((binding) => isBound(binding, { view: under.type, focus, isPicking }));
    const runnable = helpItems(under, focus, isPicking).flatMap(({ intent }) => intent ?? []);
    const keyIntents = runnable.filter(({ type }) => type !== 'insert');
    const expected = bound.map(({ intent }) => intent).filter(({ type }) => type !== 'help');
    expect(new Set(keyIntents)).toEqual(new Set(expected));
    expect(keyIntents).toHaveLength(expected.length);
  });

  it('name every other key without running it, except those that do nothing while choosing', () => {
    const others = (isPicking: boolean) =>
      helpItems(list, 'list', isPicking).filter(({ intent }) => intent === null);
    const keys = others(false).map((item) => item.keys[0]);
    for (const key of ['e', 'o', 'n', 'p', 'f', 'a', 'l', 'left', 'right', 'mouse'])
      expect(keys).toContain(key);
    expect(others(true).map((item) => item.keys[0])).not.toContain('e');
    expect(new Set(others(false).map(({ section }) => section))).toEqual(new Set(['Elsewhere']));
  });

  it('put operators into the query of the list, each as a word of its own', () => {
    const inserted = helpItems(list, 'list', false).flatMap(({ intent }) =>
      intent?.type === 'insert' ? [intent.text] : [],
    );
    for (const text of [' !', " '", ' ^', ' tool:', ' type:', ' in:', ' sort:name ', ' is:on ', ' is:off '])
      expect(inserted).toContain(text);
    for (const under of [detail, chooser])
      expect(helpItems(under, 'list', false).some(({ intent }) => intent?.type === 'insert')).toBe(false);
  });

  it('are sorted by section, so that each heading is there once', () => {
    const sections = helpItems(list, 'query', false).map(({ section }) => section);
    const changes = sections.filter((section, index) => section !== sections[index - 1]);
    expect(changes).toEqual(['Search', 'Marks', 'Switch', 'Find', 'Move', 'More', 'Elsewhere']);
  });
});
