import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileUri } from '../../../src/host/files/file-uri.js';
import { OwnKeeper, switchKey } from '../../../src/host/session/keeper.js';
import type { SetItem } from '../../../src/protocol/skillpick-meta.js';
import type { AnyCustomization } from '../../../src/protocol/types.js';
import { makeTree } from '../../support/host-tree.js';

const uri = 'file:///w';
const session = (enabled: boolean) => ({ kind: 'session', enabled });
const workspace = (enabled: boolean) => ({ kind: 'workspace', enabled, uri });
const global = (enabled: boolean) => ({ kind: 'global', enabled });

const wish = (scope: SetItem['scope'], enabled: boolean | null): SetItem => ({ scope, enabled });
const nothing = [wish('session', null), wish('workspace', null), wish('global', null)];

function node(name: string, more: Partial<AnyCustomization> = {}): AnyCustomization {
  return { type: 'skill', id: `id-${name}`, uri: `file:///${name}`, name, ...more } as AnyCustomization;
}

function makeKeepers() {
  const { environment } = makeTree();
  const open = () => new OwnKeeper(environment, uri);
  const make = async (keeper: OwnKeeper, name: string, set: SetItem[]) => {
    expect(await keeper.change([{ node: node(name), set }])).toEqual([undefined]);
  };
  return { open, make };
}

it('keeps a switch by address, and by name where one file declares several', () => {
  const range = { start: { line: 3, character: 0 }, end: { line: 4, character: 0 } };
  expect(switchKey(node('a'))).toBe('file:///a');
  expect(switchKey(node('a', { id: 'other' }))).toBe('file:///a');
  expect(switchKey(node('a', { range }))).toBe('file:///a#a');
  expect(switchKey(node('b', { range, uri: 'file:///a' }))).toBe('file:///a#b');
});

describe('what a keeper knows', () => {
  it('is what it was told, the session’s part for as long as it lives', async () => {
    const { open, make } = makeKeepers();
    const keeper = open();
    const all = [session(false), workspace(true), global(false)];
    await make(keeper, 'a', [wish('session', false), wish('workspace', true), wish('global', false)]);
    expect(keeper.standing(node('a'))).toEqual({ decisions: all });
    expect(keeper.standing(node('b'))).toEqual({ decisions: [] });
    expect(open().standing(node('a'))).toEqual({ decisions: all.slice(1) });
  });

  it('is nothing after a reset', async () => {
    const { open, make } = makeKeepers();
    const keeper = open();
    await make(keeper, 'a', [wish('session', false), wish('workspace', true), wish('global', false)]);
    await make(keeper, 'a', nothing);
    expect(keeper.standing(node('a')).decisions).toEqual([]);
    expect(open().standing(node('a')).decisions).toEqual([]);
  });

  it('does not touch the disk for a decision of this session', async () => {
    const { open, make } = makeKeepers();
    const keeper = open();
    await make(keeper, 'a', [wish('workspace', false)]);
    const before = statSync(keeper.files[0]!).ino;
    await make(keeper, 'a', [wish('session', true)]);
    expect(statSync(keeper.files[0]!).ino).toBe(before);
  });
});

describe('two keepers of one file', () => {
  it('see each other’s switches after a look', async () => {
    const { open, make } = makeKeepers();
    const [one, other] = [open(), open()];
    await make(one, 'a', [wish('workspace', false)]);
    await make(other, 'b', [wish('global', false)]);
    expect(other.standing(node('a')).decisions).toEqual([workspace(false)]);
    one.reload();
    expect(one.standing(node('b')).decisions).toEqual([global(false)]);
  });

  it('have the last word each in turn, whatever they knew before', async () => {
    const { open, make } = makeKeepers();
    const [one, other] = [open(), open()];
    await make(one, 'a', [wish('workspace', false)]);
    await make(other, 'a', [wish('workspace', true)]);
    await make(one, 'a', [wish('workspace', false)]);
    expect(open().standing(node('a')).decisions).toEqual([workspace(false)]);
    await make(other, 'a', [wish('global', true)]);
    await make(one, 'a', nothing);
    expect(open().standing(node('a')).decisions).toEqual([]);
  });

  it('leave alone what neither was asked about', async () => {
    const { open, make } = makeKeepers();
    const one = open();
    await make(open(), 'a', [wish('global', false)]);
    await make(one, 'a', [wish('workspace', true)]);
    expect(open().standing(node('a')).decisions).toEqual([workspace(true), global(false)]);
  });
});

describe('a file that is not as it should be', () => {
  it('is a problem with an address', async () => {
    const { open, make } = makeKeepers();
    const [file] = open().files;
    mkdirSync(dirname(file!), { recursive: true });
    writeFileSync(file!, 'nonsense');
    const keeper = open();
    expect(keeper.problems).toMatchObject([
      { uri: fileUri(file!), message: expect.stringContaining('damaged') },
    ]);
    await make(keeper, 'a', [wish('workspace', false)]);
    expect(keeper.problems).toMatchObject([{ message: expect.stringContaining('set-aside') }]);
    expect(open().problems).toEqual([]);
  });

  it('does not take away what was known, and nothing is confirmed', async () => {
    const { open, make } = makeKeepers();
    const keeper = open();
    await make(keeper, 'a', [wish('workspace', false)]);
    rmSync(keeper.files[0]!);
    mkdirSync(keeper.files[0]!);
    keeper.reload();
    expect(keeper.standing(node('a')).decisions).toEqual([workspace(false)]);
    const changes = [{ node: node('b'), set: [wish('workspace', false)] }];
    expect(await keeper.change(changes)).toEqual([expect.stringContaining('could not be saved')]);
    expect(keeper.standing(node('b')).decisions).toEqual([]);
    expect(keeper.problems).toHaveLength(1);
  });
});
