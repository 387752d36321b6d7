import { describe, expect, it } from 'vitest';
import type { SwitchRequest, ToggleOutcome, UndoOutcome } from '../../src/client/index.js';
import { clientLimits } from '../../src/client/limits.js';
import { toolsOf } from '../../src/protocol/skillpick-meta.js';
import type { SwitchResult, UndoResult } from '../../src/protocol/switch-result.js';
import { childrenOf } from '../../src/protocol/tree.js';
import { letReconnect, openInMemory } from '../support/client-in-memory.js';
import { quiet } from '../support/fake-clock.js';
import { isToggle } from '../support/held-answers.js';
import { type Call, ScriptedHost, SESSION } from '../support/scripted-host.js';
import { directory, ModelSession, type ModelToggle, skill } from '../support/scripted-session.js';

const tools = (claude: boolean, codex: boolean) => ({
  _meta: {
    skillpick: {
      tools: [
        { id: 'claude', enabled: claude, switchable: ['workspace', 'global'] },
        { id: 'codex', enabled: codex, switchable: ['global'] },
      ],
    },
  },
});

async function start(isOwn = true) {
  const nodes = [
    directory('d', [
      skill('mixed', tools(false, true)),
      skill('off', { enabled: false, ...tools(false, false) }),
      skill('plain'),
    ]),
  ];
  const host = new ScriptedHost(new ModelSession(nodes));
  host.isOwn = isOwn;
  return { host, ...(await openInMemory(host)) };
}

type Opened = Awaited<ReturnType<typeof start>>;

interface Sent {
  id: string;
  enabled?: boolean;
  enablement?: { kind: string }[];
  _meta?: { skillpick: { set?: unknown[]; batch?: string; undo?: string } };
}

const sentTo = (host: ScriptedHost): Sent[] =>
  host.calls('dispatchAction').map(({ params }) => params['action'] as Sent);

/** Makes the host echo each action with this result. */
function echoWith(host: ScriptedHost, result: SwitchResult | UndoResult, isFor = isToggle): void {
  host.script = (call, peer, proceed) => {
    if (!isFor(call)) return proceed();
    const action = call.params['action'] as Record<string, unknown>;
    const origin = { clientId: peer.clientId ?? '', clientSeq: Number(call.params['clientSeq']) };
    host.emit(SESSION, { ...action, _meta: { skillpick: { result } } }, origin);
  };
}

/** The flags of an entry in the tools, as they are shown. */
function shownTools({ store }: Opened, id: string): Record<string, boolean> {
  const nodes = store.getSnapshot().state.customizations?.flatMap((entry) => childrenOf(entry) ?? []) ?? [];
  const standings = toolsOf(nodes.find((node) => node.id === id)?._meta);
  return Object.fromEntries(standings.map((standing) => [standing.id, standing.enabled]));
}

const only = ([outcome]: Promise<ToggleOutcome>[]): Promise<ToggleOutcome> => outcome!;
const done: SwitchResult = { batch: 'b', tools: [], also: [] };

describe('a switch on our own host', () => {
  it('is confirmed by its result, whatever the flag is', async () => {
    const { host, store } = await start();
    const result: SwitchResult = { ...done, also: ['other'] };
    echoWith(host, result);
    await expect(store.toggle('off', false, 'workspace')).resolves.toEqual({
      kind: 'confirmed',
      enabled: false,
      result,
      batch: 'b',
    });
    await expect(store.toggle('mixed', true, 'workspace')).resolves.toMatchObject({ result });
  });

  it.each<[string, SwitchResult, boolean | null, object]>([
    [
      'skillpick keeps it',
      { ...done, own: { outcome: 'changed', removed: [] } },
      false,
      { decidedIn: 'session' },
    ],
    [
      'a reset leaves it',
      { ...done, own: { outcome: 'changed', removed: [] } },
      null,
      { decidedIn: 'session' },
    ],
    ['it is as wanted', { ...done, own: { outcome: 'changed', removed: [] } }, true, {}],
    ['a tool keeps it', done, false, {}],
    [
      'it is for the session',
      { ...done, own: { outcome: 'changed', removed: [], forSession: true } },
      false,
      {},
    ],
  ])('names the scope that decides if %s', async (_what, result, enabled, expected) => {
    const { host, store } = await start();
    const enablement = [
      { kind: 'session', enabled: true },
      { kind: 'workspace', enabled: false },
    ];
    host.script = (call, peer, proceed) => {
      if (!isToggle(call)) return proceed();
      const origin = { clientId: peer.clientId ?? '', clientSeq: Number(call.params['clientSeq']) };
      const echo = { type: 'session/customizationToggled', id: 'plain', enablement };
      host.emit(SESSION, { ...echo, _meta: { skillpick: { result } } }, origin);
    };
    const outcome = await only(store.switch([{ id: 'plain', enabled, scope: 'workspace' }]));
    expect(outcome).toEqual({ kind: 'confirmed', enabled: true, result, batch: 'b', ...expected });
  });

  it('is compared with the state if its echo has no result', async () => {
    const { host, store } = await start();
    host.script = (call, peer, proceed) => (isToggle(call) ? host.echo(call, peer) : proceed());
    await expect(store.toggle('plain', false, 'workspace')).resolves.toMatchObject({
      kind: 'ineffective',
      enabled: true,
    });
  });

  it('has one batch name for all switches of a call, and another for the next call', async () => {
    const { host, store } = await start();
    await Promise.all(
      store.switch([
        { id: 'plain', enabled: false, scope: 'workspace' },
        { id: 'off', enabled: true, scope: 'workspace' },
      ]),
    );
    await store.toggle('plain', true, 'workspace');
    const [first, second, third] = sentTo(host).map(({ _meta }) => _meta?.skillpick.batch);
    expect(first).toMatch(/^[\w-]{12}$/);
    expect(second).toBe(first);
    expect(third).toMatch(/^[\w-]{12}$/);
    expect(third).not.toBe(first);
  });

  it.each<[name: string, request: Partial<SwitchRequest>, set: unknown[]]>([
    ['a scope', { scope: 'shared' }, [{ scope: 'shared', enabled: false }]],
    [
      'tools',
      { scope: 'workspace', tools: ['claude', 'codex'] },
      [
        { tool: 'claude', scope: 'workspace', enabled: false },
        { tool: 'codex', scope: 'workspace', enabled: false },
      ],
    ],
    [
      'a tool in another scope',
      { scope: 'workspace', also: [{ tool: 'codex', scope: 'global', enabled: false }] },
      [
        { scope: 'workspace', enabled: false },
        { tool: 'codex', scope: 'global', enabled: false },
      ],
    ],
    [
      'every scope',
      { enabled: null, scope: undefined },
      ['session', 'workspace', 'shared', 'global'].map((scope) => ({ scope, enabled: null })),
    ],
  ])('names %s exactly', async (_, request, set) => {
    const { host, store } = await start();
    echoWith(host, done);
    await only(store.switch([{ id: 'mixed', enabled: false, scope: 'workspace', ...request }]));
    expect(sentTo(host)[0]?._meta?.skillpick.set).toEqual(set);
    expect(sentTo(host)[0]?.enablement?.map(({ kind }) => kind)).not.toContain('shared');
  });

  it('shows at once in the tools that can keep it', async () => {
    const opened = await start();
    const { host, store } = opened;
    host.script = (call, _peer, proceed) => void (isToggle(call) || proceed());
    store.switch([{ id: 'mixed', enabled: true, scope: 'workspace' }]);
    expect(shownTools(opened, 'mixed')).toEqual({ claude: true, codex: true });
    store.switch([{ id: 'mixed', enabled: false, scope: 'workspace' }]);
    expect(shownTools(opened, 'mixed')).toEqual({ claude: false, codex: true });
    store.switch([{ id: 'off', enabled: true, scope: 'global', tools: ['codex'] }]);
    expect(shownTools(opened, 'off')).toEqual({ claude: false, codex: true });
  });

  it('keeps the flag while another tool has the entry on', async () => {
    const { host, store } = await start();
    echoWith(host, done);
    await only(store.switch([{ id: 'mixed', enabled: false, scope: 'workspace' }]));
    expect(sentTo(host)[0]?.enabled).toBe(true);
    await only(store.switch([{ id: 'mixed', enabled: false, scope: 'global' }]));
    expect(sentTo(host)[1]?.enabled).toBe(false);
  });

  it('is sent again after a drop if a tool still differs, though the flag is as wanted', async () => {
    const { host, store, clock } = await start();
    host.resumesWith = 'snapshot';
    let isLost = true;
    host.script = (call, peer, proceed) => {
      if (!isToggle(call)) return proceed();
      if (isLost) host.drop();
      else echoWith(host, done);
      if (!isLost) host.script(call, peer, proceed);
      isLost = false;
    };
    const outcome = store.toggle('mixed', true, 'workspace');
    await letReconnect(clock);
    await expect(outcome).resolves.toMatchObject({ result: done });
    expect(sentTo(host)).toHaveLength(2);
  });
});

describe('the batch of a switch on our own host', () => {
  it('is the one that was sent if the echo was lost', async () => {
    const { host, store, clock } = await start();
    host.resumesWith = 'snapshot';
    host.script = (call, _peer, proceed) => {
      if (!isToggle(call)) return proceed();
      host.session.toggle(call.params['action'] as ModelToggle);
      host.drop();
    };
    const outcome = store.toggle('plain', false, 'workspace');
    await letReconnect(clock);
    const batch = sentTo(host)[0]?._meta?.skillpick.batch;
    await expect(outcome).resolves.toEqual({ kind: 'confirmed', enabled: false, batch });
  });

  it('is the one that was sent if the session is closed before the echo', async () => {
    const { host, store, client } = await start();
    host.script = (call, _peer, proceed) => void (isToggle(call) || proceed());
    const outcome = store.toggle('plain', false, 'workspace');
    await quiet();
    client.closeSession(SESSION);
    const batch = sentTo(host)[0]?._meta?.skillpick.batch;
    await expect(outcome).resolves.toMatchObject({ kind: 'unconfirmed', batch });
  });

  it('is absent if nothing was written', async () => {
    const { host, store } = await start();
    echoWith(host, { ...done, batch: null });
    await expect(store.toggle('off', false, 'workspace')).resolves.not.toHaveProperty('batch');
    host.script = (call, peer, proceed) => (isToggle(call) ? host.echo(call, peer, 'no') : proceed());
    await expect(store.toggle('plain', false, 'workspace')).resolves.toEqual({
      kind: 'rejected',
      enabled: true,
      reason: 'no',
    });
  });

  it('is absent if the switch was never sent', async () => {
    const { host, store } = await start();
    host.drop();
    await quiet();
    const outcomes = [store.toggle('plain', false, 'workspace'), store.toggle('plain', true, 'workspace')];
    for (const outcome of await Promise.all(outcomes)) expect(outcome).not.toHaveProperty('batch');
  });
});

it('sends no exact changes to another host, and keeps shared as workspace', async () => {
  const { host, store } = await start(false);
  await only(
    store.switch([
      {
        id: 'plain',
        enabled: false,
        scope: 'shared',
        tools: ['claude'],
        also: [{ scope: 'global', enabled: false }],
      },
    ]),
  );
  expect(sentTo(host)).toEqual([
    {
      type: 'session/customizationToggled',
      id: 'plain',
      enabled: false,
      enablement: [{ kind: 'workspace', enabled: false }],
    },
  ]);
});

describe('an undo', () => {
  const undone: UndoResult = { batch: 'redo', undone: 'b1', switches: [], also: [] };
  const isUndo = (call: Call) => isToggle(call) && sentIn(call)._meta?.skillpick.undo !== undefined;
  const sentIn = ({ params }: Call) => params['action'] as Sent;

  function watch(promise: Promise<UndoOutcome>): { outcome?: UndoOutcome } {
    const watched: { outcome?: UndoOutcome } = {};
    void promise.then((outcome) => {
      watched.outcome = outcome;
    });
    return watched;
  }

  it('names its batch and ends with what the host did', async () => {
    const { host, store } = await start();
    echoWith(host, undone, isUndo);
    await expect(store.undo('b1')).resolves.toEqual({ kind: 'confirmed', result: undone });
    expect(sentTo(host).map(({ _meta }) => _meta?.skillpick)).toEqual([{ undo: 'b1' }]);
  });

  it('ends with the reason of a refusal', async () => {
    const { host, store } = await start();
    host.script = (call, peer, proceed) =>
      isUndo(call) ? host.echo(call, peer, 'no such batch') : proceed();
    await expect(store.undo('b1')).resolves.toEqual({ kind: 'rejected', reason: 'no such batch' });
  });

  it('is not confirmed by an echo without a result', async () => {
    const { host, store } = await start();
    host.script = (call, peer, proceed) => (isUndo(call) ? host.echo(call, peer) : proceed());
    await expect(store.undo('b1')).resolves.toMatchObject({ kind: 'unconfirmed' });
  });

  it('waits for a host that is late, and gives up on one that has forgotten it', async () => {
    const { host, store, clock } = await start();
    host.script = (call, _peer, proceed) => void (isUndo(call) || proceed());
    const watched = watch(store.undo('b1'));
    await clock.advance(clientLimits.echoTimeoutMs - 1);
    expect(watched.outcome).toBeUndefined();
    await clock.advance(1);
    expect(watched.outcome).toMatchObject({
      kind: 'unconfirmed',
      reason: expect.stringContaining('no response'),
    });
  });

  it('ends with an echo that comes while the host is asked', async () => {
    const { host, store, clock } = await start();
    let echo = () => {};
    host.script = (call, peer, proceed) => {
      if (isUndo(call)) {
        echo = () => {
          echoWith(host, undone, isUndo);
          host.script(call, peer, proceed);
        };
      } else {
        if (call.method === 'subscribe') echo();
        proceed();
      }
    };
    const watched = watch(store.undo('b1'));
    await clock.advance(clientLimits.echoTimeoutMs);
    expect(watched.outcome).toEqual({ kind: 'confirmed', result: undone });
  });

  it.each(['replay', 'snapshot'] as const)(
    'that was lost is sent once more after a %s',
    async (resumesWith) => {
      const { host, store, clock } = await start();
      host.resumesWith = resumesWith;
      host.script = (call, _peer, proceed) => {
        if (!isUndo(call)) return proceed();
        echoWith(host, undone, isUndo);
        host.drop();
      };
      const watched = watch(store.undo('b1'));
      await letReconnect(clock);
      expect(watched.outcome).toEqual({ kind: 'confirmed', result: undone });
      expect(sentTo(host)).toHaveLength(2);
    },
  );

  it('whose echo is replayed is not sent again', async () => {
    const { host, store, clock } = await start();
    host.script = (call, peer, proceed) => {
      if (!isUndo(call)) return proceed();
      host.send = () => {};
      echoWith(host, undone, isUndo);
      host.script(call, peer, proceed);
      host.drop();
    };
    const watched = watch(store.undo('b1'));
    await letReconnect(clock);
    expect(watched.outcome).toEqual({ kind: 'confirmed', result: undone });
    expect(sentTo(host)).toHaveLength(1);
  });

  it('that is requested without a connection is sent when it is back', async () => {
    const { host, store, clock } = await start();
    host.drop();
    await quiet();
    echoWith(host, undone, isUndo);
    const watched = watch(store.undo('b1'));
    await letReconnect(clock);
    expect(watched.outcome).toMatchObject({ kind: 'confirmed' });
    expect(sentTo(host)).toHaveLength(1);
  });

  it('ends when the session is closed', async () => {
    const { host, store, client } = await start();
    host.script = (call, _peer, proceed) => void (isUndo(call) || proceed());
    const before = store.undo('b1');
    client.closeSession(SESSION);
    const ended = { kind: 'unconfirmed', reason: 'the session was closed here' };
    await expect(before).resolves.toEqual(ended);
    await expect(store.undo('b1')).resolves.toEqual(ended);
  });

  it('is refused for another host, with the exit code of wrong usage', async () => {
    const { host, store } = await start(false);
    await expect(store.undo('b1')).rejects.toMatchObject({ code: 'bad-usage', exitCode: 2 });
    expect(sentTo(host)).toEqual([]);
  });
});

describe('another host at the same address after a drop', () => {
  const reason = 'another host is at this address';

  async function replaceHost({ host, clock }: Opened): Promise<void> {
    host.isOwn = false;
    host.restart();
    await letReconnect(clock);
  }

  it('gets nothing that was meant for our own host', async () => {
    const opened = await start();
    const { host, store } = opened;
    host.drop();
    await quiet();
    const outcomes = Promise.all([
      store.undo('b1'),
      store.plan([{ id: 'plain', enabled: false, scope: 'workspace' }]),
      store.toggle('plain', false, 'workspace'),
      // The new host has this value, which confirms nothing.
      store.toggle('off', false, 'global'),
    ]);
    await replaceHost(opened);
    const unconfirmed = { kind: 'unconfirmed', reason };
    await expect(outcomes).resolves.toMatchObject([unconfirmed, unconfirmed, unconfirmed, unconfirmed]);
    expect(sentTo(host)).toEqual([]);
  });

  it('gets later switches in its own form', async () => {
    const opened = await start();
    opened.host.drop();
    await replaceHost(opened);
    await opened.store.toggle('plain', false, 'workspace');
    expect(sentTo(opened.host)).toMatchObject([{ id: 'plain', enabled: false }]);
    expect(sentTo(opened.host)[0]).not.toHaveProperty('_meta');
  });
});
