import { describe, expect, it } from 'vitest';
import { listEntries } from '../../src/entries/entries.js';
import { rowState, toolState } from '../../src/entries/row-state.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { directory, extras, modelOf, type Node, plugin, server, skill } from '../support/picker.js';
import { otherHost, standing } from '../support/standing.js';

const on = standing('claude');
const either = standing('opencode', { shadowedBy: 'x' });
const off = standing('codex', { enabled: false });
const shadowed = standing('copilot', { inEffect: false, shadowedBy: 'x' });
const refused = standing('gemini', { inEffect: false, isRefused: true });
const unused = standing('qwen', { inEffect: false, note: 'it is not approved' });
const disobeyed = standing('kilo', { enabled: false, inEffect: true });
const beside = standing('kilo', { enabled: false, shadowedBy: 'x', unobeyedIn: 'workspace' });
const withPlugin = standing('claude', { enabled: false });

const entryOf = (...nodes: Node[]) => modelOf(nodes).list.entries[0]!;
const read = (...tools: ToolStanding[]) => entryOf(directory('d', [skill('s', extras({ tools }))]));
const packed = (...tools: ToolStanding[]) =>
  entryOf(plugin('p', [skill('s', extras({ tools }))], extras({ tools: [withPlugin] })));

describe('the state in one tool', () => {
  it.each([
    [on, 'on'],
    [either, 'either'],
    [off, 'off'],
    [shadowed, 'shadowed'],
    [refused, 'refused'],
    [unused, 'off'],
    [disobeyed, 'on'],
    [beside, 'shadowed'],
    [{ ...refused, enabled: false }, 'off'],
    [{ ...shadowed, enabled: false }, 'off'],
    [{ ...refused, shadowedBy: 'x' }, 'refused'],
    [withPlugin, 'off-with-container'],
  ] as const)('%#: %s', (given, expected) => {
    expect(toolState(given, packed(given))).toBe(expected);
  });
});

describe('the state of a row', () => {
  it.each([
    ['on in all', read(on, standing('codex')), 'on'],
    ['either of two', read(either), 'on'],
    ['on here, shadowed there', read(on, shadowed), 'on'],
    ['on here, refused there', read(on, refused), 'on'],
    ['on here, off there', read(on, off), 'mixed'],
    ['off here, shadowed there', read(off, shadowed), 'mixed'],
    ['off here, off there and not obeyed', read(off, disobeyed), 'mixed'],
    ['off and not obeyed', read(disobeyed), 'on'],
    ['off in all', read(off, standing('claude', { enabled: false })), 'off'],
    ['shadowed in all', read(shadowed, { ...shadowed, id: 'claude' }), 'shadowed'],
    ['refused in all', read(refused, { ...refused, id: 'claude' }), 'refused'],
    ['off where it is loaded', read(refused, off), 'off'],
    ['refused or shadowed', read(shadowed, refused), 'refused'],
    ['used by none', read(unused), 'off'],
    ['shadowed here, used by none there', read(unused, shadowed), 'mixed'],
    ['shadowed, and off but not obeyed', read(beside), 'shadowed'],
    ['off with its plugin', packed(withPlugin), 'off-with-container'],
    ['off with its plugin here, off there', packed(withPlugin, off), 'off'],
    ['on without tools', entryOf(server('m')), 'on'],
    ['off without tools', entryOf(server('m', { enabled: false })), 'off'],
    ['in a plugin that is off', entryOf(plugin('p', [skill('s')], { enabled: false })), 'off-with-container'],
    ['in a directory whose flag is off', entryOf(directory('d', [skill('s')], { enabled: false })), 'unread'],
    ['read by no tool', read(), 'unread'],
    ['off and read by no tool', entryOf(directory('d', [skill('s', { enabled: false })])), 'off'],
  ] as const)('%s', (_what, entry, expected) => {
    expect(rowState(entry)).toBe(expected);
  });

  it('is on for what another host lists, which knows no tools', () => {
    const customizations = [directory('d', [skill('s', extras({ tools: [off] }))])] as unknown as [];
    const [entry] = listEntries({ customizations }, otherHost).entries;
    expect(rowState(entry!)).toBe('on');
  });
});
