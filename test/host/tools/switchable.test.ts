/** The scopes in which an entry can be switched agree with what a switch there does. */

import { expect, test, vi } from 'vitest';
import { claude } from '../../../src/host/tools/claude/claude.js';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { kilo } from '../../../src/host/tools/kilo/kilo.js';
import { opencode } from '../../../src/host/tools/opencode/opencode.js';
import { qwen } from '../../../src/host/tools/qwen/qwen.js';
import { Scene } from './scene.js';
import { standingsIn } from './tool-table.js';

const json = JSON.stringify;
const servers = { mcpServers: { one: { command: 'run' } } };

test('a server that Claude Code itself has switched off has no switch', () => {
  const scene = new Scene();
  scene.write('.mcp.json', json(servers));
  const projects = { [scene.repository]: { disabledMcpServers: ['one'] } };
  scene.write('~/.claude.json', json({ projects }));
  const note = `${scene.path('~/.claude.json')} keeps it off`;
  const off = { enabled: false, switchable: [], isFixed: false, note };
  expect(standingsIn(scene, claude).get('mcpServer one')).toMatchObject(off);
  // Without the setting of its own, it would still be off.
  scene.write('.claude/settings.local.json', json({ disabledMcpjsonServers: ['one'] }));
  expect(standingsIn(scene, claude).get('mcpServer one')).toMatchObject({
    ...off,
    note: expect.stringContaining(note),
  });
});

test('a server that Qwen Code does not allow has no switch', () => {
  const scene = new Scene();
  scene.write('~/.qwen/settings.json', json({ ...servers, mcp: { allowed: ['other'] } }));
  const note = `mcp.allowed in ${scene.path('~/.qwen/settings.json')} keeps it off`;
  const off = { enabled: false, switchable: [], note };
  expect(standingsIn(scene, qwen).get('mcpServer one')).toMatchObject(off);
});

test("a user's server that a repository switches off has no switch in Codex", () => {
  const scene = new Scene();
  const trust = `[projects.${json(scene.repository)}]\ntrust_level = "trusted"\n`;
  scene.write('~/.codex/config.toml', `[mcp_servers.one]\ncommand = "run"\n${trust}`);
  expect(standingsIn(scene, codex).get('mcpServer one')).toMatchObject({ switchable: ['global'] });
  scene.write('.codex/config.toml', '[mcp_servers.one]\nenabled = false\n');
  const note = `${scene.path('.codex/config.toml')} keeps it off`;
  const off = { enabled: false, switchable: [], note };
  const found = [...standingsIn(scene, codex).values()].filter(({ switchable }) => switchable.length === 0);
  expect(found).toMatchObject([off]);
});

const lint = '---\nname: lint\ndescription: Run the linters.\n---\n';

const families = [
  [opencode, 'opencode.json', '.opencode/skills'],
  [kilo, 'kilo.json', '.kilo/skills'],
] as const;

test.each(families)('a rule of a repository for all skills leaves no global switch', (tool, file, place) => {
  for (const action of ['allow', 'deny']) {
    const scene = new Scene();
    scene.write(`${place}/lint/SKILL.md`, lint);
    scene.write(file, json({ permission: { skill: { '*': action } } }));
    expect(standingsIn(scene, tool).get('skill lint')).toMatchObject({
      enabled: action === 'allow',
      switchable: ['workspace', 'shared'],
    });
  }
});

test.each(families)("the entry's own setting can be changed in every scope", (tool, file, place) => {
  const scene = new Scene();
  scene.write(`${place}/lint/SKILL.md`, lint);
  scene.write(file, json({ permission: { skill: { lint: 'deny' } } }));
  const switchable = ['workspace', 'shared', 'global'];
  expect(standingsIn(scene, tool).get('skill lint')).toMatchObject({ enabled: false, switchable });
});

test('one plan is enough for all entries that one setting switches off', () => {
  const scene = new Scene();
  scene.write('opencode.json', json({ permission: { skill: { '*': 'deny' } } }));
  const skills = ['a', 'b', 'c'].map((name) => scene.skill('.opencode/skills', name));
  const edit = vi.fn(opencode.edit);
  const switches = scene.switches({ ...opencode, edit });
  for (const skill of skills) expect(switches.scopesOf(skill).targets.has('global')).toBe(false);
  // Two scopes of a repository are kept in one file, the third in that of the user.
  expect(edit).toHaveBeenCalledTimes(3);
});

test('one plan is enough for all entries with settings of their own in a file that is only read', () => {
  const scene = new Scene();
  const skills = ['a', 'b', 'c'].map((name) => scene.skill('.kilo/skills', name));
  scene.write('opencode.json', json({ permission: { skill: { a: 'deny', b: 'deny', c: 'deny' } } }));
  const edit = vi.fn(kilo.edit);
  const switches = scene.switches({ ...kilo, edit });
  for (const skill of skills) expect(switches.scopesOf(skill).targets.has('workspace')).toBe(true);
  expect(edit).toHaveBeenCalledTimes(3);
});
