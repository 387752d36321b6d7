import { expect, it } from 'vitest';
import { AgentChoice } from '../../../src/host/session/agent-choice.js';
import type { Customization } from '../../../src/protocol/types.js';

it('reports an agent that the session was created with if it cannot be kept', async () => {
  const agent = { type: 'agent', id: 'a', uri: 'file:///a.agent.md', name: 'a' } as const;
  const list = [{ type: 'directory', id: 'd', uri: 'file:///', name: 'd', children: [agent] }];
  let lost = 0;
  const store = { read: () => undefined, write: () => Promise.reject(new Error('no')) };
  const choice = new AgentChoice(store, {
    list: () => list as unknown as Customization[],
    toggled: async () => {},
    selected: () => {},
    refused: () => {},
    lost: () => {
      lost += 1;
    },
  });
  expect(choice.start(agent.uri)).toBeNull();
  await choice.settle();
  expect(lost).toBe(1);
});
