import { expect, it } from 'vitest';
import { makeScratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';

it('an MCP server with skills is listed and switched like any other, and so are its skills', async () => {
  const server = { type: 'mcpServer', id: 'docs', name: 'docs', uri: 'file:///w/.mcp.json' };
  const children = [skill('lookup'), skill('cite')];
  const host = new ScriptedHost(
    new ModelSession([directory('d', [skill('deploy')]), { ...server, state: { kind: 'ready' }, children }]),
  );
  const scratch = makeScratch();
  const at = ['--url', (await listenDuringTest(host)).url];
  const { stdout } = await scratch.run(['list', '--type', 'all', '--format', 'tsv', ...at]);
  const columns = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(columns.map(([state, , , type, name, place]) => [state, type, name, place])).toEqual([
    ['on', 'skill', 'deploy', 'd'],
    ['on', 'mcpServer', 'docs', 'mcpServer'],
    ['on', 'skill', 'lookup', 'docs'],
    ['on', 'skill', 'cite', 'docs'],
  ]);
  expect(await scratch.run(['disable', 'docs/lookup', ...at])).toMatchObject({ code: 0 });
  expect(host.session.flags()).toMatchObject({ docs: true, lookup: false, cite: true });
  expect(await scratch.run(['disable', 'docs', ...at])).toMatchObject({ code: 0 });
  expect(host.session.flag('docs')).toBe(false);
  const { entries } = (await scratch.json(['list', '--type', 'all', '--json', ...at])) as {
    entries: { name: string; effectiveEnabled: boolean; offBy: string | null }[];
  };
  expect(entries.map(({ name, effectiveEnabled, offBy }) => [name, effectiveEnabled, offBy])).toEqual([
    ['deploy', true, null],
    ['docs', false, 'self'],
    ['lookup', false, 'both'],
    ['cite', false, 'container'],
  ]);
});
