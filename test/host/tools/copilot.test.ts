/** Rules of Copilot CLI that no other tool has. They were compared with the tool itself. */

import { expect, test } from 'vitest';
import { copilot } from '../../../src/host/tools/copilot/copilot.js';
import { Scene } from './scene.js';
import { standingsIn, usedIn } from './tool-table.js';

test('a server that its file disables still hides weaker ones of its name', () => {
  const scene = new Scene();
  scene.write('~/.copilot/config.json', JSON.stringify({ trustedFolders: [scene.repository] }));
  scene.write('.mcp.json', '{"mcpServers": {\n"one": {"command": "run", "disabled": true}}}');
  scene.write(
    '~/.copilot/mcp-config.json',
    '{"mcpServers": {"one": {"command": "run"}, "two": {"command": "run"}}}',
  );
  expect(usedIn(scene, copilot, 'mcpServer')).toEqual(['two']);
  scene.write('~/.copilot/mcp-config.json', '{"mcpServers": {}}');
  expect(standingsIn(scene, copilot).get('mcpServer one')).toMatchObject({
    enabled: false,
    switchable: [],
    why: { file: scene.path('.mcp.json'), line: 2, text: 'mcpServers.one.disabled = true' },
    note: 'the file that declares it has it disabled',
  });
});

test('the .github of the home counts on the way up from a directory without Git', () => {
  const scene = new Scene({ cwd: '../home/work' });
  scene.write('~/.copilot/config.json', JSON.stringify({ trustedFolders: [scene.home] }));
  scene.write('~/.github/skills/lint/SKILL.md', '---\nname: lint\ndescription: A test.\n---\n');
  scene.write('~/.github/agents/checker.agent.md', '---\ndescription: A test.\n---\n');
  expect(usedIn(scene, copilot, 'skill')).toEqual(['lint']);
  expect(usedIn(scene, copilot, 'agent')).toEqual(['checker']);
  scene.write('~/work/.git/HEAD', 'ref: refs/heads/main\n');
  expect(usedIn(scene, copilot, 'skill')).toEqual([]);
  expect(usedIn(scene, copilot, 'agent')).toEqual([]);
});
