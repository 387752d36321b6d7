/** The agents, and what each of them needs to start without a login and without the network. */

import { fileURLToPath } from 'node:url';
import type { ToolId } from '../../../src/host/tools/tool.js';
import { modelEnv as copilotEnv } from '../askers/copilot.js';
import { envFor as qwenEnv } from '../askers/qwen.js';
import { installed, installedPackage, toolNamed } from '../installed.js';
import type { Agent } from './agent-in-scene.js';

/** No model answers there. */
const deadUrl = 'http://127.0.0.1:9';

const tool = (id: ToolId, rest: Omit<Agent, 'title' | 'find'>): Agent => {
  return { title: toolNamed(id).title, find: () => installed(toolNamed(id)), ...rest };
};

/** Both install what their plugins need into the folder of their settings. */
function family(id: 'opencode' | 'kilo', prefix: string): Agent {
  const fake = { npm: '@ai-sdk/openai-compatible', options: { baseURL: `${deadUrl}/v1` }, models: { m: {} } };
  return tool(id, {
    args: ['acp'],
    env: {
      [`${prefix}_DISABLE_AUTOUPDATE`]: '1',
      [`${prefix}_DISABLE_MODELS_FETCH`]: '1',
      [`${prefix}_MODELS_PATH`]: fileURLToPath(new URL('../askers/no-models.json', import.meta.url)),
      [`${prefix}_CONFIG_CONTENT`]: JSON.stringify({ provider: { fake }, model: 'fake/m' }),
      [`${prefix}_TELEMETRY_LEVEL`]: 'off',
      npm_config_registry: deadUrl,
      npm_config_fetch_retries: '0',
      HTTPS_PROXY: deadUrl,
    },
    writes: new RegExp(`^(\\.${id}/(\\.gitignore|package(-lock)?\\.json|node_modules(/.*)?)|\\.git/${id})$`),
  });
}

export const opencode = family('opencode', 'OPENCODE');
export const kilo = family('kilo', 'KILO');

const adapter = (title: string, name: string, version: string, node: 20 | 22): Agent => ({
  title,
  args: [],
  find: () =>
    installedPackage({
      title,
      folder: `acp-${name}-${version}`,
      version,
      package: {
        name: `@agentclientprotocol/${name}`,
        program: `@agentclientprotocol/${name}/dist/index.js`,
        node,
      },
    }),
});

export const claude = adapter('Claude Agent', 'claude-agent-acp', '0.100.0', 22);
export const codex = adapter('Codex', 'codex-acp', '2.6.0', 20);

export const gemini = tool('gemini', {
  args: ['--acp'],
  env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: deadUrl },
});
export const qwen = tool('qwen', { args: ['--acp'], env: qwenEnv(deadUrl) });
export const copilot = tool('copilot', {
  args: ['--acp', '--no-auto-update'],
  env: copilotEnv({ url: deadUrl }),
});
