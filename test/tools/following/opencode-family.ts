/** A session on the server of opencode or Kilo. */

import { Server } from '../askers/opencode-server.js';
import { goodbye } from '../askers/qwen-model.js';
import { agentText, type Follower, kindsIn, serverArguments, serverProgram, skillText } from './session.js';

export const familyFollower = (id: 'opencode' | 'kilo'): Follower => ({
  files: {
    '.agents/skills/quartz/SKILL.md': skillText,
    [`.${id}/agent/basalt.md`]: agentText.replace('name: basalt', 'mode: subagent'),
    ...serverProgram,
    [`~/.config/${id}/${id}.json`]: JSON.stringify({
      mcp: { marble: { type: 'local', command: ['node', ...serverArguments] } },
    }),
  },

  async open(scene, command) {
    const server = await Server.start({ scene, command }, id.toUpperCase(), () => goodbye);
    if (typeof server === 'string') throw new Error(server);
    const { model } = server;
    const { cwd } = scene.environment;
    const session = (await server.ask(cwd, '/session', {})) as { readonly id: string };
    return {
      async prompt() {
        model.bodies.length = 0;
        const parts = [{ type: 'text', text: 'hello' }];
        await server.ask(cwd, `/session/${session.id}/message`, { parts });
        return kindsIn(model.bodies.findLast((body) => body.includes('"tools"')) ?? '');
      },
      end: () => server.end(),
    };
  },
});
