import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileUri } from '../../../src/host/files/file-uri.js';
import { OwnKeeper } from '../../../src/host/session/keeper.js';
import { SwitchesFile, switchesPath } from '../../../src/host/session/switches-file.js';
import type { SetItem } from '../../../src/protocol/skillpick-meta.js';
import type { AnyCustomization } from '../../../src/protocol/types.js';
import { makeTree } from '../../support/host-tree.js';

const uri = 'file:///w';
const session = (enabled: boolean) => ({ kind: 'session', enabled });
const workspace = (enabled: boolean) => ({ kind: 'workspace', enabled, uri });
const global = (enabled: boolean) => ({ kind: 'global', enabled });

const request = (scope: SetItem['scope'], enabled: boolean | null): SetItem => ({ scope, enabled });
const changed = expect.objectContaining({
  batch: null,
  own: expect.objectContaining({ outcome: 'changed' }),
});
const nothing = [request('session', null), request('workspace', null), request('global', null)];

function node(name: string, more: Partial<AnyCustomization> = {}): AnyCustomization {
  return { type: 'skill', id: `id-${name}`, uri: `file:///${name}`, name, ...more } as AnyCustomization;
}

function makeKeepers() {
  const { environment } = makeTree();
  const path = switchesPath(environment);
  const openFile = () => new SwitchesFile(path);
  const open = (file = openFile()) => new OwnKeeper(file, uri);
  const make = async (keeper: OwnKeeper, name: string, set: SetItem[]) => {
    const results = await keeper.change([{ node: node(name), set, batch: 'b' }]);
    expect([...results.values()]).toEqual([changed]);
  };
  return { path, openFile, open, make };
}

it('keeps a switch by address, and by name where one file declares several', async () => {
  const { open, make } = makeKeepers();
  const keeper = open();
  const range = { start: { line: 3, character: 0 }, end: { line: 4, character: 0 } };
  await make(keeper, 'a', [request('global', false)]);
  expect(keeper.stateOf(node('a', { id: 'other' })).decisions).toEqual([global(false)]);
  expect(keeper.stateOf(node('a', { range })).decisions).toEqual([]);
  const [one, two] = ['a', 'b'].map((name) => node(name, { range, uri: 'file:///c' }));
  const results = await keeper.change([{ node: one!, set: [request('global', true)], batch: 'b' }]);
  expect([...results.values()]).toEqual([changed]);
  expect(keeper.stateOf({ ...one!, range: { ...range, end: range.start } }).decisions).toEqual([
    global(true),
  ]);
  expect(keeper.stateOf(two!).decisions).toEqual([]);
});

describe('the decisions of a keeper', () => {
  it('are those it was given, and those for the session end with it', async () => {
    const { open, make } = makeKeepers();
    const keeper = open();
    const all = [session(false), workspace(true), global(false)];
    await make(keeper, 'a', [
      request('session', false),
      request('workspace', true),
      request('global', false),
    ]);
    expect(keeper.stateOf(node('a'))).toEqual({ decisions: all });
    expect(keeper.stateOf(node('b'))).toEqual({ decisions: [] });
    expect(open().stateOf(node('a'))).toEqual({ decisions: all.slice(1) });
  });

  it('are none after a reset', async () => {
    const { open, make } = makeKeepers();
    const keeper = open();
    await make(keeper, 'a', [
      request('session', false),
      request('workspace', true),
      request('global', false),
    ]);
    await make(keeper, 'a', nothing);
    expect(keeper.stateOf(node('a')).decisions).toEqual([]);
    expect(open().stateOf(node('a')).decisions).toEqual([]);
  });

  it('are not written to disk if they are for this session', async () => {
    const { path, open, make } = makeKeepers();
    const keeper = open();
    await make(keeper, 'a', [request('workspace', false)]);
    const before = statSync(path).ino;
    await make(keeper, 'a', [request('session', true)]);
    expect(statSync(path).ino).toBe(before);
  });
});

describe('two keepers of one file', () => {
  it('see each other’s switches after reloading', async () => {
    const { openFile, open, make } = makeKeepers();
    const file = openFile();
    const [one, other] = [open(file), open()];
    await make(one, 'a', [request('workspace', false)]);
    await make(other, 'b', [request('global', false)]);
    expect(other.stateOf(node('a')).decisions).toEqual([workspace(false)]);
    file.reload();
    expect(one.stateOf(node('b')).decisions).toEqual([global(false)]);
  });

  it('overwrite each other’s decisions, even with an old reading of the file', async () => {
    const { open, make } = makeKeepers();
    const [one, other] = [open(), open()];
    await make(one, 'a', [request('workspace', false)]);
    await make(other, 'a', [request('workspace', true)]);
    await make(one, 'a', [request('workspace', false)]);
    expect(open().stateOf(node('a')).decisions).toEqual([workspace(false)]);
    await make(other, 'a', [request('global', true)]);
    await make(one, 'a', nothing);
    expect(open().stateOf(node('a')).decisions).toEqual([]);
  });

  it('leave other decisions alone', async () => {
    const { open, make } = makeKeepers();
    const one = open();
    await make(open(), 'a', [request('global', false)]);
    await make(one, 'a', [request('workspace', true)]);
    expect(open().stateOf(node('a')).decisions).toEqual([workspace(true), global(false)]);
  });
});

describe('a damaged file', () => {
  it('is a problem with an address', async () => {
    const { path, open, make } = makeKeepers();
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'nonsense');
    const keeper = open();
    keeper.stateOf(node('a'));
    expect(keeper.problems).toMatchObject([
      { uri: fileUri(path), message: expect.stringContaining('damaged') },
    ]);
    await make(keeper, 'a', [request('workspace', false)]);
    expect(keeper.problems).toMatchObject([{ message: expect.stringContaining('set-aside') }]);
    expect(open().problems).toEqual([]);
  });

  it('does not take away what was read before, and confirms nothing', async () => {
    const { path, openFile, open, make } = makeKeepers();
    const file = openFile();
    const keeper = open(file);
    await make(keeper, 'a', [request('workspace', false)]);
    rmSync(path);
    mkdirSync(path);
    file.reload();
    expect(keeper.stateOf(node('a')).decisions).toEqual([workspace(false)]);
    const change = { node: node('b'), set: [request('workspace', false)], batch: 'b' };
    expect((await keeper.change([change])).get(change)).toContain('could not be saved');
    expect(keeper.stateOf(node('b')).decisions).toEqual([]);
    expect(keeper.problems).toHaveLength(1);
  });
});

it('keeps the decision for the workspace when the shared one is reset', async () => {
  const { open, make } = makeKeepers();
  const keeper = open();
  await make(keeper, 'a', [request('workspace', false)]);
  const change = { node: node('a'), set: [request('shared', null)], batch: 'b' };
  const own = { outcome: 'unchanged', removed: [] };
  expect([...keeper.plan([change]).values()]).toMatchObject([{ own }]);
  expect([...(await keeper.change([change])).values()]).toMatchObject([{ own }]);
  expect(keeper.stateOf(node('a')).decisions).toEqual([workspace(false)]);
});
