import { describe, expect, it } from 'vitest';
import type { ToggleOutcome } from '../../src/client/index.js';
import { shownFlags } from '../support/flags.js';
import { openScripted, statusIs } from '../support/scripted-connection.js';
import { type Call, ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, type ModelToggle, skill } from '../support/scripted-session.js';

const count = 10_000;
const id = (index: number) => `file:///home/somebody/project/.agents/skills/skill-${index}/SKILL.md`;
const isToggle = ({ method }: Call) => method === 'dispatchAction';

/** The model looks entries up one by one; with this many it keeps an index. */
class IndexedSession extends ModelSession {
  readonly #index = new Map(
    this.customizations.flatMap((c) => c.children ?? []).map((node) => [node.id, node]),
  );

  override find(wanted: string) {
    return this.#index.get(wanted) ?? this.customizations.find((node) => node.id === wanted);
  }
}

function bigHost(): ScriptedHost {
  const children = Array.from({ length: count }, (_, index) => skill(id(index)));
  return new ScriptedHost(new IndexedSession([directory('d', children)]));
}

function kinds(outcomes: ToggleOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of outcomes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

describe('ten thousand switches at once', () => {
  it.each([
    ['are echoed', (host: ScriptedHost) => void host, { confirmed: count }],
    [
      'are echoed with their fields in another order',
      (host: ScriptedHost) => {
        host.script = (call, peer, proceed) => {
          if (!isToggle(call)) proceed();
          else {
            const { enablement, ...action } = call.params['action'] as ModelToggle;
            host.accept({ ...call, params: { ...call.params, action: { enablement, ...action } } }, peer);
          }
        };
      },
      { confirmed: count },
    ],
    [
      'are rejected',
      (host: ScriptedHost) => {
        host.script = (call, peer, proceed) => (isToggle(call) ? host.echo(call, peer, 'no') : proceed());
      },
      { rejected: count },
    ],
    [
      'alternate with those of another client',
      (host: ScriptedHost) => {
        host.script = (call, _peer, proceed) => {
          proceed();
          if (isToggle(call)) host.toggleByAnother('d', host.serverSeq % 4 === 0);
        };
      },
      { confirmed: count },
    ],
  ])('%s', async (_what, prepare, expected) => {
    const host = bigHost();
    prepare(host);
    const { store } = await openScripted(host);
    const outcomes = Array.from({ length: count }, (_, index) => store.toggle(id(index), false));
    expect(store.getSnapshot().pending.size).toBe(count);
    expect(kinds(await Promise.all(outcomes))).toEqual(expected);
    await store.refresh();
    expect(shownFlags(store)).toEqual(host.session.flags());
  });

  it('survive a drop in the middle', async () => {
    const host = bigHost();
    let echoes = 0;
    host.script = (call, _peer, proceed) => {
      if (isToggle(call)) echoes += 1;
      if (echoes === count / 2) {
        echoes += 1;
        host.drop();
      } else proceed();
    };
    const { client, store } = await openScripted(host);
    const outcomes = Array.from({ length: count }, (_, index) => store.toggle(id(index), false));
    await statusIs(client, 'waiting');
    expect(kinds(await Promise.all(outcomes))).toEqual({ confirmed: count });
    expect(Object.values(host.session.flags()).filter((on) => !on)).toHaveLength(count);
  });
});
