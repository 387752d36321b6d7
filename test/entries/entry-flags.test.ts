import { describe, expect, it } from 'vitest';
import { listEntries } from '../../src/entries/entries.js';
import { needsSwitch, toggledValue } from '../../src/entries/entry-flags.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import type { SessionState } from '../../src/protocol/types.js';
import { extras, type Node, plugin, skill } from '../support/picker.js';
import { otherHost, ownHost, standing } from '../support/standing.js';

const on = standing('claude');
const off = standing('codex', { enabled: false });
const offInClaude = standing('claude', { enabled: false });
const shadowed = standing('opencode', { inEffect: false, shadowedBy: 'x' });
const refused = standing('gemini', { inEffect: false, isRefused: true, note: 'no description' });
const either = standing('opencode', { shadowedBy: 'x' });

const unobeyed = standing('copilot', { enabled: false, inEffect: true });
const onlyOn = standing('codex', { switchable: [] });

const inPlugin = (tools: ToolStanding[], fields = {}, container = {}): Node[] => [
  plugin('p', [skill('s', { ...fields, ...extras({ tools, ...fields }) })], container),
];

const entryOf = (nodes: Node[], host = ownHost) =>
  listEntries({ customizations: nodes } as unknown as Pick<SessionState, 'customizations'>, host).entries[0]!;

describe('the flags of an entry that tools read', () => {
  it.each([
    ['on everywhere', [on, either], { enabled: true, effectiveEnabled: true, isMixed: false, offBy: null }],
    ['on in one', [on, off], { enabled: true, effectiveEnabled: true, isMixed: true, offBy: null }],
    ['off in all', [offInClaude, off], { enabled: false, effectiveEnabled: false, offBy: 'self' }],
    ['shadowed in all', [shadowed], { enabled: true, effectiveEnabled: false, isMixed: false, offBy: null }],
    ['refused in all', [refused], { enabled: true, effectiveEnabled: false, isMixed: false, offBy: null }],
    ['off or shadowed', [off, shadowed], { enabled: true, effectiveEnabled: false, isMixed: true }],
    ['on and refused', [on, refused], { enabled: true, effectiveEnabled: true, isMixed: false, offBy: null }],
    ['off, and used in spite of it', [offInClaude, unobeyed], { enabled: false, isMixed: true }],
    [
      'off where it is loaded',
      [off, refused],
      { enabled: false, effectiveEnabled: false, isMixed: false, offBy: 'self' },
    ],
  ])('%s', (_what, tools, expected) => {
    expect(entryOf(inPlugin(tools))).toMatchObject(expected);
  });

  it('come from the standings and not from the flag on the wire', () => {
    expect(entryOf(inPlugin([on], { enabled: false }))).toMatchObject({ enabled: true, offBy: null });
    expect(entryOf(inPlugin([on], {}, { enabled: false }))).toMatchObject({ effectiveEnabled: true });
  });

  it('come from the flag on the wire if no tool reads it, or if another host lists it', () => {
    const nodes = inPlugin([on], { enabled: false });
    expect(entryOf(inPlugin([], { enabled: false }))).toMatchObject({ enabled: false, offBy: 'self' });
    expect(entryOf(nodes, otherHost)).toMatchObject({ enabled: false, tools: [], isMixed: false });
  });
});

describe('a toggle', () => {
  it.each([
    ['off what is on', [on], false],
    ['on what is off', [off], true],
    ['on what differs', [on, off], true],
    ['off what differs, if only a tool without a switch has it off', [on, { ...off, switchable: [] }], false],
    ['on what differs, if only a tool without a switch has it on', [onlyOn, offInClaude], true],
    ['on what is off in the settings, but used', [offInClaude, unobeyed], true],
    ['on what is off in this scope, but used', [unobeyed], true],
    ['off what is off in another scope, but used', [{ ...unobeyed, unobeyedIn: 'shared' as const }], false],
  ])('switches %s', (_what, tools, expected) => {
    expect(toggledValue(entryOf(inPlugin(tools)), 'workspace')).toBe(expected);
  });
});

describe('a switch to a value', () => {
  const held = { ...unobeyed, unobeyedIn: 'shared' as const };

  it.each([
    ['another value', [on], false, true],
    ['the same value', [on], true, false],
    ['any value of what differs', [on, off], true, true],
    ['what no tool obeys in this scope', [unobeyed], false, false],
    ['what no tool obeys in another scope', [held], false, true],
  ] as const)('has something to do for %s: %#', (_what, tools, wanted, expected) => {
    expect(needsSwitch(entryOf(inPlugin([...tools])), wanted, 'workspace')).toBe(expected);
  });
});

describe('what keeps it off', () => {
  const pluginOff = extras({ tools: [standing('claude', { enabled: false }), standing('codex')] });
  const ownDecision = { enablement: [{ kind: 'workspace', enabled: false }] };

  it.each([
    ['itself', [off], {}, {}, 'self'],
    ['the plugin in that tool', [offInClaude], {}, pluginOff, 'container'],
    ['itself, in a directory whose flag sums up its entries', [offInClaude], {}, { enabled: false }, 'self'],
    ['the plugin in one tool, itself in another', [offInClaude, off], {}, pluginOff, 'both'],
    ['the plugin and a decision of its own', [offInClaude], ownDecision, pluginOff, 'both'],
    ['itself, with the plugin on in that tool', [off], ownDecision, pluginOff, 'self'],
    [
      'nothing: the tool does not obey',
      [standing('codex', { enabled: false, inEffect: true })],
      {},
      {},
      null,
    ],
    ['nothing: another tool has it on', [offInClaude, standing('codex')], {}, pluginOff, null],
  ])('%s', (_what, tools, fields, container, offBy) => {
    expect(entryOf(inPlugin(tools, fields, container)).offBy).toBe(offBy);
  });
});

describe('a plugin', () => {
  it('is on if a tool has it on', () => {
    const tools = [standing('claude', { enabled: false }), standing('copilot')];
    const nodes = [plugin('p', [], { enabled: false, ...extras({ tools }) })] as unknown as [];
    const [container] = listEntries({ customizations: nodes }, ownHost).containers;
    expect(container).toMatchObject({ enabled: true, tools });
    expect(listEntries({ customizations: nodes }, otherHost).containers[0]).toMatchObject({
      enabled: false,
      tools: [],
    });
  });
});

describe('an entry limited to tools', () => {
  const entry = entryOf(inPlugin([on, off]));

  it('has its state as it is there', () => {
    expect(entry.limitedTo(new Set(['codex']))).toMatchObject({
      tools: [off],
      enabled: false,
      effectiveEnabled: false,
      isMixed: false,
      offBy: 'self',
    });
    expect(entry).toMatchObject({ isMixed: true, enabled: true });
  });
});

describe('the gates of an entry', () => {
  const file = { disableModelInvocation: true };

  it.each([
    [ownHost, { gatesFrom: 'file', userInvocable: true, modelInvocable: false }],
    [otherHost, { gatesFrom: 'host', userInvocable: true, modelInvocable: false }],
    [
      { ...otherHost, protocolVersion: '0.4.0' },
      { gatesFrom: 'host', userInvocable: null, modelInvocable: false },
    ],
  ])('are its own, whatever the tools do with them: %j', (host, expected) => {
    expect(entryOf(inPlugin([on], file), host)).toMatchObject(expected);
  });

  it('come from nowhere if they are not known', () => {
    const server = { ...skill('s'), type: 'mcpServer' };
    expect(entryOf([plugin('p', [server])])).toMatchObject({ gatesFrom: null, hasGates: false });
  });
});
