/**
 * Asks Copilot CLI. An interactive session is the only one that obeys every setting, so the tool runs in a pseudo
 * terminal, sends one prompt to the fake model, and opens a port on which it reports what its session has. In a folder
 * that is not trusted there is no session until the user agrees; there the commands without a session are asked.
 */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { resolve } from 'node:path';
import type { Scene } from '../../host/tools/scene.js';
import { Pty } from '../../support/pty.js';
import type { Asker, ReportedEntry } from '../asker.js';
import { FakeModel } from '../fake-model.js';
import { FramedRpc } from '../framed-rpc.js';
import { rulesIn } from '../marks.js';
import { environmentOf, output, start } from '../run.js';

const { platform, arch } = process;
const program = `@github/copilot-${platform}-${arch}/copilot${platform === 'win32' ? '.exe' : ''}`;

export const modelEnv = (model: Pick<FakeModel, 'url'>) => ({
  COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
  COPILOT_MODEL: 'gpt-5',
  COPILOT_OFFLINE: 'true',
});

interface Skill {
  readonly name: string;
  readonly path: string;
  readonly source: string;
  readonly enabled: boolean;
  readonly userInvocable: boolean;
}

interface Agent {
  readonly name: string;
  readonly path: string;
  readonly source: string;
  readonly userInvocable: boolean;
  readonly disableModelInvocation?: boolean;
}

interface Server {
  readonly name: string;
  readonly source?: string;
  readonly status?: string;
  readonly enabled?: boolean;
}

interface Plugin {
  readonly name: string;
  readonly enabled: boolean;
}

interface Found {
  readonly skills: readonly Skill[];
  readonly agents: readonly Agent[];
  readonly servers: readonly Server[];
  readonly plugins: readonly Plugin[];
}

/** What reached the model: the names of the skills, and of the agents. */
interface Offer {
  readonly skills: ReadonlySet<string>;
  readonly agents: ReadonlySet<string>;
}

interface ModelRequest {
  readonly messages: readonly { readonly content: unknown }[];
  readonly tools: readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plainText = (xml: string): string => xml.replace(/&(\w+);/g, (all, name) => entities[name] ?? all);

function offerOf(model: FakeModel): Offer {
  const body = model.bodies.findLast((text) => text.includes('"tools"')) ?? '{"messages": [], "tools": []}';
  const { messages, tools } = JSON.parse(body) as ModelRequest;
  const prompt = messages.map(({ content }) => String(content)).join('\n');
  const listed = /<available_skills>([\s\S]*)<\/available_skills>/.exec(prompt)?.[1] ?? '';
  // Where there are too many skills, the names of the last follow the others.
  const cutOff = listed.replace(/<skill>[\s\S]*?<\/skill>/g, '');
  const task = tools.find(({ function: { name } }) => name === 'task')?.function.parameters as
    | { properties: { agent_type: { enum: string[] } } }
    | undefined;
  return {
    skills: new Set([
      ...[...listed.matchAll(/<name>([\s\S]*?)<\/name>/g)].map(([, name = '']) => plainText(name)),
      ...cutOff.split(/[,:\n] */),
    ]),
    agents: new Set(task?.properties.agent_type.enum),
  };
}

function report(found: Found, offer: Offer, cwd: string): ReportedEntry[] {
  const { skills, agents, servers, plugins } = found;
  return [
    ...skills
      .filter(({ source }) => source !== 'builtin')
      .map(
        ({ name, path, enabled, userInvocable }): ReportedEntry => ({
          kind: 'skill',
          name,
          // Relative for a directory in a variable.
          path: resolve(cwd, path),
          isOn: enabled,
          user: enabled && userInvocable,
          model: offer.skills.has(name),
        }),
      ),
    ...agents
      .filter(({ source }) => source !== 'builtin')
      .map(
        // An agent that is off stays in the list and can still be chosen; only the model no longer sees it.
        ({ name, path, userInvocable, disableModelInvocation }): ReportedEntry => ({
          kind: 'agent',
          name,
          path,
          isOn: disableModelInvocation === true || offer.agents.has(name),
          user: userInvocable,
          model: offer.agents.has(name),
        }),
      ),
    ...servers
      .filter(({ source }) => source !== 'builtin')
      .map(
        ({ name, status, enabled = status !== 'disabled' }): ReportedEntry => ({
          kind: 'mcpServer',
          name,
          isOn: enabled,
        }),
      ),
    ...plugins.map(
      ({ name, enabled }): ReportedEntry => ({
        kind: 'plugin',
        name,
        isOn: enabled,
      }),
    ),
  ];
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export async function connected(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    if (isOpen) return socket;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Asks the session that runs in the terminal. It takes requests only from those who have resumed it. */
async function askSession(port: number): Promise<Found> {
  const socket = await connected(port);
  try {
    const rpc = new FramedRpc(socket, socket);
    const session = await rpc.call<{ sessionId: string }>('session.getForeground');
    const { sessionId } = session;
    await rpc.call('session.resume', { sessionId });
    const { skills } = await rpc.call<{ skills: Skill[] }>('session.skills.list', { sessionId });
    const { agents } = await rpc.call<{ agents: Agent[] }>('session.agent.list', { sessionId });
    const { servers } = await rpc.call<{ servers: Server[] }>('session.mcp.list', { sessionId });
    const { plugins } = await rpc.call<{ plugins: Plugin[] }>('session.plugins.list', { sessionId });
    return { skills, agents, servers, plugins };
  } finally {
    socket.destroy();
  }
}

/** Asks without a session, as `copilot skill list` and the like do. */
async function askCommands(scene: Scene, command: readonly string[], model: FakeModel): Promise<Found> {
  const env = modelEnv(model);
  await output({ scene, command, args: ['-p', 'hello', '--no-auto-update'], env }, '', true);
  const child = start({ scene, command, args: ['--headless', '--stdio', '--no-auto-update'], env });
  child.stderr.resume();
  const ended = once(child, 'close');
  try {
    const rpc = new FramedRpc(child.stdout, child.stdin);
    const { cwd } = scene.environment;
    const { skills } = await rpc.call<{ skills: Skill[] }>('skills.discover', { projectPaths: [cwd] });
    const { agents } = await rpc.call<{ agents: Agent[] }>('agents.discover', { projectPaths: [cwd] });
    const { servers } = await rpc.call<{ servers: Server[] }>('mcp.discover', { workingDirectory: cwd });
    // It lists no plugins at all with a broken config.json.
    const listed = rpc.call<{ plugins: Plugin[] }>('plugins.list').catch(() => ({ plugins: [] }));
    const { plugins } = await listed;
    return { skills, agents, servers, plugins };
  } finally {
    child.kill();
    await ended;
  }
}

async function ask(scene: Scene, command: readonly string[], model: FakeModel): Promise<ReportedEntry[]> {
  const port = await freePort();
  const [first = '', ...rest] = command;
  const { CI: _, ...env } = environmentOf({ scene, env: { ...modelEnv(model), TERM: 'xterm-256color' } });
  const terminal = new Pty({
    command: first,
    args: [...rest, '--ui-server', '--port', `${port}`, '--no-auto-update', '-i', 'hello'],
    cwd: scene.environment.cwd,
    env,
    size: { columns: 120, rows: 40 },
  });
  try {
    const isUntrusted = () => terminal.screen.text.includes('Confirm folder trust');
    await terminal.until(() => model.offer !== '' || isUntrusted(), 'a prompt');
    const found = await (isUntrusted() ? askCommands(scene, command, model) : askSession(port));
    return [...report(found, offerOf(model), scene.environment.cwd), ...rulesIn(scene, model.bodies)];
  } finally {
    terminal.kill('SIGKILL');
    await terminal.ended;
  }
}

export const copilot: Asker = {
  package: { name: '@github/copilot', program },
  async entries(scene, command) {
    const model = await FakeModel.start();
    try {
      return await ask(scene, command, model);
    } finally {
      model.stop();
    }
  },
  async switch(scene, command, { kind, name, enabled, scope }) {
    if (scope !== 'global') throw new Error('Copilot CLI switches only in the settings of the user');
    const commands: Partial<Record<typeof kind, string>> = {
      skill: 'skill',
      mcpServer: 'mcp',
      plugin: 'plugin',
    };
    const subject = commands[kind];
    if (subject === undefined) throw new Error(`Copilot CLI has no command that switches a ${kind}`);
    const env = modelEnv({ url: 'http://127.0.0.1:9' });
    await output({ scene, command, args: [subject, enabled ? 'enable' : 'disable', name], env });
  },
};
