/**
 * Asks Gemini CLI. What is on is what it sends to its model: skills with their files, agents with their descriptions,
 * and the tools of MCP servers. Only extensions come from a list of its own.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Scene } from '../../host/tools/scene.js';
import {
  type Asker,
  type ReportedEntry,
  type ServingProcess,
  serveOnce,
  type ToolSwitching,
} from '../asker.js';
import { FakeModel } from '../fake-model.js';
import { rulesIn } from '../marks.js';
import { Conversation, output, type Run } from '../run.js';

const builtInAgents = new Set(['codebase_investigator', 'cli_help', 'generalist']);

interface Request {
  readonly systemInstruction: { readonly parts: readonly { readonly text: string }[] };
  readonly tools: readonly { readonly functionDeclarations: readonly { readonly name: string }[] }[];
}

/** What one session puts before its model. */
interface Offer {
  readonly skills: readonly { readonly name: string; readonly path: string }[];
  readonly agents: readonly { readonly name: string; readonly description: string }[];
  readonly toolNames: readonly string[];
}

/** Reaches the model without a login, whether or not the settings choose a way to log in. */
export const modelEnv = (url: string): Record<string, string> => ({
  GEMINI_API_KEY: 'none',
  GOOGLE_GEMINI_BASE_URL: url,
  GOOGLE_GENAI_USE_VERTEXAI: 'true',
  GOOGLE_API_KEY: 'none',
  GOOGLE_VERTEX_BASE_URL: url,
});

export const fixedEnv = (temporary: string): Record<string, string> => ({
  GEMINI_CLI_NO_RELAUNCH: '1',
  NO_COLOR: '1',
  TMPDIR: temporary,
});

export const modelArgs = ['-m', 'gemini-2.5-pro'];

interface Reply {
  readonly id?: number;
  readonly result?: { readonly sessionId?: string };
  readonly error?: { readonly message: string; readonly data?: unknown };
}

/** A process of `gemini --acp`, which an editor would start. It also works in a folder that is not trusted. */
class AcpProcess {
  readonly #talk: Conversation;
  #requests = 0;

  constructor(run: Omit<Run, 'args'>) {
    this.#talk = new Conversation({ ...run, args: ['--acp', ...modelArgs] });
  }

  async initialize(): Promise<void> {
    await this.#ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
  }

  /** Sends a prompt in a new session. A model that refuses the prompt is no failure. */
  async prompt(cwd: string, text: string): Promise<void> {
    const { sessionId } = await this.#ask('session/new', { cwd, mcpServers: [] });
    await this.#ask('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }).catch(() => undefined);
  }

  end(): Promise<void> {
    return this.#talk.end();
  }

  async #ask(method: string, params: object): Promise<{ readonly sessionId?: string }> {
    this.#requests += 1;
    const id = this.#requests;
    this.#talk.send({ jsonrpc: '2.0', id, method, params });
    const { result, error } = await this.#talk.until<Reply>((sent) => sent.id === id);
    if (error !== undefined) throw new Error(`${error.message} ${JSON.stringify(error.data)}`);
    return result ?? {};
  }
}

function run(scene: Scene, command: readonly string[], args: readonly string[]): Promise<string> {
  return output({ scene, command, args, env: fixedEnv(scene.folder) });
}

async function listedExtensions(scene: Scene, command: readonly string[]): Promise<ReportedEntry[]> {
  // The list goes to standard error.
  const shell = ['/bin/sh', '-c', 'exec "$0" "$@" 2>&1', ...command];
  const text = await run(scene, shell, ['extensions', 'list', '-o', 'json']);
  const rows = JSON.parse(/^\[[\s\S]*^\]|^\[\]/m.exec(text)?.[0] ?? '[]') as {
    name: string;
    path: string;
    isActive: boolean;
  }[];
  return rows.map(({ name, path, isActive }) => ({ kind: 'plugin', name, path, isOn: isActive }));
}

function readOffer(body: string): Offer {
  const { systemInstruction, tools } = JSON.parse(body) as Request;
  const text = systemInstruction.parts.map((part) => part.text).join('\n');
  const skillRows = text.matchAll(/<name>([^<]*)<\/name>[\s\S]*?<location>([^<]*)<\/location>/g);
  const agentText = /The following sub-agents are available:\n\n([\s\S]*?)\n\nRemember/.exec(text)?.[1] ?? '';
  const agentRows = agentText.matchAll(/^- ([\w-]+) -> (.*)$/gm);
  return {
    skills: [...skillRows].map(([, name = '', path = '']) => ({ name, path })),
    agents: [...agentRows].map(([, name = '', description = '']) => ({ name, description })),
    toolNames: tools.flatMap(({ functionDeclarations }) => functionDeclarations.map(({ name }) => name)),
  };
}

/** Every Markdown file in a folder for agents, with its text. */
function agentFiles(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name.endsWith('.md') && basename(entry.parentPath) === 'agents')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** The session names no files of agents. A description that only one file has identifies the file. */
function reportAgents(scene: Scene, { agents }: Offer): ReportedEntry[] {
  const files = [scene.home, scene.repository].flatMap(agentFiles);
  return agents
    .filter(({ name }) => !builtInAgents.has(name))
    .map(({ name, description }) => {
      const [file, other] = files.filter(({ text }) => text.includes(description));
      const isKnown = file !== undefined && other === undefined;
      return {
        kind: 'agent',
        name,
        ...(isKnown && { path: file.path }),
        isOn: true,
        user: true,
        model: true,
      };
    });
}

function reportSkills(scene: Scene, { skills, toolNames }: Offer): ReportedEntry[] {
  return skills
    .filter(({ path }) => [scene.home, scene.repository].some((folder) => path.startsWith(folder)))
    .map((skill) => ({ kind: 'skill', ...skill, isOn: true, model: toolNames.includes('activate_skill') }));
}

/** The servers of the scenes have one tool, `ping`. */
function reportServers({ toolNames }: Offer): ReportedEntry[] {
  const names = toolNames.flatMap((tool) => /^mcp_(.+)_ping$/.exec(tool)?.[1] ?? []);
  return names.map((name) => ({ kind: 'mcpServer', name, isOn: true, model: true }));
}

const hasExtensions = (scene: Scene): boolean =>
  readdirSync(scene.home, { withFileTypes: true, recursive: true }).some(
    ({ name, parentPath }) =>
      name.endsWith('.json') &&
      existsSync(join(parentPath, name)) &&
      readFileSync(join(parentPath, name), 'utf8').includes('"version"'),
  );

async function report(scene: Scene, command: readonly string[], body: string): Promise<ReportedEntry[]> {
  const offer = readOffer(body);
  return [
    ...reportSkills(scene, offer),
    ...reportAgents(scene, offer),
    ...reportServers(offer),
    ...rulesIn(scene, [body]),
    ...(hasExtensions(scene) ? await listedExtensions(scene, command) : []),
  ];
}

const offerIn = ({ bodies }: FakeModel, prompt: string): string | undefined =>
  bodies.find((body) => body.includes('"systemInstruction"') && body.includes(prompt));

/** Starts a process with a model of its own. */
async function serve({ scene, command }: Omit<Run, 'args'>): Promise<ServingProcess> {
  const model = await FakeModel.start();
  const env = { ...fixedEnv(scene.environment.cwd), ...modelEnv(model.url) };
  const acp = new AcpProcess({ scene, command, env });
  const ready = acp.initialize();
  ready.catch(() => undefined);
  let prompts = 0;
  return {
    async entries(scene) {
      prompts += 1;
      const prompt = `This is prompt ${prompts}.`;
      try {
        await ready;
        await acp.prompt(scene.environment.cwd, prompt);
        const asked = offerIn(model, prompt);
        return asked === undefined ? 'the model was not asked' : await report(scene, command, asked);
      } catch (error) {
        return (error as Error).message;
      }
    },
    async end() {
      await acp.end();
      model.stop();
    },
  };
}

/** Reports from a process for one prompt. Such a process refuses to start in a folder that is not trusted. */
async function entries(scene: Scene, command: readonly string[]): Promise<readonly ReportedEntry[] | string> {
  const model = await FakeModel.start();
  const [env, prompt] = [{ ...fixedEnv(scene.folder), ...modelEnv(model.url) }, 'hello'];
  try {
    // It hides tools that need an approval, so they are approved here.
    await output({ scene, command, args: ['-y', ...modelArgs, '-p', prompt], env }, '', true);
  } finally {
    model.stop();
  }
  const asked = offerIn(model, prompt);
  return asked === undefined ? serveOnce(serve, scene, command) : report(scene, command, asked);
}

export const gemini: Asker = {
  package: { name: '@google/gemini-cli', program: '@google/gemini-cli/bundle/gemini.js', node: 24 },
  entries,
  serve,
  isReadOnce: ({ about }) => ['servers', 'trust', 'rules'].includes(about),

  async switch(scene, command, { kind, name, enabled, scope }: ToolSwitching) {
    const where = scope === 'global' ? 'user' : 'workspace';
    const word = enabled ? 'enable' : 'disable';
    if (kind === 'plugin') await run(scene, command, ['extensions', word, name, '--scope', where]);
    else if (kind === 'skill')
      await run(scene, command, ['skills', word, name, ...(enabled ? [] : ['--scope', where])]);
    else throw new Error(`Gemini CLI has no command that switches a ${kind}`);
  },
};
