/** A session of Gemini CLI, opened as an editor opens it. */

import { fixedEnv, modelArgs, modelEnv } from '../askers/gemini.js';
import { FakeModel } from '../fake-model.js';
import { Conversation } from '../run.js';
import {
  agentText,
  declaredServers,
  type Follower,
  kindsIn,
  pluginSkillText,
  serverProgram,
  skillText,
} from './session.js';

const content = { role: 'model', parts: [{ text: 'Done.' }] };
const reply = `data: ${JSON.stringify({ candidates: [{ content, finishReason: 'STOP' }] })}\n\n`;

interface Response {
  readonly id?: number;
  readonly result?: { readonly sessionId?: string };
}

export const gemini: Follower = {
  files: {
    '.gemini/skills/quartz/SKILL.md': skillText,
    '~/.gemini/agents/basalt.md': agentText,
    '~/.gemini/extensions/granite/gemini-extension.json': '{"name": "granite", "version": "1.0.0"}',
    '~/.gemini/extensions/granite/skills/granite-skill/SKILL.md': pluginSkillText,
    ...serverProgram,
    '~/.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      ...declaredServers,
    }),
  },

  async open(scene, command) {
    const model = await FakeModel.start(() => reply);
    const env = { ...fixedEnv(scene.folder), ...modelEnv(model.url) };
    const talk = new Conversation({ scene, command, args: ['--acp', ...modelArgs], env });
    let requests = 0;
    const ask = async (method: string, params: object) => {
      requests += 1;
      talk.send({ jsonrpc: '2.0', id: requests, method, params });
      return (await talk.until<Response>(({ id }) => id === requests)).result;
    };
    await ask('initialize', { protocolVersion: 1, clientCapabilities: {} });
    const session = await ask('session/new', { cwd: scene.environment.cwd, mcpServers: [] });
    return {
      async prompt() {
        model.bodies.length = 0;
        const prompt = [{ type: 'text', text: 'hello' }];
        await ask('session/prompt', { sessionId: session?.sessionId, prompt });
        return kindsIn(model.bodies.findLast((body) => body.includes('"systemInstruction"')) ?? '');
      },
      async end() {
        await talk.end();
        model.stop();
      },
    };
  },
};
