/**
 * Asks Codex. Its app-server lists skills and plugins with their switches, `debug prompt-input` shows which skills and
 * agents reach the model, and `mcp list` lists the servers.
 */

import { existsSync, realpathSync } from 'node:fs';
import type { Scene } from '../../host/tools/scene.js';
import type { Asker, ReportedEntry, ToolSwitching } from '../asker.js';
import { rulesIn } from '../marks.js';
import { Conversation, output, type Run } from '../run.js';

interface ListedSkill {
  readonly name: string;
  readonly path: string;
  readonly enabled: boolean;
  readonly scope: string;
  readonly pluginId: string | null;
}

interface ListedPlugin {
  readonly id: string;
  readonly installed: boolean;
  readonly enabled: boolean;
}

interface ListedHook {
  readonly eventName: string;
  readonly sourcePath: string;
  readonly enabled: boolean;
  readonly trustStatus: string;
}

interface Results {
  'hooks/list': { data: { hooks: ListedHook[] }[] };
  'skills/list': { data: { skills: ListedSkill[] }[] };
  'plugin/installed': { marketplaces: { plugins: ListedPlugin[] }[] };
  'skills/config/write': unknown;
  'config/value/write': unknown;
  'thread/start': { thread: { id: string } };
  'turn/start': unknown;
}

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A conversation with `codex app-server`. */
export class AppServer {
  readonly #talk: Conversation;
  #requests = 0;

  constructor(run: Omit<Run, 'args'>) {
    this.#talk = new Conversation({ ...run, args: ['app-server'] });
  }

  async open(): Promise<void> {
    await this.#ask('initialize', { clientInfo: { name: 'test', version: '1' } });
    this.#talk.send({ jsonrpc: '2.0', method: 'initialized' });
  }

  ask<M extends keyof Results>(method: M, params: unknown): Promise<Results[M]> {
    return this.#ask(method, params) as Promise<Results[M]>;
  }

  async #ask(method: string, params: unknown): Promise<unknown> {
    this.#requests += 1;
    const id = this.#requests;
    this.#talk.send({ jsonrpc: '2.0', id, method, params });
    const { error, result } = await this.#talk.until<Reply>((reply) => reply.id === id);
    if (error !== undefined) throw new Error(error.message);
    return result;
  }

  /** Resolves with the next notification of this method. */
  async notified(method: string): Promise<void> {
    await this.#talk.until<{ method?: string }>((message) => message.method === method);
  }

  end(): Promise<void> {
    return this.#talk.end();
  }
}

async function withServer<T>(run: Omit<Run, 'args'>, use: (server: AppServer) => Promise<T>): Promise<T> {
  const server = new AppServer(run);
  try {
    await server.open();
    return await use(server);
  } finally {
    await server.end();
  }
}

interface PromptItem {
  readonly tools?: unknown;
  readonly content?: readonly { readonly text?: string }[];
}

/** Returns the files of the skills in the prompt. Their directories have short names, which a table above explains. */
function skillsIn(prompt: readonly PromptItem[]): ReadonlySet<string> {
  const texts = prompt.flatMap(({ content }) => content ?? []).map(({ text = '' }) => text);
  const list = texts.find((text) => text.startsWith('<skills_instructions>')) ?? '';
  const roots = new Map([...list.matchAll(/^- `(r\d+)` = `(.*)`$/gm)].map(([, key, path]) => [key, path]));
  const files = [...list.matchAll(/ \(file: (r\d+)?(.*)\)$/gm)];
  const paths = files.map(([, root, rest = '']) => `${root === undefined ? '' : roots.get(root)}${rest}`);
  return new Set(paths.map((path) => realpathSync(path)));
}

const builtIn: Record<string, string> = {
  default: 'Default agent.',
  explorer: 'Use `explorer` for',
  worker: 'Use for execution',
};

function textWith(value: unknown, word: string): string | undefined {
  if (typeof value === 'string') return value.includes(word) ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const inner of Object.values(value)) {
    const found = textWith(inner, word);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the agents that the prompt offers, without those of the program itself. Codex reports no path, so the cases
 * write `In <short path>.` into a description.
 */
function agentsIn(prompt: readonly PromptItem[], scene: Scene): ReportedEntry[] {
  const heading = 'Available roles:\n';
  const text = textWith(
    prompt.map(({ tools }) => tools),
    heading,
  );
  const roles = text?.slice(text.indexOf(heading) + heading.length) ?? '';
  const found = [...roles.matchAll(/^(.+): \{\n([\s\S]*?)\n\}$/gm)];
  return found.flatMap(([, name = '', description = '']) => {
    if (description.startsWith(builtIn[name] ?? '\0')) return [];
    const short = /^In (.*)\.(?:\n|$)/.exec(description)?.[1];
    const agent: ReportedEntry = { kind: 'agent', name, isOn: true, model: true };
    return [short === undefined ? agent : { ...agent, path: scene.path(short) }];
  });
}

async function listed(
  run: Omit<Run, 'args'> & { readonly scene: Scene },
  seen: ReadonlySet<string>,
  hasSystemSkills: boolean,
): Promise<ReportedEntry[]> {
  const { cwd } = run.scene.environment;
  const none = { marketplaces: [] };
  const [skillList, pluginList, hookList] = await withServer(
    run,
    async (server) =>
      [
        await server.ask('skills/list', { cwds: [cwd], forceReload: true }),
        // This request reads the user's settings alone, and fails if they need those of the repository.
        await server.ask('plugin/installed', { cwds: [cwd] }).catch(() => none),
        await server.ask('hooks/list', { cwds: [cwd] }),
      ] as const,
  );
  const skills = skillList.data
    .flatMap((entry) => entry.skills)
    .filter(({ scope }) => hasSystemSkills || scope !== 'system');
  const installed = pluginList.marketplaces.flatMap(({ plugins }) => plugins).filter((one) => one.installed);
  const plugins = new Map(installed.map(({ id, enabled }) => [id, enabled]));
  // Codex lists a plugin only while its marketplace is known, but uses it without.
  for (const { pluginId } of skills) if (pluginId !== null) plugins.set(pluginId, true);
  const hooks = hookList.data.flatMap((entry) => entry.hooks);
  return [
    ...hooks.map(({ eventName, sourcePath: path, enabled, trustStatus }) => ({
      kind: 'hook' as const,
      name: eventName.replace(/^./, (letter) => letter.toUpperCase()),
      path,
      isOn: enabled && trustStatus === 'trusted',
    })),
    ...skills.map(({ name, path, enabled }) => ({
      kind: 'skill' as const,
      name,
      path,
      isOn: enabled,
      model: seen.has(path),
    })),
    ...[...plugins].map(([name, isOn]) => {
      const [plugin = '', marketplace = ''] = name.split('@');
      const path = run.scene.path(`~/.codex/plugins/cache/${marketplace}/${plugin}`);
      return { kind: 'plugin' as const, name, path, isOn };
    }),
  ];
}

async function servers(run: Omit<Run, 'args'>): Promise<ReportedEntry[]> {
  const list = JSON.parse(await output({ ...run, args: ['mcp', 'list', '--json'] }));
  return (list as { name: string; enabled: boolean }[]).map(({ name, enabled }) => ({
    kind: 'mcpServer',
    name,
    isOn: enabled,
  }));
}

/** Codex's own key for the switch of a plugin or a server. */
function keyFor({ kind, name }: ToolSwitching): string {
  return `${kind === 'plugin' ? 'plugins' : 'mcp_servers'}.${JSON.stringify(name)}.enabled`;
}

export const codex: Asker = {
  package: { name: '@openai/codex', program: '@openai/codex/bin/codex.js', node: 20 },

  async entries(scene: Scene, command: readonly string[]) {
    const run = { scene, command };
    // Codex writes its own skills when it starts for the first time.
    const hasSystemSkills = existsSync(scene.path('~/.codex/skills/.system'));
    let prompt: PromptItem[];
    try {
      prompt = JSON.parse(await output({ ...run, args: ['debug', 'prompt-input', 'x'] }));
    } catch (error) {
      return String(error).match(/^Error: (?!debug).*/m)?.[0] ?? String(error);
    }
    const parts = [...agentsIn(prompt, scene), ...rulesIn(scene, [JSON.stringify(prompt)])];
    return [...(await listed(run, skillsIn(prompt), hasSystemSkills)), ...parts, ...(await servers(run))];
  },

  async switch(scene, command, wanted) {
    const { kind, path, enabled } = wanted;
    await withServer({ scene, command }, (server) =>
      kind === 'skill'
        ? server.ask('skills/config/write', { path, enabled })
        : server.ask('config/value/write', {
            keyPath: keyFor(wanted),
            value: enabled,
            mergeStrategy: 'upsert',
          }),
    );
  },
};
