/**
 * Asks Qwen Code. One session of its ACP mode reports everything: its own lists of skills, MCP servers, commands and
 * extensions, and one prompt, which shows what the model gets and may call.
 */

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
import { goodbye, type Offer, type OfferedEntry, Trial } from './qwen-model.js';

interface ListedSkill {
  readonly name: string;
  readonly description: string;
  readonly level: 'project' | 'user' | 'extension' | 'bundled';
  readonly status: 'ok' | 'disabled';
  readonly modelInvocable: boolean;
  readonly installedPath: string;
}

interface ListedServer {
  readonly name: string;
  readonly disabled: boolean;
  /** Absent for a server that needs no approval, or has it. */
  readonly approvalState?: 'pending' | 'rejected';
}

interface ListedCommand {
  readonly name: string;
  readonly description: string;
  readonly _meta: { readonly source: string; readonly modelInvocable: boolean };
}

interface ListedExtension {
  readonly name: string;
  readonly isActive: boolean;
  readonly path: string;
}

interface Report {
  readonly skills: readonly ListedSkill[];
  readonly servers: readonly ListedServer[];
  readonly commands: readonly ListedCommand[];
  readonly extensions: readonly ListedExtension[];
  readonly offer: Offer;
}

interface Reply {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A question of Qwen Code, such as whether it may make a call. */
interface Question extends Reply {
  readonly method?: string;
  readonly params?: { readonly options?: readonly { readonly optionId: string; readonly kind: string }[] };
}

export const envFor = (url: string): Record<string, string> => ({
  OPENAI_API_KEY: 'none',
  OPENAI_BASE_URL: `${url}/v1`,
  OPENAI_MODEL: 'none',
  QWEN_USAGE_STATISTICS_ENABLED: 'false',
  // Saves a second process.
  QWEN_CODE_NO_RELAUNCH: 'true',
});

/** A process of `qwen --acp` with one session at a time. */
class AcpProcess {
  readonly #talk: Conversation;
  #requests = 0;
  #session = '';

  constructor(run: Omit<Run, 'args'>) {
    // Asks nothing in a trusted folder; the rules that deny a call still count.
    this.#talk = new Conversation({ ...run, args: ['--acp', '--approval-mode', 'yolo'] });
  }

  async initialize(): Promise<void> {
    await this.#ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
  }

  async open(cwd: string): Promise<void> {
    const { sessionId } = (await this.#ask('session/new', { cwd, mcpServers: [] })) as { sessionId: string };
    this.#session = sessionId;
  }

  async close(): Promise<void> {
    await this.#ask('qwen/control/session/close', { sessionId: this.#session });
  }

  async status<T>(about: string): Promise<T> {
    return (await this.#ask(`qwen/status/${about}`, { sessionId: this.#session })) as T;
  }

  /** Sends a prompt, allows every call, and returns once the prompt is done. */
  async prompt(text: string): Promise<void> {
    const id = this.#send('session/prompt', {
      sessionId: this.#session,
      prompt: [{ type: 'text', text }],
    });
    await this.#talk.until<Question>((message) => {
      if (message.method === 'session/request_permission') this.#allow(message);
      return message.id === id && message.method === undefined;
    });
  }

  end(): Promise<void> {
    return this.#talk.end();
  }

  #allow({ id, params }: Question): void {
    const optionId = params?.options?.find(({ kind }) => kind === 'allow_once')?.optionId;
    this.#talk.send({ jsonrpc: '2.0', id, result: { outcome: { outcome: 'selected', optionId } } });
  }

  #send(method: string, params: unknown): number {
    this.#requests += 1;
    this.#talk.send({ jsonrpc: '2.0', id: this.#requests, method, params });
    return this.#requests;
  }

  async #ask(method: string, params: unknown): Promise<unknown> {
    const id = this.#send(method, params);
    const isReply = (reply: Question) => reply.id === id && reply.method === undefined;
    const { error, result } = await this.#talk.until<Question>(isReply);
    if (error !== undefined) throw new Error(error.message);
    return result;
  }
}

/** Where the skills and commands of files come from. */
const fileSources = new Set(['skill-dir-command', 'plugin-command']);

/** Has a session in this directory report everything. */
async function converse(acp: AcpProcess, cwd: string, trial: Trial): Promise<Report> {
  await acp.open(cwd);
  const { skills, mcp } = await acp.status<{
    skills: { skills: ListedSkill[] };
    mcp: { servers: ListedServer[] };
  }>('session/resources');
  const { availableCommands } = await acp.status<{ availableCommands: ListedCommand[] }>(
    'session/supported_commands',
  );
  const { extensions } = await acp.status<{ extensions: ListedExtension[] }>('workspace/extensions');
  const commands = availableCommands.filter(({ _meta }) => fileSources.has(_meta.source));
  // Commands are not offered in this mode. Skills that are not offered are not tried: too many failures end the prompt.
  const others = commands.filter(({ name }) => !skills.skills.some((skill) => skill.name === name));
  trial.tryToo(others.map(({ name }) => ({ kind: 'skill', name })));
  const unasked = acp.prompt(trial.prompt).then(() => Promise.reject(new Error('the model was not asked')));
  const offer = await Promise.race([trial.offer, unasked]);
  await unasked.catch(() => undefined);
  await acp.close();
  return { skills: skills.skills, servers: mcp.servers, commands, extensions, offer };
}

/** The cases write an agent's file, or a command's, into its description, because Qwen Code reports no path. */
const shortPathIn = (description: string): string | undefined =>
  /(?:^|\] )In (\S+)\.$/.exec(description)?.[1];

function pathIn(scene: Scene, description: string): { readonly path?: string } {
  const short = shortPathIn(description);
  return short === undefined ? {} : { path: scene.path(short) };
}

const builtInAgents = new Set([
  'general-purpose',
  'Explore',
  'statusline-setup',
  'review-agent',
  'claude-code',
  'codex',
]);

const isBuiltIn = ({ kind, name, description }: OfferedEntry): boolean =>
  kind === 'agent' && builtInAgents.has(name) && shortPathIn(description) === undefined;

function skillEntries({ skills, commands, offer }: Report): ReportedEntry[] {
  const typed = new Map(commands.map(({ name, description }) => [name, description]));
  const offered = new Set(offer.entries.filter(({ kind }) => kind === 'skill').map(({ name }) => name));
  return skills
    .filter(({ level }) => level !== 'bundled')
    .map(({ name, description, installedPath, status, modelInvocable }) => {
      const isOn = status === 'ok';
      // A skill with `paths` is not offered before the model has used a matching file.
      const isWaiting = modelInvocable && !offered.has(name);
      return {
        kind: 'skill',
        name,
        path: installedPath,
        isOn,
        ...(isOn && { user: typed.get(name) === description }),
        ...(isOn && !isWaiting && { model: offer.isAllowed({ kind: 'skill', name }) }),
      };
    });
}

/** The commands that are files of their own, and not skills. */
function commandEntries(scene: Scene, { skills, commands, offer }: Report): ReportedEntry[] {
  const known = new Set(skills.map(({ name, description }) => `${name} ${description}`));
  return commands
    .filter(({ name, description }) => !known.has(`${name} ${description}`))
    .map(({ name, description }) => {
      const model = offer.isAllowed({ kind: 'skill', name });
      return { kind: 'skill', name, ...pathIn(scene, description), isOn: true, user: true, model };
    });
}

function agentEntries(scene: Scene, { offer }: Report): ReportedEntry[] {
  return offer.entries
    .filter((entry) => entry.kind === 'agent' && !isBuiltIn(entry))
    .map(({ name, description }) => ({ name, ...pathIn(scene, description) }))
    .map((agent) => {
      const isOn = offer.isAllowed({ kind: 'agent', name: agent.name });
      return { kind: 'agent', ...agent, isOn, model: isOn };
    });
}

function entriesOf(scene: Scene, report: Report): ReportedEntry[] {
  const { servers, extensions } = report;
  return [
    ...skillEntries(report),
    ...commandEntries(scene, report),
    ...agentEntries(scene, report),
    ...servers.map(({ name, disabled, approvalState }): ReportedEntry => {
      return { kind: 'mcpServer', name, isOn: !disabled && approvalState === undefined };
    }),
    ...extensions.map(({ name, isActive, path }): ReportedEntry => {
      return { kind: 'plugin', name, path, isOn: isActive };
    }),
  ];
}

/** Starts a process with a model of its own. */
async function serve(run: Omit<Run, 'args'>): Promise<ServingProcess> {
  let trial: Trial | undefined;
  // A session may send a last request after its prompt, when the next session has begun.
  const model = await FakeModel.start((body) => (trial?.isIn(body) ? trial.reply(body) : goodbye));
  const acp = new AcpProcess({ ...run, env: envFor(model.url) });
  const ready = acp.initialize();
  ready.catch(() => undefined);
  return {
    async entries(scene) {
      trial = new Trial(isBuiltIn);
      model.clear();
      try {
        await ready;
        const listed = entriesOf(scene, await converse(acp, scene.environment.cwd, trial));
        return [...listed, ...rulesIn(scene, model.bodies)];
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

async function switchExtension(scene: Scene, command: readonly string[], wanted: ToolSwitching) {
  const { kind, name, enabled, scope } = wanted;
  if (kind !== 'plugin') throw new Error('Qwen Code has a command for extensions only');
  const where = scope === 'global' ? 'user' : 'workspace';
  const args = ['extensions', enabled ? 'enable' : 'disable', '--scope', where, name];
  await output({ scene, command, args, env: envFor('http://127.0.0.1:9') });
}

export const qwen: Asker = {
  package: {
    name: '@qwen-code/qwen-code',
    program: '@qwen-code/qwen-code/cli-entry.js',
    node: 24,
  },
  entries: (scene, command) => serveOnce(serve, scene, command),
  serve,
  isReadOnce: ({ about }) => ['plugins', 'servers', 'trust', 'rules'].includes(about),
  switch: switchExtension,
};
