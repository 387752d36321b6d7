import { expect, test } from 'vitest';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { Scene } from './scene.js';

test('Codex switches a server in the file that declares it, though a nearer file exists', async () => {
  const scene = new Scene({ cwd: 'sub' });
  const declared = '[mcp_servers.one]\ncommand = "run"\n';
  scene.write('.codex/config.toml', declared);
  scene.write('sub/.codex/config.toml', 'model = "x"\n');
  scene.write('~/.codex/config.toml', `[projects."${scene.repository}"]\ntrust_level = "trusted"\n`);
  const path = scene.path('.codex/config.toml');
  const entry = {
    ...scene.entry('mcpServer', '.codex', 'unused.md', { name: 'one' }),
    aliases: [{ place: '.codex/config.toml', path }],
    canonicalPath: path,
  };
  const [off] = await scene.switches(codex).change([{ entry, scope: 'shared', enabled: false }]);
  expect(off).toMatchObject({ state: { enabled: false, file: path } });
  expect(scene.read('sub/.codex/config.toml')).toBe('model = "x"\n');
  await scene.switches(codex).change([{ entry, scope: 'shared', enabled: true }]);
  expect(scene.read('.codex/config.toml')).toBe(declared);
});
