/**
 * Asks a tool of the opencode family through its own server, which lists skills, commands, agents and MCP servers. One
 * prompt to a fake model shows what the model gets to see. A server serves many directories, but only one home.
 */

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { Scene } from '../../host/tools/scene.js';
import {
  type Asker,
  type ReportedEntry,
  type ServingProcess,
  serveOnce,
  type ToolPackage,
  usesHome,
} from '../asker.js';
import { FakeModel, type Reply } from '../fake-model.js';
import { rulesIn } from '../marks.js';
import { type Run, start } from '../run.js';

export interface Family {
  readonly package: ToolPackage;
  /** Begins the names of its variables. */
  readonly prefix: string;
  /** Commands that are built into the program. */
  readonly builtIn: readonly string[];
}

interface ListedSkill {
  readonly name: string;
  readonly location: string;
  readonly description?: string | null;
}

interface ListedAgent {
  readonly name: string;
  readonly native?: boolean;
  readonly hidden?: boolean;
}

interface ListedCommand {
  readonly name: string;
  readonly source?: string;
}

/** The lists of a running server. */
interface Lists {
  readonly skills: readonly ListedSkill[];
  readonly agents: readonly ListedAgent[];
  readonly commands: readonly ListedCommand[];
  readonly servers: Readonly<Record<string, { readonly status: string }>>;
}

const provider = (url: string) => ({
  npm: '@ai-sdk/openai-compatible',
  options: { baseURL: `${url}/v1`, apiKey: 'none' },
  models: { m: {} },
});

/** Replaces the list of all models in the world, which takes longer to read than everything else. */
const noModels = fileURLToPath(new URL('no-models.json', import.meta.url));

let dataFolder: string | undefined;
afterAll(() => {
  if (dataFolder !== undefined) rmSync(dataFolder, { recursive: true, force: true });
});

/** Returns a folder for the database of the tool: making one takes as long as the rest of its start. */
function sharedData(): string {
  dataFolder ??= mkdtempSync(join(tmpdir(), 'skillpick-data-'));
  return dataFolder;
}

/** Connects the tool to the fake model and to nothing else. */
function environmentFor(prefix: string, url: string): Record<string, string> {
  const settings = { provider: { fake: provider(url) }, model: 'fake/m', small_model: 'fake/m' };
  return {
    [`${prefix}_DISABLE_AUTOUPDATE`]: '1',
    [`${prefix}_DISABLE_MODELS_FETCH`]: '1',
    [`${prefix}_MODELS_PATH`]: noModels,
    [`${prefix}_CONFIG_CONTENT`]: JSON.stringify(settings),
    [`${prefix}_TELEMETRY_LEVEL`]: 'off',
    XDG_DATA_HOME: sharedData(),
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1',
  };
}

export class Server {
  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly url: string,
    readonly model: FakeModel,
  ) {}

  /** Starts the server with a model of its own. Returns its last output if it ends instead. */
  static async start(run: Omit<Run, 'args'>, prefix: string, reply?: Reply): Promise<Server | string> {
    const model = await FakeModel.start(reply);
    const env = environmentFor(prefix, model.url);
    const child = start({ ...run, args: ['serve', '--port', '0', '--hostname', '127.0.0.1'], env });
    let text = '';
    const url = new Promise<string>((resolve) => {
      const read = (chunk: Buffer) => {
        text += chunk;
        const found = /listening on (http:\S+)/.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
    });
    const ended = once(child, 'close').then(() => undefined);
    const found = await Promise.race([url, ended]);
    if (found !== undefined) return new Server(child, found, model);
    model.stop();
    return text.slice(-500);
  }

  /** Asks the server about a directory. Returns the reason as a text if it cannot answer. */
  async ask(directory: string, path: string, body?: unknown): Promise<unknown> {
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${this.url}${path}?directory=${encodeURIComponent(directory)}`, {
      signal: AbortSignal.timeout(60_000),
      ...(body !== undefined && { ...post, body: JSON.stringify(body) }),
    });
    return response.ok ? response.json() : `${path}: ${(await response.text()).slice(0, 500)}`;
  }

  async end(): Promise<void> {
    const closed = once(this.child, 'close');
    this.child.kill('SIGKILL');
    await closed;
    this.model.stop();
  }
}

async function listsOf(server: Server, directory: string): Promise<Lists | string> {
  const answers: unknown[] = [];
  for (const path of ['/skill', '/agent', '/command', '/mcp']) {
    const answer = await server.ask(directory, path);
    if (typeof answer === 'string') return answer;
    answers.push(answer);
  }
  const [skills, agents, commands, servers] = answers;
  return { skills, agents, commands, servers } as Lists;
}

/** Sends a prompt. A session that has a title does not ask the model for one. */
async function prompt(server: Server, directory: string): Promise<string | undefined> {
  const session = await server.ask(directory, '/session', { title: 'test' });
  if (typeof session === 'string') return session;
  const { id } = session as { id: string };
  await server.ask(directory, `/session/${id}/message`, { parts: [{ type: 'text', text: 'hello' }] });
  return undefined;
}

const isBuiltIn = (location: string): boolean => /^<?built-?in>?$/.test(location);

function* entriesOf(
  { skills, agents, commands, servers }: Lists,
  offer: string,
  builtIn: readonly string[],
): Iterable<ReportedEntry> {
  for (const { name, location, description } of skills.filter((skill) => !isBuiltIn(skill.location))) {
    const model = offer.includes(`<name>${name}</name>`);
    const user = commands.some((command) => command.name === name && command.source === 'skill');
    // Such a skill is on, but never before the model.
    const isUndescribed = (description ?? null) === null;
    yield { kind: 'skill', name, path: location, isOn: model || isUndescribed, user, model };
  }
  for (const { name, source = 'command' } of commands) {
    if (source !== 'command' || builtIn.includes(name)) continue;
    yield { kind: 'skill', name, isOn: true, user: true, model: false };
  }
  for (const { name, hidden } of agents.filter(({ native }) => native !== true))
    yield {
      kind: 'agent',
      name,
      isOn: true,
      user: hidden !== true,
      model: offer.includes(`\n- ${name}: `),
    };
  for (const [name, { status }] of Object.entries(servers))
    yield { kind: 'mcpServer', name, isOn: status !== 'disabled' };
}

/** Makes the asker of a tool of this family. */
export function familyAsker({ package: from, prefix, builtIn }: Family): Asker {
  async function ask(server: Server, scene: Scene): Promise<readonly ReportedEntry[] | string> {
    const directory = scene.environment.cwd;
    const lists = await listsOf(server, directory);
    if (typeof lists === 'string') return lists;
    const failure = await prompt(server, directory);
    if (failure !== undefined) return failure;
    if (server.model.bodies.length === 0) throw new Error('the model was not asked');
    return [...entriesOf(lists, server.model.offer, builtIn), ...rulesIn(scene, server.model.bodies)];
  }

  async function serve(run: Omit<Run, 'args'>): Promise<ServingProcess> {
    const server = await Server.start(run, prefix);
    if (typeof server === 'string') return { entries: async () => server, end: async () => undefined };
    return {
      async entries(scene) {
        server.model.clear();
        const reported = await ask(server, scene);
        // Ends the MCP servers of the scene, and forgets what was read.
        await server.ask(scene.environment.cwd, '/instance/dispose', {});
        return reported;
      },
      end: () => server.end(),
    };
  }

  return {
    package: from,
    entries: (scene, command) => serveOnce(serve, scene, command),
    serve,
    // A server keeps what it has read in the home, and a text that it could not read once.
    isReadOnce: (one) => usesHome(one) || one.about === 'files',
  };
}
