/**
 * Files that affect the list and are not in a listed directory. Each is changed twice, because the scan after the
 * start may already see the first change.
 */

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'vitest';
import { makeTree } from '../support/host-tree.js';
import { skillText, watchedHost } from '../support/watched-host.js';

function put(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

describe('a plugin package', () => {
  it('is updated when its manifest or its hooks change', async () => {
    const tree = makeTree();
    const pack = join(tree.root, 'pack');
    const manifest = put(join(pack, '.claude-plugin/plugin.json'), '{"name":"pack","version":"1.0.0"}');
    const hooks = put(join(pack, 'hooks/hooks.json'), '{"hooks":{"Stop":[]}}');
    const { shown } = await watchedHost(tree, { plugins: [pack] });
    writeFileSync(manifest, '{"name":"pack","version":"2.0.0"}');
    await shown.shows(({ version }) => version === '2.0.0');
    writeFileSync(hooks, '{"hooks":{"Start":[]}}');
    await shown.has('Start');
  });

  it('appears when it is created', async () => {
    const tree = makeTree();
    const pack = join(tree.root, 'made/later');
    const { shown } = await watchedHost(tree, { plugins: [pack] });
    tree.write('AGENTS.md', 'Be kind.');
    await shown.has('AGENTS.md');
    put(join(pack, 'plugin.json'), '{"name":"late"}');
    await shown.has('late');
    put(join(pack, 'skills/first/SKILL.md'), skillText('first'));
    await shown.has('first');
  });

  it('appears when it is installed', async () => {
    const tree = makeTree();
    const { shown } = await watchedHost(tree);
    const pack = join(tree.home, '.claude/plugins/cache/acme');
    put(join(pack, 'plugin.json'), '{"name":"acme"}');
    const plugins = { 'acme@shop': [{ scope: 'user', installPath: pack }] };
    const file = join(tree.home, '.claude/plugins/installed_plugins.json');
    put(file, JSON.stringify({ version: 2, plugins }));
    await shown.has('acme');
  });
});

describe('a change behind a link', () => {
  it('is noticed for a skill', async () => {
    const tree = makeTree();
    const real = put(join(tree.root, 'elsewhere/linked/SKILL.md'), skillText('linked'));
    mkdirSync(join(tree.cwd, '.claude/skills/linked'), { recursive: true });
    symlinkSync(real, join(tree.cwd, '.claude/skills/linked/SKILL.md'));
    const { shown } = await watchedHost(tree);
    for (const text of ['Does more.', 'Does less.']) {
      writeFileSync(real, skillText('linked', text));
      await shown.shows(({ description }) => description === text);
    }
  });

  it('is noticed for the settings of a tool', async () => {
    const tree = makeTree();
    const real = put(join(tree.root, 'dotfiles/settings.json'), '{}');
    mkdirSync(join(tree.home, '.claude'));
    symlinkSync(real, join(tree.home, '.claude/settings.json'));
    tree.write('.claude/skills/clerk/SKILL.md', skillText('clerk'));
    const { shown } = await watchedHost(tree);
    for (const state of ['off', 'on']) {
      writeFileSync(real, JSON.stringify({ skillOverrides: { clerk: state } }));
      await shown.shows(({ name, enabled = true }) => name === 'clerk' && enabled === (state === 'on'));
    }
  });
});
