import { expect, it } from 'vitest';
import { agentsAreModes, toolOfAgent } from '../../../src/source/acp/known-agents.js';

it.each([
  ['OpenCode', 'opencode', true],
  ['opencode', 'opencode', true],
  ['Kilo', 'kilo', true],
  ['Kilo Code', 'kilo', true],
  ['kilocode', 'kilo', true],
  ['@agentclientprotocol/claude-agent-acp', 'claude', false],
  ['@zed-industries/claude-code-acp', 'claude', false],
  ['claude-agent-acp', 'claude', false],
  ['codex-acp', 'codex', false],
  ['@agentclientprotocol/codex-acp', 'codex', false],
  ['gemini-cli', 'gemini', false],
  ['qwen-code', 'qwen', false],
  ['Copilot', 'copilot', false],
  ['copilot-cli', 'copilot', false],
  ['', null, false],
  ['opencode-fork', null, false],
  ['my-opencode', null, false],
  ['not-codex-acp', null, false],
  ['codex-acp/', null, false],
  ['gemini', null, false],
  ['constructor', null, false],
])('%j reads the files of %s, and its modes are agents: %s', (name, tool, areAgents) => {
  expect([toolOfAgent(name), agentsAreModes(name)]).toEqual([tool, areAgents]);
});
