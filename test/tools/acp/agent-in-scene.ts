/**
 * An agent with its scene: runs the built command with `--acp`, and reads what it lists. Afterwards nothing of the agent
 * may be left, and the repository must be as it was.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { shellLine } from '../../../src/shell-words.js';
import type { Scene } from '../../host/tools/scene.js';
import { type Ended, Running } from '../../support/command.js';
import { fileTree } from '../../support/file-tree.js';
import { sceneOf } from '../agreement.js';
import type { ToolCase } from '../asker.js';
import type { Installed } from '../installed.js';
import { environmentOf } from '../run.js';

/** An agent, and how it is started. */
export interface Agent {
  readonly title: string;
  /** The arguments that make it speak ACP. */
  readonly args: readonly string[];
  /** Variables without which it needs a login or loads things from elsewhere. */
  readonly env?: Readonly<Record<string, string>>;
  /** The files that it writes into a repository by itself. */
  readonly writes?: RegExp;
  find(): Promise<Installed>;
}

export interface Row {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
  readonly uri: string;
  readonly enabled: boolean | null;
  readonly effectiveEnabled: boolean | null;
  readonly userInvocable: boolean | null;
  readonly modelInvocable: boolean | null;
  readonly details: { readonly notes?: readonly string[]; readonly invoke?: string };
  readonly tools: readonly {
    readonly id: string;
    readonly enabled: boolean;
    readonly switchable: readonly string[];
    readonly invoke: string | null;
    readonly note: string | null;
  }[];
}

interface Option {
  readonly id: string;
  readonly value: string | null;
  readonly choices: readonly { readonly value: string }[];
}

export interface AgentList {
  readonly host: { readonly kind: string; readonly name: string };
  readonly session: {
    readonly provider: string;
    readonly agentName: string | null;
    readonly options: readonly Option[];
  };
  readonly entries: readonly Row[];
  readonly problems: readonly unknown[];
}

const listedNote = 'skillpick: Listed does not mean on: agents also list what is off.\n';
/** True on systems that report the environment of a process. */
export const seesProcesses = existsSync('/proc/self/environ');

const noFolder = 'not in a folder we look into';

export class AgentInScene {
  readonly scene: Scene;
  readonly #agent: Agent;
  readonly #line: string;
  readonly #before: Record<string, string | null>;

  constructor(agent: Agent, command: readonly string[], files: ToolCase['files']) {
    this.#agent = agent;
    this.scene = sceneOf({ name: agent.title, about: 'places', files });
    this.#line = shellLine([...command, ...agent.args]);
    this.#before = fileTree(this.scene.repository);
  }

  /** Starts a command of skillpick with the agent. Without `env`, the agent gets its own variables. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = this.#agent.env ?? {}): Running {
    const { scene } = this;
    const whole = environmentOf({ scene, env: { ...env } });
    const running = new Running([...args, '--acp', this.#line], scene.repository, whole);
    running.process.stdin?.end();
    return running;
  }

  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ended> {
    return this.start(args, env).ended;
  }

  /** Returns the list, and checks what is the same for every agent. */
  async list(): Promise<AgentList> {
    const { code, stdout, stderr } = await this.run(['list', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: listedNote });
    const list = JSON.parse(stdout) as AgentList;
    expect(list.host.kind).toBe('acp');
    expect(list.problems).toEqual([]);
    return list;
  }

  /** Returns the methods that are called in a run of `list`, in their order, and what `--debug` says of them. */
  async calls(): Promise<{ methods: readonly string[]; trace: string }> {
    const { code, stderr } = await this.run(['list', '--debug']);
    expect(code).toBe(0);
    return {
      methods: [...stderr.matchAll(/-> #\d+ (\S+),/g)].map(([, method = '']) => method),
      trace: stderr,
    };
  }

  /** Returns the rows that are linked to a file, by id: their file and whether they are on. */
  linked({ entries, session }: AgentList): Record<string, string> {
    const rows = entries.filter(({ tools }) => tools.length > 0);
    return Object.fromEntries(
      rows.map(({ id, uri, enabled, effectiveEnabled, tools }) => {
        expect(tools, id).toMatchObject([{ id: session.provider, enabled, switchable: [] }]);
        expect(tools[0]?.note, id).toContain('this is by the files');
        const state = enabled ? 'on' : effectiveEnabled ? 'off-but-used' : 'off';
        return [id, `${state} ${this.short(fileURLToPath(uri))}`];
      }),
    );
  }

  /** Returns the path of a file as the scene calls it. */
  short(path: string): string {
    const { home, repository } = this.scene;
    return path.startsWith(home) ? `~/${relative(home, path)}` : relative(repository, path);
  }

  /** Checks that nothing of the agent runs, and that it has written only what it writes by itself. */
  expectNothingLeft(): void {
    expect(this.processes()).toEqual([]);
    const { repository } = this.scene;
    const after = Object.entries(fileTree(repository)).filter(
      ([path]) => path in this.#before || !this.#agent.writes?.test(relative(repository, path)),
    );
    expect(Object.fromEntries(after)).toEqual(this.#before);
  }

  /** Returns the processes that have the scene in their environment; none where that cannot be seen. */
  processes(): string[] {
    if (!seesProcesses) return [];
    const read = (pid: string, file: string): string => {
      try {
        return readFileSync(join('/proc', pid, file), 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    };
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids
      .filter((pid) => read(pid, 'environ').includes(this.scene.folder))
      .map((pid) => `${pid}: ${read(pid, 'cmdline')}`);
  }
}

/** Returns the rows of a type. */
export const rowsOf = ({ entries }: AgentList, type: string): Row[] =>
  entries.filter((row) => row.type === type);

/** Returns the ids of the rows that have no file because no place has one. All that is not known of them is null. */
export function withoutFile({ entries }: AgentList): string[] {
  const rows = entries.filter(({ details }) => details.notes?.includes(noFolder));
  for (const { id, uri, ...row } of rows) {
    const unknown = { enabled: null, effectiveEnabled: null, userInvocable: null, modelInvocable: null };
    expect(row, id).toMatchObject({ ...unknown, tools: [], details: { notes: [noFolder] } });
    expect(uri, id).toMatch(/^acp:\//);
  }
  return rows.map(({ id }) => id);
}

/** Checks that a row names all of these files and is linked to none. */
export function expectSeveral(
  { scene }: AgentInScene,
  list: AgentList,
  id: string,
  ...files: string[]
): void {
  const row = list.entries.find((one) => one.id === id);
  expect(row).toMatchObject({ enabled: null, tools: [], uri: expect.stringMatching(/^acp:\//) });
  const [note = '', ...others] = row?.details.notes ?? [];
  expect(others).toEqual([]);
  const [lead, named = ''] = note.split(': ');
  expect(lead).toBe('several files have this name, and the agent does not say which it uses');
  expect(named.split(', ').toSorted()).toEqual(files.map((file) => scene.path(file)).toSorted());
}

/** Returns the options of the session: each value by its id. */
export const optionsOf = ({ session }: AgentList): Record<string, string | null> =>
  Object.fromEntries(session.options.map(({ id, value }) => [id, value]));

/** Returns what the agent can set an option to. */
export const choicesOf = ({ session }: AgentList, option: string): string[] | undefined =>
  session.options.find(({ id }) => id === option)?.choices.map(({ value }) => value);

type TestBody = (agent: AgentInScene) => Promise<void>;

/** Returns a function like `test` that runs a test with the agent in a scene with these files. */
export function testWith(agent: Agent): (name: string, files: ToolCase['files'], body: TestBody) => void {
  // An installation may take longer than a test.
  beforeAll(async () => void (await agent.find()));
  return (name, files, body) =>
    test(`${agent.title} ${name}`, async (context) => {
      const found = await agent.find();
      if ('missing' in found) return context.skip(`${agent.title} cannot be had here`);
      const inScene = new AgentInScene(agent, found.command, files);
      await body(inScene);
      inScene.expectNothingLeft();
    });
}
