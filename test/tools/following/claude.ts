/**
 * A session of Claude Code whose model tries every entry. Claude Code does not tell its model that a skill is off; it
 * refuses the call.
 */

import type { SwitchedKind } from '../../../src/host/tools/tool.js';
import { envFor, sessionArgs } from '../askers/claude.js';
import { callsFor, lastReply, type ModelCall } from '../askers/claude-offer.js';
import { FakeModel } from '../fake-model.js';
import { Conversation } from '../run.js';
import {
  agentText,
  declaredServers,
  type Follower,
  marketplace,
  serverProgram,
  skillText,
} from './session.js';

const agentInput = {
  subagent_type: 'basalt',
  description: 'a test',
  prompt: 'hello',
  run_in_background: false,
};

const calls: Readonly<Record<SwitchedKind, ModelCall>> = {
  skill: { name: 'Skill', input: { skill: 'quartz' } },
  agent: { name: 'Agent', input: agentInput },
  plugin: { name: 'Skill', input: { skill: 'granite:granite-skill' } },
  mcpServer: { name: 'mcp__marble__ping', input: {} },
};
const kinds = Object.keys(calls) as SwitchedKind[];

/** What Claude Code prints. The results of calls are in messages of the user. */
interface Message {
  readonly type: string;
  readonly message?: {
    readonly content: readonly { readonly tool_use_id?: string; readonly is_error?: boolean }[];
  };
}

export const claude: Follower = {
  files: {
    '.claude/skills/quartz/SKILL.md': skillText,
    '.claude/agents/basalt.md': agentText,
    '.mcp.json': JSON.stringify(declaredServers),
    ...serverProgram,
    ...marketplace('market'),
  },
  commands: [
    ['plugin', 'marketplace', 'add', './market'],
    ['plugin', 'install', 'granite@market'],
  ],

  async open(scene, command) {
    let hasCalled = false;
    const model = await FakeModel.start((body) => {
      if (hasCalled || !body.includes('"Skill"')) return lastReply;
      hasCalled = true;
      return callsFor(Object.values(calls));
    });
    const args = [...sessionArgs, '--dangerously-skip-permissions'];
    const talk = new Conversation({ scene, command, args, env: envFor(model.url) });
    return {
      async prompt() {
        hasCalled = false;
        const allowed = new Set<string | undefined>();
        talk.send({ type: 'user', message: { role: 'user', content: 'hello' } });
        await talk.until<Message>(({ type, message }) => {
          const results = type === 'user' ? (message?.content ?? []) : [];
          for (const { tool_use_id, is_error } of results) if (is_error !== true) allowed.add(tool_use_id);
          return type === 'result';
        });
        return kinds.filter((_, at) => allowed.has(`toolu_${at}`));
      },
      async end() {
        await talk.end();
        model.stop();
      },
    };
  },
};
