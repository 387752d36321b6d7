/** A client that stays connected, through a proxy, with the library: what it switches, and what it sees. */

import { parseAddress } from '../../src/client/address.js';
import { Client } from '../../src/client/client.js';
import { type Clock, systemClock } from '../../src/client/clock.js';
import type { SessionStore } from '../../src/client/session-store.js';
import type { ToggleOutcome } from '../../src/client/session-view.js';
import { openSocket } from '../../src/client/ws-transport.js';
import { listEntries } from '../../src/entries/entries.js';
import { SkillpickError } from '../../src/errors.js';
import { until } from '../support/until.js';
import type { Attempt, Attempts, Ending } from './attempts.js';
import { type ChaosEntry, sentinels } from './entries.js';
import type { HostProcess } from './host.js';
import type { Step } from './plan.js';
import type { FaultyProxy } from './proxy.js';
import type { ToolStates } from './readers.js';

/** The longest pause before the next attempt. */
const longestPauseMs = 2_000;
const timeouts = { requestTimeoutMs: 2_000, keepAliveIntervalMs: 1_000, connectTimeoutMs: 2_000 };

const clock: Clock = {
  ...systemClock,
  after: (delayMs, callback) => systemClock.after(Math.min(delayMs, longestPauseMs), callback),
};

const endings: Record<ToggleOutcome['kind'], Ending> = {
  confirmed: 'made',
  rejected: 'not made',
  ineffective: 'unknown',
  unconfirmed: 'unknown',
};

export interface LibraryClientOptions {
  readonly name: 'a' | 'b';
  readonly proxy: FaultyProxy;
  readonly host: HostProcess;
  readonly attempts: Attempts;
  /** Called with the names of entries that are reported as forgotten by the host. */
  forgotten(names: readonly string[]): void;
}

export class LibraryClient {
  readonly name: 'client a' | 'client b';
  readonly #options: LibraryClientOptions;
  readonly #client: Client;
  readonly #store: SessionStore;
  private constructor(options: LibraryClientOptions, client: Client, store: SessionStore) {
    this.name = `client ${options.name}`;
    this.#options = options;
    this.#client = client;
    this.#store = store;
    store.onForgotten(({ switches }) => options.forgotten(switches.map(({ id }) => this.#nameOf(id))));
  }

  static async connect(options: LibraryClientOptions): Promise<LibraryClient> {
    const { proxy, host } = options;
    const open = async (signal: AbortSignal) => {
      const { token } = host;
      try {
        return await openSocket(parseAddress(proxy.url), { ...timeouts, token, signal });
      } catch (error) {
        // A host that has just been started has another token: a wrong one is no reason to give up.
        const isOutdated = error instanceof SkillpickError && error.code === 'wrong-token';
        throw isOutdated ? new Error('the host was started again') : error;
      }
    };
    const client = await Client.connect({ ...timeouts, open, clock });
    const sessions = await client.listSessions();
    const session = sessions.find(({ provider }) => provider === 'agents');
    return new LibraryClient(options, client, await client.openSession(session!.resource));
  }

  /** The reason why it has ended, if it has. */
  get trouble(): string | undefined {
    if (this.#client.status.kind === 'gone') return `gone: ${this.#client.status.error.message}`;
    return this.#store.isOver ? 'its session is over' : undefined;
  }

  /** The state of every entry as this client sees it, by name. */
  view(): Map<string, { enabled: boolean; states: ToolStates }> {
    return new Map(
      this.#entries.map(({ name, enabled, tools }) => {
        const isOn = enabled === true;
        return [name, { enabled: isOn, states: toolStatesOf(tools, isOn) }];
      }),
    );
  }

  /** Resolves as soon as the condition holds for what it sees. */
  until(holds: () => boolean): Promise<void> {
    return until(this.#store.subscribe, holds);
  }

  async switch({ verb, entry, scope }: Step): Promise<void> {
    const attempt = this.#options.attempts.start(this.name, verb, entry, scope);
    const { ending, said, wanted } = await this.#make(attempt);
    this.#options.attempts.end(attempt, ending, said, wanted);
  }

  /** Switches its own entry until that is confirmed; by then the host has handled every earlier request. */
  async settle(): Promise<void> {
    const [first, second] = sentinels;
    const entry = (this.#options.name === 'a' ? first : second)!;
    await this.until(() => this.trouble !== undefined || this.#node(entry) !== undefined);
    const wanted = !this.#isOn(entry);
    while (this.trouble === undefined) {
      const { kind } = await this.#store.toggle(this.#idOf(entry), wanted, 'workspace');
      if (kind === 'confirmed') return;
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #make({ verb, entry, scope }: Attempt): Promise<{ ending: Ending; said: string; wanted?: boolean }> {
    try {
      const id = this.#idOf(entry);
      const wanted = verb === 'toggle' ? !this.#isOn(entry) : verb === 'enable';
      const outcome =
        verb === 'reset' ? await this.#store.reset(id, scope) : await this.#store.toggle(id, wanted, scope);
      const reason = 'reason' in outcome ? `: ${outcome.reason}` : '';
      return {
        ending: endings[outcome.kind],
        said: `${outcome.kind}, ${outcome.enabled}${reason}`,
        wanted,
      };
    } catch (error) {
      if (!(error instanceof SkillpickError)) throw error;
      return { ending: 'not made', said: error.message };
    }
  }

  get #entries() {
    const { protocolVersion } = this.#client;
    return listEntries(this.#store.getSnapshot().state, { protocolVersion, isOwn: true }).entries;
  }

  #node(entry: ChaosEntry) {
    return this.#entries.find(({ name }) => name === entry.name);
  }

  #idOf(entry: ChaosEntry): string {
    return this.#node(entry)?.id ?? '';
  }

  #isOn(entry: ChaosEntry): boolean {
    return this.#node(entry)?.enabled ?? true;
  }

  #nameOf(id: string): string {
    return this.#entries.find((entry) => entry.id === id)?.name ?? id;
  }
}

/** What is shown of an entry, in the form in which it is read from disk. */
export function toolStatesOf(
  tools: readonly { id: string; enabled: boolean }[],
  enabled: boolean,
): ToolStates {
  if (tools.length === 0) return { kept: enabled };
  return Object.fromEntries(tools.map((tool) => [tool.id, tool.enabled]));
}
