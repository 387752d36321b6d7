/** Which MCP servers Claude Code uses. The rules were compared with the tool itself. */

import { describe, expect, test } from 'vitest';
import { claude } from '../../../src/host/tools/claude/claude.js';
import { Scene } from './scene.js';
import { usedIn } from './tool-table.js';

const json = JSON.stringify;
const serversOf = (...names: string[]) => ({
  mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'run', args: [name] }])),
});

test('in a linked worktree, Claude Code remembers what concerns the main checkout', () => {
  const scene = new Scene({ cwd: 'tree' });
  scene.write('tree/.git', `gitdir: ${scene.path('.git/worktrees/tree')}\n`);
  scene.write('.git/worktrees/tree/commondir', '../..\n');
  scene.write('tree/.mcp.json', json(serversOf('one', 'two')));
  const main = { disabledMcpjsonServers: ['one'], ...serversOf('of-main') };
  const tree = { disabledMcpjsonServers: ['two'], ...serversOf('of-tree') };
  const projects = { [scene.repository]: main, [scene.path('tree')]: tree };
  scene.write('~/.claude.json', json({ projects }));
  expect(usedIn(scene, claude, 'mcpServer')).toEqual(['of-main', 'two']);
});

describe('lists of servers', () => {
  const command = (...serverCommand: string[]) => ({ serverCommand });
  const address = (serverUrl: string) => ({ serverUrl });
  const named = (serverName: string) => ({ serverName });

  /** The servers that are left with these settings of the user. */
  function left(settings: object, shared: object = {}): string {
    const scene = new Scene({ env: { SET: 'value' } });
    const mcpServers = {
      one: { command: 'run', args: ['-y', 'one'] },
      set: { command: `\${SET}/run`, args: [`\${UNSET:-more}`] },
      web: { type: 'http', url: 'http://host.test/mcp?x=1' },
    };
    scene.write('.mcp.json', json({ mcpServers }));
    scene.write('~/.claude/settings.json', json(settings));
    scene.write('.claude/settings.json', json(shared));
    return usedIn(scene, claude, 'mcpServer').join(' ');
  }

  test.each<[item: object, left: string]>([
    [named('one'), 'set web'],
    [command('run', '-y', 'one'), 'set web'],
    [command('run', '-y'), 'one set web'],
    [command('run', '*', 'one'), 'one set web'],
    [command('value/run', 'more'), 'one web'],
    [command(`\${SET}/run`, `\${UNSET:-more}`), 'one web'],
    [address('http://*/mcp*'), 'one set'],
    [address('HTTP://HOST.test/mcp?x=1'), 'one set'],
    [address('http://host.test/MCP*'), 'one set web'],
    [address('http://host.test/mcp?x?1'), 'one set web'],
    [address('host.test*'), 'one set web'],
    [address('*/mcp*'), 'one set web'],
    [address('http://user@host.test.:80'), 'one set'],
    [address('ht*://host.test'), 'one set web'],
    [address('*'), 'one set'],
    [{ ...named('one'), ...command('run', '-y', 'one') }, 'one set web'],
  ])('that deny %j', (item, expected) => {
    expect(left({ deniedMcpServers: [item] })).toBe(expected);
  });

  test.each<[items: object[], left: string]>([
    [[named('one')], 'one'],
    [[command('run', '-y', 'one')], 'one'],
    [[command('run', '-y', 'one'), named('set'), named('web')], 'one web'],
    [[address('http://other*'), named('set'), named('web')], 'set'],
    [[], ''],
  ])('that allow %j', (items, expected) => {
    expect(left({ allowedMcpServers: items })).toBe(expected);
  });

  test('count together from all files, denials first', () => {
    const allowedMcpServers = [command('run', '-y', 'one')];
    expect(left({ allowedMcpServers }, { allowedMcpServers: [named('set'), named('web')] })).toBe('one web');
    expect(left({ allowedMcpServers }, { deniedMcpServers: [named('one')] })).toBe('');
  });
});
