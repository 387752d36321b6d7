/** Asks each tool which entries it has and which are off. None of the requests needs a login. */

import type { ToolId, ToolScope } from '../../src/host/tools/tool.js';
import type { Scene } from '../host/tools/scene.js';
import { FakeModel } from './fake-model.js';
import { Conversation, output, type Run } from './run.js';

export interface ToldSkill {
  readonly name: string;
  readonly enabled: boolean;
  readonly path?: string;
}

export interface Asked {
  skills(): Promise<ToldSkill[]>;
  /** Those of these agents that it offers to its model, or lists if it lists only what is on. */
  agents(names: readonly string[]): Promise<string[]>;
  /** Has the tool switch a skill itself, if it can. */
  switchSkill?(skill: { name: string; path: string }, enabled: boolean, scope: ToolScope): Promise<unknown>;
  /** What it does with plugins, if it switches whole ones. */
  plugins?: AskedPlugins;
  /** Makes it read its settings, if it refuses those it cannot read. Rejects in that case. */
  readSettings?(): Promise<unknown>;
}

export interface AskedPlugins {
  /** Installs `name@marketplace` from the marketplace in this directory. */
  install(marketplace: string, ref: string): Promise<void>;
  /** Those that are installed, by `name@marketplace`. */
  list(): Promise<{ id: string; enabled: boolean; installPath: string }[]>;
  switch(ref: string, enabled: boolean, scope: ToolScope): Promise<unknown>;
}

type Start = (args: readonly string[], env?: Record<string, string>) => Run;

/** Which names the tool puts before its model, by how it writes them. */
async function offered(
  ask: (model: FakeModel) => Promise<unknown>,
  names: readonly string[],
  written: (name: string) => string,
): Promise<string[]> {
  const model = await FakeModel.start();
  try {
    await ask(model);
    if (model.offer === '') throw new Error('the model was not asked');
    return names.filter((name) => model.offer.includes(written(name)));
  } finally {
    model.stop();
  }
}

interface Control {
  type: string;
  response?: { request_id?: string; response?: unknown };
}

const claudeArgs = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
const claudeEnv = (url: string) => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'none',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  IS_SANDBOX: '1',
});

async function control(talk: Conversation, subtype: string): Promise<unknown> {
  talk.send({ type: 'control_request', request_id: subtype, request: { subtype } });
  const fits = ({ type, response }: Control) =>
    type === 'control_response' && response?.request_id === subtype;
  return (await talk.until<Control>(fits)).response?.response;
}

function claudePlugins(start: Start): AskedPlugins {
  const ask = (...args: string[]) => output(start(['plugin', ...args], claudeEnv('http://127.0.0.1:9')));
  return {
    async install(marketplace, ref) {
      await ask('marketplace', 'add', marketplace);
      await ask('install', ref);
    },
    list: async () => JSON.parse(await ask('list', '--json')),
    switch: (ref, enabled, scope) =>
      ask(enabled ? 'enable' : 'disable', ref, '--scope', scope === 'global' ? 'user' : 'local'),
  };
}

function claude(start: Start): Asked {
  const withTalk = async <T>(model: FakeModel, use: (talk: Conversation) => Promise<T>): Promise<T> => {
    const talk = new Conversation(start(claudeArgs, claudeEnv(model.url)));
    try {
      await control(talk, 'initialize');
      return await use(talk);
    } finally {
      await talk.end();
    }
  };
  return {
    async skills() {
      const model = await FakeModel.start();
      try {
        const dialog = await withTalk(model, (talk) => control(talk, 'get_skills_dialog'));
        const rows = (dialog as { skills: { name: string; state: string }[] }).skills;
        return rows.map(({ name, state }) => ({ name, enabled: state !== 'off' }));
      } finally {
        model.stop();
      }
    },
    agents: (names) =>
      offered(
        (model) =>
          withTalk(model, async (talk) => {
            talk.send({ type: 'user', message: { role: 'user', content: 'hello' } });
            await talk.until<Control>(({ type }) => type === 'result');
          }),
        names,
        (name) => `\n- ${name}: `,
      ),
    async switchSkill({ name }, enabled, scope) {
      if (scope === 'global') throw new Error('Claude Code switches in the workspace only');
      const edit = JSON.stringify({ name, state: enabled ? 'on' : 'off' });
      return output(start(['edit-skill-overrides', '--json']), edit);
    },
    plugins: claudePlugins(start),
  };
}

interface Reply {
  id?: number;
  result?: unknown;
}

function codex(start: Start): Asked {
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const talk = new Conversation(start(['app-server']));
    try {
      talk.send({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { clientInfo: { name: 'test', version: '1' } },
      });
      await talk.until<Reply>(({ id }) => id === 1);
      talk.send({ jsonrpc: '2.0', method: 'initialized' });
      talk.send({ jsonrpc: '2.0', id: 2, method, params });
      return (await talk.until<Reply>(({ id }) => id === 2)).result;
    } finally {
      await talk.end();
    }
  };
  return {
    async skills() {
      const { cwd } = start([]).scene.environment;
      const told = (await ask('skills/list', { cwds: [cwd], forceReload: true })) as {
        data: { skills: (ToldSkill & { scope: string })[] }[];
      };
      return told.data.flatMap(({ skills }) => skills.filter(({ scope }) => scope !== 'system'));
    },
    agents: () => Promise.reject(new Error('Codex has no switch for agents')),
    switchSkill: ({ path }, enabled) => ask('skills/config/write', { path, enabled }),
    readSettings: () => output(start(['debug', 'prompt-input', 'x'])),
  };
}

function copilot(start: Start): Asked {
  return {
    async skills() {
      const told = JSON.parse(await output(start(['skill', 'list', '--json']))) as (ToldSkill & {
        source: string;
      })[];
      return told.filter(({ source }) => source !== 'builtin');
    },
    agents: (names) =>
      offered(
        (model) => {
          const env = {
            COPILOT_PROVIDER_BASE_URL: `${model.url}/v1`,
            COPILOT_MODEL: 'gpt-5',
            COPILOT_OFFLINE: 'true',
          };
          return output(start(['-p', 'hello', '--no-auto-update'], env), '', true);
        },
        names,
        (name) => `\n- **${name}**: `,
      ),
    switchSkill: ({ name }, enabled) => output(start(['skill', enabled ? 'enable' : 'disable', name])),
  };
}

function gemini(start: Start): Asked {
  return {
    async skills() {
      const text = await output(start(['skills', 'list']));
      // A name may have blanks in it or around it, a description more than one line.
      const rows = text.matchAll(/^(.+) \[(Enabled|Disabled)\].*\n[\s\S]*?\n\s+Location:\s+(.*)$/gm);
      return [...rows].map(([, name = '', state, path = '']) => ({
        name,
        enabled: state === 'Enabled',
        path,
      }));
    },
    agents: (names) =>
      offered(
        (model) => {
          const env = { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model.url };
          return output(start(['-m', 'gemini-2.5-pro', '-p', 'hello'], env), '', true);
        },
        names,
        (name) => `\n- ${name} -> `,
      ),
    switchSkill: ({ name }, enabled, scope) => {
      const where = scope === 'global' ? 'user' : 'workspace';
      return output(
        start(enabled ? ['skills', 'enable', name] : ['skills', 'disable', name, '--scope', where]),
      );
    },
    readSettings: () => output(start(['skills', 'list'])),
  };
}

const opencodeEnv = (url: string) => ({
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_CONFIG_CONTENT: JSON.stringify({
    provider: {
      fake: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${url}/v1`, apiKey: 'none' },
        models: { m: {} },
      },
    },
    model: 'fake/m',
    small_model: 'fake/m',
  }),
});

function opencode(start: Start): Asked {
  const listed = async (): Promise<{ name: string; location: string }[]> =>
    JSON.parse(await output(start(['debug', 'skill'])));
  return {
    async skills() {
      const all = (await listed()).filter(({ location }) => location !== '<built-in>');
      const on = await offered(
        (model) => output(start(['run', 'hello'], opencodeEnv(model.url)), '', true),
        all.map(({ name }) => name),
        (name) => `<name>${name}</name>`,
      );
      return all.map(({ name, location }) => ({ name, enabled: on.includes(name), path: location }));
    },
    async agents(names) {
      const text = await output(start(['agent', 'list']));
      return names.filter((name) => text.split('\n').some((line) => line.startsWith(`${name} (`)));
    },
    readSettings: () => output(start(['debug', 'config'])),
  };
}

const askers: Record<ToolId, (start: Start) => Asked> = { claude, codex, copilot, gemini, opencode };

/** The tool in a scene, ready to be asked. */
export function askerFor(id: ToolId, command: readonly string[], scene: Scene): Asked {
  return askers[id]((args, env = {}) => ({ scene, command, args, env }));
}
