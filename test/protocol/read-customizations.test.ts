import { describe, expect, it } from 'vitest';
import { ProtocolError, readCustomization, readCustomizations, walk } from '../../src/protocol/index.js';
import { protocolLimits } from '../../src/protocol/limits.js';
import { counting } from './reading.js';

const skill = { type: 'skill', id: 's', uri: 'file:///s', name: 's' };
const readNode = (fields: object) =>
  counting((skipped) => readCustomization({ ...skill, ...fields }, skipped));

describe('a node', () => {
  it.each<[string, object]>([
    ['fields we do not know', { futureField: { deep: [1] }, $x: null }],
    ['a type we do not know', { type: 'sense' }],
    ['a load state we do not know', { load: { kind: 'paused', until: 'noon' } }],
    ['a server state we do not know', { state: { kind: 'resting', until: 'noon' } }],
    [
      'a reason we do not know',
      { state: { kind: 'authRequired', reason: 'mood', resource: { resource: 'r' } } },
    ],
    ['a scope we do not know', { enablement: [{ kind: 'machine', enabled: false, note: 1 }] }],
    ['contents we do not know', { type: 'directory', contents: 'sense', writable: false }],
    ['an empty name', { name: '' }],
    [
      'control characters, which are cleaned when they are drawn',
      { name: '\u001b[2J', description: '\u202e' },
    ],
    [
      'the start and end of its declaration',
      { range: { start: { line: 4, character: 0 }, end: { line: 9, character: 1 } } },
    ],
    ['a long icon', { icons: [{ src: `data:image/png;base64,${'A'.repeat(1000)}` }] }],
  ])('keeps %s', (_, fields) => {
    expect(readNode(fields)).toStrictEqual([{ ...skill, ...fields }, 0]);
  });

  it.each<[string, unknown]>([
    ['enabled', 'yes'],
    ['enablement', [{ kind: 'session' }]],
    ['enablement', { kind: 'session', enabled: true }],
    ['disableUserInvocation', 1],
    ['disableModelInvocation', 'true'],
    ['description', 5],
    ['children', {}],
    ['load', 'loaded'],
    ['load', { message: 'no kind' }],
    ['state', { kind: 1 }],
    ['range', { start: { line: 'x' } }],
    ['range', { start: { line: 1, character: 0 } }],
    ['contents', 1],
    ['writable', 'no'],
    ['clientId', {}],
    ['version', 2],
    ['model', {}],
    ['tools', ['a', 1]],
    ['globs', '*.ts'],
    ['alwaysApply', 0],
    ['event', []],
    ['matcher', []],
    ['channel', 1],
    ['icons', 'x'],
    ['_meta', []],
  ])('leaves out only the field %s of the wrong type', (field, value) => {
    expect(readNode({ [field]: value, other: 1 })).toStrictEqual([{ ...skill, other: 1 }, 1]);
  });

  it.each<[string, object, object]>([
    ['load', { kind: 'error', message: 5 }, { kind: 'error' }],
    ['state', { kind: 'error', error: { message: 5 } }, { kind: 'error' }],
    ['state', { kind: 'error', error: 'boom' }, { kind: 'error' }],
    ['state', { kind: 'authRequired', requiredScopes: 'w' }, { kind: 'authRequired' }],
    ['state', { kind: 'authRequired', reason: {} }, { kind: 'authRequired' }],
    ['state', { kind: 'authRequired', resource: 'r' }, { kind: 'authRequired' }],
    ['state', { kind: 'authRequired', description: 1 }, { kind: 'authRequired' }],
  ])('leaves out wrong fields inside its %s %j', (field, value, kept) => {
    expect(readNode({ [field]: value })).toStrictEqual([{ ...skill, [field]: kept }, 1]);
  });

  it('reads null as absent and does not count it', () => {
    const nulls = { enabled: null, enablement: null, children: null, load: null, description: null };
    expect(readNode(nulls)).toStrictEqual([skill, 0]);
    expect(readNode({ load: { kind: 'loaded', message: null } })).toStrictEqual([
      { ...skill, load: { kind: 'loaded' } },
      0,
    ]);
  });

  it('has a name and a uri, empty if they are missing', () => {
    const bare = { type: 'skill', id: 's' };
    const read = counting((skipped) => readCustomization({ ...bare, name: 1 }, skipped));
    expect(read).toStrictEqual([{ ...bare, name: '', uri: '' }, 0]);
  });

  it.each([
    [null],
    ['s'],
    [[]],
    [{}],
    [{ ...skill, id: undefined }],
    [{ ...skill, id: 1 }],
    [{ ...skill, type: undefined }],
    [{ ...skill, type: {} }],
  ])('is left out and counted when it cannot be addressed: %j', (value) => {
    expect(counting((skipped) => readCustomization(value, skipped))).toStrictEqual([undefined, 1]);
  });

  it('is not read through its prototype', () => {
    const hostile = JSON.parse(
      '{"type":"skill","id":"s","name":"s","uri":"u","__proto__":{"enabled":false}}',
    );
    const [node] = counting((skipped) => readCustomization(hostile, skipped));
    expect(node?.enabled).toBeUndefined();
  });
});

describe('a list', () => {
  it('leaves out the entries and children that are wrong, and keeps the order of the rest', () => {
    const plugin = (id: string, children?: unknown) => ({ ...skill, type: 'plugin', id, children });
    const values = [
      plugin('p', [skill, null, { ...skill, id: 't' }]),
      5,
      plugin('q', []),
      plugin('r', 'none'),
    ];
    const [list, skipped] = counting((counter) => readCustomizations(values, counter));
    expect([...walk(list)].map(({ node }) => node.id)).toStrictEqual(['p', 's', 't', 'q', 'r']);
    expect(list[1]).toHaveProperty('children', []);
    expect(list[2]).not.toHaveProperty('children');
    expect(skipped).toBe(3);
  });

  it('is refused if it is too long', () => {
    const many = Array.from({ length: protocolLimits.customizations }, () => skill);
    expect(readCustomizations(many, { count: 0 })).toHaveLength(protocolLimits.customizations);
    expect(() => readCustomizations([...many, skill], { count: 0 })).toThrow(ProtocolError);
    const plugin = { ...skill, type: 'plugin', children: many };
    expect(() => readCustomizations([plugin], { count: 0 })).toThrow(ProtocolError);
  });
});
