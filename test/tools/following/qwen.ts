/**
 * A session of Qwen Code whose model tries every entry. Qwen Code lists an agent that is off to its model; it refuses
 * the call.
 */

import type { SwitchedKind } from '../../../src/host/tools/tool.js';
import { envFor } from '../askers/qwen.js';
import { goodbye, replyWith } from '../askers/qwen-model.js';
import { FakeModel } from '../fake-model.js';
import { Conversation } from '../run.js';
import {
  agentText,
  declaredServers,
  type Follower,
  pluginSkillText,
  serverProgram,
  skillText,
} from './session.js';

// An agent in a directory that does not exist is refused right after the permission rules.
const agentInput = {
  subagent_type: 'basalt',
  description: 'a test',
  prompt: 'none',
  working_dir: '/nowhere',
};

const calls: Readonly<Record<SwitchedKind, { readonly name: string; readonly input: object }>> = {
  skill: { name: 'skill', input: { skill: 'quartz' } },
  agent: { name: 'agent', input: agentInput },
  plugin: { name: 'skill', input: { skill: 'granite:granite-skill' } },
  mcpServer: { name: 'mcp__marble__ping', input: {} },
};
const kinds = Object.keys(calls) as SwitchedKind[];
const refusal = /denied by permission rules|not found|is disabled|is unavailable/;

/** Returns a reply that makes all calls. Their ids begin with this text, because no id may come twice. */
function callsWith(prefix: string): string {
  const made = Object.values(calls).map(({ name, input }, index) => ({
    index,
    id: `${prefix}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  return replyWith([
    { delta: { role: 'assistant', tool_calls: made }, finish_reason: null },
    { delta: {}, finish_reason: 'tool_calls' },
  ]);
}

interface Message {
  readonly tool_call_id?: string;
  readonly content: unknown;
}

/** Returns the kinds whose calls were carried out, according to the last request. */
function allowedIn(body: string, prefix: string): SwitchedKind[] {
  const { messages } = JSON.parse(body) as { readonly messages: readonly Message[] };
  return kinds.filter((_, at) => {
    const result = messages.find(({ tool_call_id }) => tool_call_id === `${prefix}_${at}`);
    return result !== undefined && !refusal.test(JSON.stringify(result.content));
  });
}

const args = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--approval-mode', 'yolo'];

export const qwen: Follower = {
  files: {
    '.qwen/skills/quartz/SKILL.md': skillText,
    '~/.qwen/agents/basalt.md': agentText,
    '~/.qwen/extensions/granite/qwen-extension.json': '{"name": "granite", "version": "1.0.0"}',
    '~/.qwen/extensions/granite/skills/granite-skill/SKILL.md': pluginSkillText,
    ...serverProgram,
    // A session adds the version to settings without it, and sessions that run notice that.
    '.qwen/settings.json': '{"$version": 4}',
    '~/.qwen/settings.json': JSON.stringify({ $version: 4, ...declaredServers }),
  },

  async open(scene, command) {
    let [prompts, hasCalled] = [0, false];
    const model = await FakeModel.start((body) => {
      if (hasCalled || !body.includes('"tools"')) return goodbye;
      hasCalled = true;
      return callsWith(`call_${prompts}`);
    });
    const talk = new Conversation({ scene, command, args, env: envFor(model.url) });
    return {
      async prompt() {
        prompts += 1;
        hasCalled = false;
        model.bodies.length = 0;
        talk.send({ type: 'user', message: { role: 'user', content: 'hello' } });
        await talk.until<{ type: string }>(({ type }) => type === 'result');
        return allowedIn(model.bodies.at(-1) ?? '', `call_${prompts}`);
      },
      async end() {
        await talk.end();
        model.stop();
      },
    };
  },
};
