/** A conversation with Codex. The mention of a skill brings the skill's text before the model if the skill is on. */

import { AppServer } from '../askers/codex.js';
import { FakeModel } from '../fake-model.js';
import { type Follower, kindsIn, pluginSkillText, serverProgram, skillText } from './session.js';

const event = (type: string, more: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;

const reply =
  event('response.created', { response: { id: 'r' } }) +
  event('response.output_item.done', {
    item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
  }) +
  event('response.completed', {
    response: { id: 'r', usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
  });

const plugin = '~/.codex/plugins/cache/market/granite/1.0.0';
const mentions = '$quartz $granite:granite-skill';

interface ModelRequest {
  readonly input: readonly object[];
  readonly tools: readonly object[];
}

/** Returns what came with the last prompt. The texts of earlier prompts stay in the conversation. */
function lastPart(body: string): string {
  const { input, tools } = JSON.parse(body) as ModelRequest;
  const start = input.findLastIndex((item) => JSON.stringify(item).includes(mentions));
  return JSON.stringify([input.slice(start), tools]);
}

/** A model that Codex does not know gets all tools of servers at once. */
const settingsFor = (url: string): string[] => [
  'model="none"',
  'model_provider="fake"',
  `model_providers.fake={name = "fake", base_url = "${url}/v1", wire_api = "responses"}`,
];

export const codex: Follower = {
  files: {
    '.agents/skills/quartz/SKILL.md': skillText,
    [`${plugin}/.codex-plugin/plugin.json`]: '{"name": "granite"}',
    [`${plugin}/skills/granite-skill/SKILL.md`]: pluginSkillText,
    ...serverProgram,
    '~/.codex/config.toml':
      '[plugins."granite@market"]\nenabled = true\n\n' +
      '[mcp_servers.marble]\ncommand = "node"\nargs = ["<home>/server.mjs"]\n',
  },
  scopes: { plugin: 'global', mcpServer: 'global' },

  async open(scene, command) {
    const model = await FakeModel.start(() => reply);
    const options = settingsFor(model.url).flatMap((setting) => ['-c', setting]);
    const server = new AppServer({ scene, command: [...command, ...options] });
    await server.open();
    const { thread } = await server.ask('thread/start', {});
    return {
      async prompt() {
        model.bodies.length = 0;
        const input = [{ type: 'text', text: mentions }];
        await server.ask('turn/start', { threadId: thread.id, input });
        await server.notified('turn/completed');
        return kindsIn(lastPart(model.bodies[0] ?? ''));
      },
      async end() {
        await server.end();
        model.stop();
      },
    };
  },
};
