import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ModelBuilder } from '../../src/app/model-builder.js';
import { PickerStore } from '../../src/app/picker-store.js';
import type { FilterOptions } from '../../src/entries/filter.js';
import type { Effect, Intent } from '../../src/picker/intents.js';
import type { SessionSource } from '../../src/source/session-source.js';
import { openDemo } from '../support/demo-session.js';
import { openEmbedded } from '../support/embedded-session.js';
import { makeTree, type Tree, trustInGemini } from '../support/host-tree.js';
import { stateOf } from '../support/picker.js';

/** A repository with one skill that Claude Code, Gemini CLI and opencode read. */
function makeTools(): Tree {
  const tree = makeTree();
  trustInGemini(tree);
  for (const path of ['.claude/settings.json', '.config/opencode/opencode.json']) {
    const file = join(tree.home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{}\n');
  }
  const text = '---\nname: lint\ndescription: Lints.\n---\n';
  tree.write('.claude/skills/lint/SKILL.md', text);
  tree.write('.agents/skills/notes/SKILL.md', text.replace('lint', 'notes'));
  return tree;
}

const builderFor = (session: SessionSource, filter: Partial<FilterOptions> = {}): ModelBuilder =>
  new ModelBuilder(session, { filter: { types: [], ...filter } as FilterOptions }, { home: '/home/me' });

describe('the tools of a model', () => {
  it('are those on this machine, in the order of the table of tools, and the same list each time', async () => {
    const builder = builderFor(await openEmbedded(makeTools()));
    const { tools, home } = builder.build();
    expect(tools).toEqual(['claude', 'gemini', 'opencode']);
    expect(builder.build().tools).toBe(tools);
    expect(home).toBe('/home/me');
  });

  it('are those that the command line names', async () => {
    const builder = builderFor(await openEmbedded(makeTools()), { tools: ['opencode'] });
    expect(builder.build()).toMatchObject({ tools: ['opencode'], onlyTools: ['opencode'] });
  });

  it('are none in a session of one tool', async () => {
    const builder = builderFor(await openEmbedded(makeTools(), { provider: 'claude' }));
    expect(builder.build().tools).toEqual([]);
  });
});

describe('the folders of a model', () => {
  it('are in the index that has them, and limit nothing', async () => {
    const model = builderFor(await openEmbedded(makeTools()), { types: ['directory'] }).build();
    expect(model.limit).toBeNull();
    expect(model.index().entries.map(({ name }) => name)).toEqual(['notes', 'lint']);
    const named = model.folderIndex().entries.map(({ name }) => name);
    expect(named).toEqual(expect.arrayContaining(['.agents/skills', '.claude/skills', 'notes', 'lint']));
    expect(model.folderIndex()).toBe(model.folderIndex());
  });
});

describe('the history of a model', () => {
  it('is one for all sessions of the embedded host', async () => {
    const tree = makeTools();
    const [all, claude] = [await openEmbedded(tree), await openEmbedded(tree, { provider: 'claude' })];
    expect(builderFor(claude).build().history).toBe(builderFor(all).build().history);
  });

  it('is a new one at each opening of the demo, which keeps no switches', async () => {
    const [first, second] = [await openDemo(), await openDemo()].map(({ source }) => builderFor(source));
    expect(first!.build().history).toBe(first!.build().history);
    expect(second!.build().history).not.toBe(first!.build().history);
  });
});

/** The picker on the session, without a screen. */
function startOn(session: SessionSource) {
  const builder = builderFor(session);
  const switches: Promise<unknown>[] = [];
  const perform = (effect: Effect) => {
    if (effect.type !== 'switch') return;
    switches.push(...session.switch(effect.batch));
    store.setModel(builder.build());
  };
  const options = { size: { columns: 120, rows: 30 }, isPicking: false, now: () => 0 };
  const state = stateOf({ scope: 'workspace' });
  const store: PickerStore = new PickerStore({ state, model: builder.build(), ...options, perform });
  const send = (...intents: Intent[]) => {
    for (const intent of intents) store.dispatch(intent);
  };
  const settled = async () => {
    await Promise.all(switches);
    store.setModel(builder.build());
  };
  /** By tool, whether the entry is on. */
  const standings = (name: string) => {
    const entry = store.model.list.entries.find((candidate) => candidate.name === name);
    return Object.fromEntries((entry?.tools ?? []).map(({ id, enabled }) => [id, enabled]));
  };
  return { store, send, settled, standings };
}

describe('quick switches of cells', () => {
  const toggle: Intent = { type: 'toggle' };
  const right: Intent = { type: 'tool', by: 1 };

  it('write the settings of their own tool alone, before the first one is confirmed', async () => {
    const tree = makeTools();
    const { store, send, settled, standings } = startOn(await openEmbedded(tree));
    send({ type: 'insert', text: 'lint' }, { type: 'move', by: 0 }, right);
    expect([store.state.tool, standings('lint')]).toEqual(['claude', { claude: true, opencode: true }]);
    send(toggle, right, toggle);
    expect(standings('lint')).toEqual({ claude: false, opencode: false });
    send(toggle);
    expect(standings('lint')).toEqual({ claude: false, opencode: true });
    await settled();
    expect(standings('lint')).toEqual({ claude: false, opencode: true });
    const settings = JSON.parse(readFileSync(join(tree.cwd, '.claude/settings.local.json'), 'utf8'));
    expect(settings).toEqual({ skillOverrides: { lint: 'off' } });
  });

  it('then of the row bring it on everywhere', async () => {
    const { send, settled, standings } = startOn(await openEmbedded(makeTools()));
    send({ type: 'insert', text: 'lint' }, { type: 'move', by: 0 }, right, toggle, { type: 'back' }, toggle);
    await settled();
    expect(standings('lint')).toEqual({ claude: true, opencode: true });
  });
});
