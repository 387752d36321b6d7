/**
 * Asks Claude Code. One session reports everything: control requests for the states of skills, for paths and for MCP
 * servers, and one prompt, which shows what the user can type and what reaches the model. A second process lists
 * plugins that are off, if any are installed.
 */

import { existsSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { Scene } from '../../host/tools/scene.js';
import type { Asker, ReportedEntry, ToolSwitching } from '../asker.js';
import { rulesIn } from '../marks.js';
import { Conversation, output, type Run } from '../run.js';
import { ClaudeOffer } from './claude-offer.js';

const { platform, arch } = process;
export const sessionArgs = [
  '-p',
  '--input-format',
  'stream-json',
  '--output-format',
  'stream-json',
  '--verbose',
];

export const envFor = (url: string) => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'none',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  IS_SANDBOX: '1',
});
const noModel = 'http://127.0.0.1:9';

interface Message {
  readonly type: string;
  readonly subtype?: string;
  readonly response?: { readonly request_id?: string; readonly response?: unknown };
}

interface Dialog {
  readonly skills: readonly { readonly name: string; readonly state: string }[];
}

interface Usage {
  readonly skills?: {
    readonly skillFrontmatter: readonly {
      readonly name: string;
      readonly source: string;
      readonly path?: string;
    }[];
  };
  readonly agents?: readonly { readonly agentType: string; readonly path?: string }[];
}

interface Servers {
  readonly mcpServers: readonly { readonly name: string; readonly status: string }[];
}

interface Settings {
  readonly effective: { readonly skillOverrides?: Readonly<Record<string, string>> };
}

interface Init extends Message {
  readonly slash_commands: readonly string[];
  readonly plugins: readonly { readonly name: string; readonly source: string; readonly path: string }[];
}

/** What a session reported. */
interface Report {
  readonly dialog: Dialog;
  readonly usage: Usage;
  readonly servers: Servers;
  readonly settings: Settings;
  readonly init: Init;
}

async function request(talk: Conversation, subtype: string): Promise<unknown> {
  talk.send({ type: 'control_request', request_id: subtype, request: { subtype } });
  const message = await talk.until<Message>(({ response }) => response?.request_id === subtype);
  return message.response?.response;
}

async function converse(talk: Conversation, offer: ClaudeOffer): Promise<Report> {
  await request(talk, 'initialize');
  const dialog = (await request(talk, 'get_skills_dialog')) as Dialog;
  const usage = (await request(talk, 'get_context_usage')) as Usage;
  const servers = (await request(talk, 'mcp_status')) as Servers;
  const settings = (await request(talk, 'get_settings')) as Settings;
  offer.try([...new Set([...dialog.skills.map(({ name }) => name), ...pathsOf(usage).keys()])]);
  talk.send({ type: 'user', message: { role: 'user', content: 'hello' } });
  const init = await talk.until<Init>(({ type, subtype }) => type === 'system' && subtype === 'init');
  await talk.until<Message>(({ type }) => type === 'result');
  return { dialog, usage, servers, settings, init };
}

/** Returns the name of a skill by its path: its folder, or the path of a command below its place. */
function nameFromPath(path: string): string {
  const place = `${sep}commands${sep}`;
  const at = path.lastIndexOf(place);
  if (at === -1) return basename(dirname(path));
  const below = path.slice(at + place.length).split(sep);
  return (below.at(-1) === 'SKILL.md' ? below.slice(0, -1) : below).join(':').replace(/\.md$/, '');
}

/** Returns the paths of the skills that are offered to the model, by every name that may be meant by them. */
function pathsOf({ skills }: Usage): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, source, path } of skills?.skillFrontmatter ?? []) {
    if (path === undefined) continue;
    const own = nameFromPath(path);
    if (source !== 'plugin') found.set(own, path);
    else
      for (const known of [name, `${name.split(':', 1)[0]}:${own.replace(/[^\w:-]/g, '-')}`])
        found.set(known, path);
  }
  return found;
}

/** Returns the names of all skills and commands. The dialog has no commands of plugins. */
function namesOf({ dialog, init }: Report): string[] {
  const plugins = new Set(init.plugins.map(({ name }) => name));
  const isOfPlugin = (name: string) => name.includes(':') && plugins.has(name.split(':', 1)[0] ?? '');
  return [...new Set([...dialog.skills.map(({ name }) => name), ...init.slash_commands.filter(isOfPlugin)])];
}

function skillsOf(report: Report, offer: ClaudeOffer): ReportedEntry[] {
  const { dialog, usage, settings, init } = report;
  const paths = pathsOf(usage);
  const states = new Map(dialog.skills.map(({ name, state }) => [name, state]));
  return namesOf(report).map((name) => {
    const path = paths.get(name);
    const state = states.get(name);
    // The dialog does not show that a skill is off if its file closes it to the model.
    const isOffUnseen =
      state === 'user-invocable-only' && settings.effective.skillOverrides?.[name] === 'off';
    return {
      kind: 'skill',
      name,
      ...(path !== undefined && { path }),
      isOn: state !== 'off' && !isOffUnseen,
      user: init.slash_commands.includes(name),
      model: offer.mayUse(name),
    };
  });
}

const agentsOf = ({ agents = [] }: Usage, offer: ClaudeOffer): ReportedEntry[] =>
  agents.map(({ agentType, path }) => ({
    kind: 'agent',
    name: agentType,
    ...(path !== undefined && { path }),
    isOn: offer.offersAgent(agentType),
  }));

const serversOf = ({ mcpServers }: Servers): ReportedEntry[] =>
  mcpServers.map(({ name, status }) => ({
    kind: 'mcpServer',
    // A server of a plugin is called `plugin:<plugin>:<server>`.
    name: name.replace(/^plugin:[^:]+:/, ''),
    isOn: status !== 'disabled',
  }));

/** Plugins as `name@marketplace`. Those that are off are only in the tool's own list. */
async function pluginsOf(
  { init }: Report,
  start: (args: readonly string[]) => Run,
): Promise<ReportedEntry[]> {
  const loaded = init.plugins.filter(({ path }) => path !== 'builtin');
  const on = loaded.map(({ source, path }) => ({ kind: 'plugin' as const, name: source, path, isOn: true }));
  const { scene } = start([]);
  const home = scene.environment.env['CLAUDE_CONFIG_DIR'] ?? join(scene.home, '.claude');
  if (!existsSync(join(home, 'plugins', 'installed_plugins.json'))) return on;
  const listed = JSON.parse(await output(start(['plugin', 'list', '--json']))) as {
    id: string;
    installPath: string;
  }[];
  const off = listed.filter(
    ({ id, installPath }) => installPath !== '' && !on.some(({ name }) => name === id),
  );
  return [
    ...on,
    ...off.map(({ id, installPath }) => ({
      kind: 'plugin' as const,
      name: id,
      path: installPath,
      isOn: false,
    })),
  ];
}

async function entries(scene: Scene, command: readonly string[]): Promise<readonly ReportedEntry[] | string> {
  const offer = await ClaudeOffer.start();
  const talk = new Conversation({ scene, command, args: sessionArgs, env: envFor(offer.model.url) });
  try {
    const report = await converse(talk, offer);
    const plugins = await pluginsOf(report, (args) => ({ scene, command, args, env: envFor(noModel) }));
    return [
      ...skillsOf(report, offer),
      ...agentsOf(report.usage, offer),
      ...serversOf(report.servers),
      ...plugins,
      ...rulesIn(scene, offer.model.bodies),
    ];
  } catch (error) {
    return String(error);
  } finally {
    await talk.end();
    offer.model.stop();
  }
}

const scopes = { workspace: 'local', shared: 'project', global: 'user' } as const;

async function switchIt(scene: Scene, command: readonly string[], wanted: ToolSwitching): Promise<void> {
  const { kind, name, enabled, scope } = wanted;
  const run = (args: string[], input = '') => output({ scene, command, args, env: envFor(noModel) }, input);
  if (kind === 'plugin')
    await run(['plugin', enabled ? 'enable' : 'disable', name, '--scope', scopes[scope]]);
  else if (kind === 'skill' && scope === 'workspace')
    await run(['edit-skill-overrides', '--json'], JSON.stringify({ name, state: enabled ? 'on' : 'off' }));
  else throw new Error(`Claude Code has no command that switches this in the scope ${scope}`);
}

export const claude: Asker = {
  package: {
    name: '@anthropic-ai/claude-code',
    program: `@anthropic-ai/claude-code-${platform}-${arch}/claude${platform === 'win32' ? '.exe' : ''}`,
  },
  entries,
  switch: switchIt,
};
