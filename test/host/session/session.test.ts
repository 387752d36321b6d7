import { describe, expect, it } from 'vitest';
import { hostLimits } from '../../../src/host/limits.js';
import { agentInMemory } from '../../../src/host/session/agent-choice.js';
import {
  type EntrySwitch,
  emptyResult,
  type Keeper,
  type KeeperResults,
} from '../../../src/host/session/keeper.js';
import { HostSession } from '../../../src/host/session/session.js';
import { monotonicMs } from '../../../src/monotonic.js';
import { isLoading } from '../../../src/protocol/session-status.js';
import { buildUndo, type Progress, readProgress } from '../../../src/protocol/skillpick-meta.js';
import type { UndoResult } from '../../../src/protocol/switch-result.js';
import type {
  Action,
  ActionOrigin,
  Customization,
  CustomizationEnablement,
  SessionSummary,
} from '../../../src/protocol/types.js';

interface Published {
  action: Action & { id?: string };
  origin?: ActionOrigin | undefined;
  reason?: string | undefined;
}

/** A keeper in memory that does nothing until it is released. */
class HeldKeeper implements Keeper {
  readonly workspace = 'file:///w';
  readonly problems = [];
  readonly batches: string[][] = [];
  readonly deadlines: (number | undefined)[] = [];
  readonly #decisions = new Map<string, readonly CustomizationEnablement[]>();
  #release: (() => void) | undefined;
  refuse: (change: EntrySwitch) => string | undefined = () => undefined;
  error: Error | undefined;

  stateOf({ id }: { id: string }) {
    if (this.error !== undefined) throw this.error;
    return { decisions: [...(this.#decisions.get(id) ?? [])] };
  }

  async change(changes: readonly EntrySwitch[], deadline?: number): Promise<KeeperResults> {
    this.deadlines.push(deadline);
    this.batches.push(changes.map(({ node }) => node.id));
    await new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    if (this.error !== undefined) throw this.error;
    const reasons = new Map(changes.map((change) => [change, this.refuse(change)]));
    for (const [{ node, set }, reason] of reasons) {
      const decided = set.flatMap(({ scope, enabled }) =>
        enabled === null ? [] : [{ kind: scope, enabled }],
      );
      if (reason === undefined) this.#decisions.set(node.id, decided);
    }
    return new Map([...reasons].map(([change, reason]) => [change, reason ?? emptyResult]));
  }

  plan(changes: readonly EntrySwitch[]): KeeperResults {
    return new Map(changes.map((change) => [change, this.refuse(change) ?? emptyResult]));
  }

  /** Lets one batch through. */
  async release(): Promise<void> {
    while (this.#release === undefined) await new Promise<void>((resolve) => setImmediate(resolve));
    const release = this.#release;
    this.#release = undefined;
    release();
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

const base = (id: string) => ({ id, uri: `file:///${id}`, name: id });
const container = (...ids: string[]): Customization => ({
  type: 'directory',
  ...base('d'),
  contents: 'skill',
  writable: true,
  children: ids.map((id) => ({ type: 'skill', ...base(id) })),
});

const noHistory = async () => 'there is no history';

function start(...ids: string[]) {
  return startWith(noHistory, ...ids);
}

function startWith(undo: (batch: string) => Promise<UndoResult | string>, ...ids: string[]) {
  return startAt(undefined, undo, ...ids);
}

/** Starts a session whose files are still being read, unless `progress` is undefined. */
function startAt(
  progress: Progress | undefined,
  undo: (batch: string) => Promise<UndoResult | string>,
  ...ids: string[]
) {
  const published: Published[] = [];
  const summaries: Partial<SessionSummary>[] = [];
  const keeper = new HeldKeeper();
  let found = [container(...ids)];
  const session = new HostSession({
    agents: agentInMemory(),
    uri: 'x:/1',
    provider: 'x',
    title: 't',
    directory: 'file:///w',
    openKeeper: () => keeper,
    problems: () => [],
    progress: () => progress,
    find: () => found,
    publish: (action, origin, reason) => published.push({ action, origin, reason }),
    summarize: (changes) => summaries.push(changes),
    saved: () => {},
    undo: (batch) => undo(batch),
    planUndo: async () => 'nothing is planned',
  });
  const { state: _opened } = session;
  /** Replaces what is found on disk. */
  const update = (...containers: Customization[]) => {
    found = containers;
    session.update();
  };
  const read = (files: number | undefined) => {
    progress = files === undefined ? undefined : { files };
  };
  let clientSeq = 0;
  const toggle = (id: string, enabled = false) => {
    clientSeq += 1;
    session.dispatch({ type: 'session/customizationToggled', id, enabled }, { clientId: 'c', clientSeq });
  };
  const echoes = () => published.filter(({ origin }) => origin !== undefined);
  const flags = () => {
    const [entry] = session.state.customizations ?? [];
    const children = entry && 'children' in entry ? (entry.children ?? []) : [];
    return Object.fromEntries(children.map(({ id, enabled = true }) => [id, enabled]));
  };
  return { published, summaries, keeper, session, toggle, echoes, flags, update, read };
}

describe('a session whose files are still being read', () => {
  const types = (published: readonly Published[]) => published.map(({ action }) => action.type);

  it('is loading, shows how many files were read, and ends with its list before it is ready', () => {
    const { published, session, read, update, flags } = startAt({ files: 3 }, noHistory, 'a');
    expect(isLoading(session.state)).toBe(true);
    expect(readProgress(session.state._meta)).toEqual({ files: 3 });
    read(700);
    session.showProgress();
    expect(readProgress(session.state._meta)).toEqual({ files: 700 });
    update(container('a', 'b'));
    expect(types(published)).toEqual(['session/metaChanged']);
    read(undefined);
    update(container('a', 'b'));
    expect(isLoading(session.state)).toBe(false);
    expect(readProgress(session.state._meta)).toBeNull();
    expect(flags()).toEqual({ a: true, b: true });
    const ends = ['session/customizationsChanged', 'session/metaChanged', 'session/ready'];
    expect(types(published)).toEqual(['session/metaChanged', ...ends]);
  });

  it('refuses a switch with the reason, and makes it afterwards', async () => {
    const { toggle, echoes, keeper, read, update, flags } = startAt({ files: 3 }, noHistory, 'a');
    toggle('a');
    expect(echoes()[0]?.reason).toContain('still being read');
    read(undefined);
    update(container('a'));
    toggle('a');
    await keeper.release();
    expect(echoes()[1]?.reason).toBeUndefined();
    expect(flags()).toEqual({ a: false });
  });

  it('says nothing of its progress once it is ready', () => {
    const { published, session, read, update } = startAt({ files: 3 }, noHistory, 'a');
    read(undefined);
    update(container('a'));
    const { length } = published;
    session.showProgress();
    expect(published).toHaveLength(length);
  });

  it('is ready with a problem if they cannot be read', () => {
    const { published, session, read } = startAt({ files: 3 }, noHistory, 'a');
    read(undefined);
    session.fail(new Error('worse than anybody thought'));
    expect(isLoading(session.state)).toBe(false);
    expect(JSON.stringify(session.state._meta)).toContain('worse than anybody thought');
    expect(types(published)).toEqual(['session/metaChanged', 'session/ready']);
  });
});

describe('toggles', () => {
  it('that come together are saved together and published in order, then their container once', async () => {
    const { published, summaries, session, keeper, toggle, flags } = start('a', 'b', 'c');
    for (const id of ['c', 'a', 'b']) toggle(id);
    expect(published).toEqual([]);
    await keeper.release();
    expect(keeper.batches).toEqual([['c', 'a', 'b']]);
    expect(published.map(({ action, origin }) => [action.type, action.id, origin?.clientSeq])).toEqual([
      ['session/customizationToggled', 'c', 1],
      ['session/customizationToggled', 'a', 2],
      ['session/customizationToggled', 'b', 3],
      ['session/customizationUpdated', undefined, undefined],
    ]);
    expect(flags()).toEqual({ a: false, b: false, c: false });
    expect(summaries).toEqual([{ modifiedAt: session.summary.modifiedAt }]);
  });

  it('of one entry are saved one after the other, and the last one counts', async () => {
    const { keeper, toggle, echoes, flags } = start('a', 'b');
    toggle('a', false);
    toggle('b', false);
    toggle('a', true);
    toggle('a', false);
    for (const _ of [1, 2, 3]) await keeper.release();
    expect(keeper.batches).toEqual([['a', 'b'], ['a'], ['a']]);
    expect(echoes().map(({ origin }) => origin?.clientSeq)).toEqual([1, 2, 3, 4]);
    expect(flags()).toEqual({ a: false, b: false });
  });

  it('wait for locks only up to a deadline counted from when they came', async () => {
    const { keeper, toggle } = start('a');
    for (const _ of [1, 2, 3]) toggle('a');
    const latest = monotonicMs() + hostLimits.lockTimeoutMs;
    for (const _ of [1, 2, 3]) await keeper.release();
    expect(keeper.deadlines.map((deadline) => deadline !== undefined && deadline <= latest)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('that come while others are saved wait for them', async () => {
    const { keeper, toggle, echoes } = start('a', 'b');
    toggle('a');
    await new Promise<void>((resolve) => setImmediate(resolve));
    toggle('b');
    expect(keeper.batches).toEqual([['a']]);
    await keeper.release();
    expect(echoes().map(({ action }) => action.id)).toEqual(['a']);
    await keeper.release();
    expect(echoes().map(({ action }) => action.id)).toEqual(['a', 'b']);
  });

  it('are refused one by one', async () => {
    const { keeper, toggle, echoes, flags } = start('a', 'b', 'c');
    keeper.refuse = ({ node }) => (node.id === 'b' ? 'not that one' : undefined);
    for (const id of ['a', 'nowhere', 'b', 'c']) toggle(id);
    await keeper.release();
    expect(echoes().map(({ action, reason }) => [action.id, reason])).toEqual([
      ['a', undefined],
      ['nowhere', 'there is no entry with that id'],
      ['b', 'not that one'],
      ['c', undefined],
    ]);
    expect(flags()).toEqual({ a: false, b: true, c: false });
  });

  it('are refused by a keeper that fails, and those that follow are not', async () => {
    const { keeper, session, toggle, echoes, flags } = start('a');
    keeper.error = new Error('the disk is full');
    toggle('a');
    await keeper.release();
    keeper.error = undefined;
    toggle('a');
    await keeper.release();
    await session.toggles.settle();
    expect(echoes().map(({ reason }) => reason)).toEqual([
      expect.stringContaining('the disk is full'),
      undefined,
    ]);
    expect(flags()).toEqual({ a: false });
  });

  it('of an entry that disappears meanwhile are published, and the entry does not come back', async () => {
    const { keeper, update, toggle, echoes, flags } = start('a', 'b');
    toggle('a');
    await new Promise<void>((resolve) => setImmediate(resolve));
    update(container('b'));
    await keeper.release();
    expect(echoes().map(({ action, reason }) => [action.id, reason])).toEqual([['a', undefined]]);
    expect(flags()).toEqual({ b: true });
    update(container('a', 'b'));
    expect(flags()).toEqual({ a: false, b: true });
  });

  it('are all settled when the session has settled', async () => {
    const { keeper, session, toggle, echoes } = start('a', 'b');
    await session.toggles.settle();
    for (const id of ['a', 'b', 'a']) toggle(id);
    const settled = session.toggles.settle();
    for (const _ of [1, 2]) await keeper.release();
    await settled;
    expect(echoes()).toHaveLength(3);
  });
});

describe('what is found on disk', () => {
  it('that cannot be shown is reported as a problem until it can be shown', () => {
    const { published, keeper, session, update } = start('a');
    keeper.error = new Error('it nests too deep');
    update(container('a', 'b'));
    const message = expect.stringContaining('it nests too deep');
    const problem = { uri: 'file:///w', message, code: 'update-failed' };
    expect(published.at(-1)?.action).toMatchObject({
      type: 'session/metaChanged',
      _meta: { skillpick: { problems: [problem] } },
    });
    expect(session.state._meta).toMatchObject({ skillpick: { problems: [problem] } });
    keeper.error = undefined;
    update(container('a', 'b'));
    expect(published.map(({ action }) => action.type)).toEqual([
      'session/metaChanged',
      'session/customizationUpdated',
      'session/metaChanged',
    ]);
    expect(session.state._meta).toBeUndefined();
  });

  it('that cannot be read is reported as a problem', () => {
    const { published, session, update } = start('a');
    session.fail(new Error('no memory'));
    expect(published.at(-1)?.action).toMatchObject({
      _meta: { skillpick: { problems: [{ message: expect.stringContaining('no memory') }] } },
    });
    update(container('a'));
    expect(session.state._meta).toBeUndefined();
  });

  it('is published only where it differs', () => {
    const { published, update } = start('a', 'b');
    update(container('a', 'b'));
    expect(published).toEqual([]);
    update(container('a', 'b', 'c'));
    expect(published.map(({ action }) => action.type)).toEqual(['session/customizationUpdated']);
    update();
    expect(published.at(-1)?.action).toEqual({ type: 'session/customizationsChanged', customizations: [] });
  });
});

describe('an undo', () => {
  const origin = { clientId: 'c', clientSeq: 100 };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('waits for the toggles before it, and is echoed with its result', async () => {
    const asked: string[] = [];
    const result: UndoResult = { batch: 'u', undone: 'b1', switches: [], also: [] };
    const undo = async (batch: string) => {
      asked.push(batch);
      return result;
    };
    const { session, keeper, toggle, echoes } = startWith(undo, 'a', 'b');
    toggle('a');
    session.dispatch(buildUndo('b1'), origin);
    toggle('b');
    await settled();
    expect(asked).toEqual([]);
    await keeper.release();
    await keeper.release();
    expect(asked).toEqual(['b1']);
    expect(keeper.batches).toEqual([['a'], ['b']]);
    expect(echoes().map(({ action }) => action.id)).toEqual(['a', 'b1', 'b']);
    expect(echoes()[1]).toEqual({
      action: { type: 'session/customizationToggled', id: 'b1', _meta: { skillpick: { result } } },
      origin,
      reason: undefined,
    });
  });

  it.each<[name: string, undo: () => Promise<string>, reason: string]>([
    ['is refused', async () => 'no such batch', 'no such batch'],
    ['fails', () => Promise.reject(new Error('no disk')), 'the switch failed: no disk'],
  ])('that %s is echoed with the reason', async (_, undo, reason) => {
    const { session, echoes } = startWith(undo, 'a');
    session.dispatch(buildUndo('b1'), origin);
    await settled();
    expect(echoes()).toMatchObject([{ origin, reason }]);
  });

  it('without a valid batch is refused', async () => {
    const { session, echoes, keeper } = start('a');
    session.dispatch(buildUndo('b 1'), origin);
    await keeper.release();
    expect(echoes()).toMatchObject([{ reason: 'the batch to take back has no valid name' }]);
  });
});
