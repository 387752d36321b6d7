/** A session of Copilot CLI in a terminal, which takes prompts through its port. */

import { Pty } from '../../support/pty.js';
import { connected, freePort, modelEnv } from '../askers/copilot.js';
import { goodbye } from '../askers/qwen-model.js';
import { FakeModel } from '../fake-model.js';
import { FramedRpc } from '../framed-rpc.js';
import { environmentOf } from '../run.js';
import {
  agentText,
  declaredServers,
  type Follower,
  kindsIn,
  marketplace,
  serverProgram,
  skillText,
} from './session.js';

export const copilot: Follower = {
  files: {
    '.github/skills/quartz/SKILL.md': skillText,
    '.github/agents/basalt.agent.md': agentText,
    '.mcp.json': JSON.stringify(declaredServers),
    ...serverProgram,
    ...marketplace('~/market'),
    '~/.copilot/settings.json': JSON.stringify({
      extraKnownMarketplaces: { market: { source: { source: 'directory', path: '~/market' } } },
      enabledPlugins: { 'granite@market': true },
    }),
  },
  scopes: { agent: 'global' },

  async open(scene, command) {
    let received: (body: string) => void = () => undefined;
    const model = await FakeModel.start((body) => {
      if (body.includes('"tools"')) received(body);
      return goodbye;
    });
    const port = await freePort();
    const [program = '', ...first] = command;
    const { CI: _, ...env } = environmentOf({ scene, env: { ...modelEnv(model), TERM: 'xterm-256color' } });
    const terminal = new Pty({
      command: program,
      args: [...first, '--ui-server', '--port', `${port}`, '--no-auto-update'],
      cwd: scene.environment.cwd,
      env,
      size: { columns: 120, rows: 40 },
    });
    const socket = await connected(port);
    const rpc = new FramedRpc(socket, socket);
    const { sessionId } = await rpc.call<{ sessionId: string }>('session.getForeground');
    await rpc.call('session.resume', { sessionId });
    return {
      async prompt() {
        const body = new Promise<string>((resolve) => {
          received = resolve;
        });
        await rpc.call('session.send', { sessionId, prompt: 'hello' });
        return kindsIn(await body);
      },
      async end() {
        socket.destroy();
        terminal.kill('SIGKILL');
        await terminal.ended;
        model.stop();
      },
    };
  },
};
