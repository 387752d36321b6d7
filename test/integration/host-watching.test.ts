import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileUri } from '../../src/host/files/file-uri.js';
import { hostLimits } from '../../src/host/limits.js';
import { SwitchesFile, switchesPath } from '../../src/host/session/switches-file.js';
import { makeTree } from '../support/host-tree.js';
import { type RawClient, rootChannel } from '../support/raw-client.js';
import { follow, skillText, watchedHost } from '../support/watched-host.js';

const lists = (client: RawClient) => client.envelopes('session/customizationsChanged').length;

describe('files that come and go', () => {
  it('appear as an update of their container, with switches kept', async () => {
    const tree = makeTree();
    tree.skill('alpha');
    const { client, session, shown } = await watchedHost(tree);
    const { id } = await client.entry(session, 'alpha');
    await client.toggle(session, { id, enabled: false });
    const file = tree.skill('beta');
    await shown.has('beta');
    expect(shown.now().find(({ name }) => name === 'alpha')).toMatchObject({ enabled: false });
    writeFileSync(file, skillText('beta', 'Does something else.'));
    await shown.shows(({ description }) => description === 'Does something else.');
    renameSync(join(file, '..'), join(tree.cwd, '.agents/skills/gamma'));
    writeFileSync(join(tree.cwd, '.agents/skills/gamma/SKILL.md'), skillText('gamma'));
    await shown.has('gamma');
    await shown.lacks('beta');
    rmSync(join(tree.cwd, '.agents/skills/gamma'), { recursive: true });
    await shown.lacks('gamma');
    expect(shown.now().find(({ name }) => name === 'alpha')).toMatchObject({ enabled: false });
    expect(lists(client)).toBe(0);
  });

  it('report a problem, and its end', async () => {
    const tree = makeTree();
    tree.skill('alpha');
    const { shown } = await watchedHost(tree);
    const file = tree.write('.agents/skills/broken/SKILL.md', 'no frontmatter');
    const load = (kind: string) =>
      shown.shows((entry) => (entry['load'] as { kind?: string })?.kind === kind);
    await load('degraded');
    expect(JSON.stringify(shown.now())).toContain('broken/SKILL.md');
    writeFileSync(file, skillText('broken'));
    await load('loaded');
    await shown.has('broken');
  });

  it('are found in a directory that was replaced as a whole', async () => {
    const tree = makeTree();
    tree.skill('alpha');
    const { shown } = await watchedHost(tree);
    const skills = join(tree.cwd, '.agents/skills');
    tree.write('fresh/beta/SKILL.md', skillText('beta'));
    renameSync(skills, join(tree.cwd, 'old'));
    renameSync(join(tree.cwd, 'fresh'), skills);
    await shown.has('beta');
    await shown.lacks('alpha');
    tree.skill('gamma');
    await shown.has('gamma');
  });
});

describe('directories that come and go', () => {
  it('appear as a new list, with their first skill', async () => {
    const tree = makeTree();
    tree.skill('alpha');
    const { client, shown } = await watchedHost(tree);
    tree.write('.claude/skills/first/SKILL.md', skillText('first'));
    await shown.has('.claude/skills', 'first');
    expect(lists(client)).toBeGreaterThan(0);
    tree.write('.claude/skills/second/SKILL.md', skillText('second'));
    await shown.has('second');
    rmSync(join(tree.cwd, '.claude'), { recursive: true });
    await shown.lacks('.claude/skills', 'first', 'second');
    await shown.has('alpha');
  });

  it('appear although they are created slowly, step by step', async () => {
    const tree = makeTree();
    const { shown } = await watchedHost(tree);
    for (const path of ['.github', '.github/agents', '.claude', '.claude/skills', '.claude/skills/late']) {
      mkdirSync(join(tree.cwd, path));
    }
    await shown.has('.github/agents', '.claude/skills');
    tree.write('.claude/skills/late/SKILL.md', skillText('late'));
    await shown.has('late');
  });

  it('appear in the home, too', async () => {
    const tree = makeTree();
    const { shown } = await watchedHost(tree);
    tree.write('../home/.agents/skills/mine/SKILL.md', skillText('mine'));
    await shown.has('mine');
  });

  it('are published to the root channel', async () => {
    const tree = makeTree();
    const { client } = await watchedHost(tree);
    await client.subscribe(rootChannel);
    tree.write('.claude/skills/first/SKILL.md', skillText('first'));
    const agents = () => client.envelopes('root/agentsChanged').at(-1)?.action['agents'];
    await client.until(() => JSON.stringify(agents() ?? '').includes('.claude/skills'));
    expect(JSON.stringify(agents())).not.toContain('children');
  });

  it('are noticed for a session that was created later', async () => {
    const tree = makeTree();
    const { client } = await watchedHost(tree);
    tree.write('other/.git/HEAD', '');
    const channel = 'agents:/other';
    await client.request('createSession', { channel, workingDirectory: fileUri(join(tree.cwd, 'other')) });
    const shown = await follow(client, channel);
    tree.write('other/.agents/skills/inner/SKILL.md', skillText('inner'));
    await shown.has('inner');
    const { uri } = shown.now().find(({ name }) => name === 'inner')!;
    const workspace = fileUri(join(tree.cwd, 'other'));
    const file = new SwitchesFile(switchesPath(tree.environment));
    await file.change([{ workspace, key: uri, enabled: false }]);
    await shown.shows(({ name, enabled }) => name === 'inner' && enabled === false);
  });
});

it('a storm of changes ends in the right list without a burst of frames', async () => {
  const tree = makeTree();
  for (let index = 0; index < 20; index += 1) tree.skill(`stays-${index}`);
  const { client, session, shown } = await watchedHost(tree);
  const { id } = await client.entry(session, 'stays-0');
  await client.toggle(session, { id, enabled: false });
  const before = client.frames.length;
  const startedAtMs = Date.now();
  for (let round = 0; round < 10; round += 1) {
    for (let index = 0; index < 100; index += 1) {
      const file = tree.skill(`storm-${index}`, `version: ${round}\n`);
      if (round % 2 === 1 && index % 2 === 1) rmSync(join(file, '..'), { recursive: true });
    }
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  tree.skill('after-the-storm');
  await shown.has('after-the-storm');
  const storm = shown.names().filter((name) => name.startsWith('storm'));
  expect(storm.toSorted()).toEqual(Array.from({ length: 50 }, (_, index) => `storm-${index * 2}`).toSorted());
  expect(shown.now().find(({ name }) => name === 'stays-0')).toMatchObject({ enabled: false });
  // However slow the machine is, there is at most one frame for each time it was quiet.
  const quietTimes = (Date.now() - startedAtMs) / hostLimits.watchDebounceMs;
  expect(client.frames.length - before).toBeLessThan(quietTimes + 3);
  await client.ping();
  expect(shown.now()).toEqual(await client.entries(session));
});
