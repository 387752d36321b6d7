/** Rules of Claude Code that no other tool has. They were compared with the tool itself. */

import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FileFacts } from '../../../src/host/discovery/file-facts.js';
import { parseFrontmatter, parseLoosely } from '../../../src/host/discovery/frontmatter.js';
import { claude } from '../../../src/host/tools/claude/claude.js';
import type { EntryRef } from '../../../src/host/tools/tool.js';
import { findContext } from '../../../src/host/tools/tool-context.js';
import { Scene } from './scene.js';

/** The facts of a file with this frontmatter. */
function factsOf(block: string): FileFacts {
  const parsed = parseFrontmatter(block);
  if ('fields' in parsed) return { fields: parsed.fields, block };
  return { fields: parseLoosely(block), block, flaw: parsed.finding.code };
}

const withFacts = (entry: EntryRef, block: string): EntryRef => ({ ...entry, facts: factsOf(block) });

describe('gates', () => {
  test.each<[block: string, user: boolean, model: boolean]>([
    ['description: x', true, true],
    ['user-invocable: yes', true, true],
    ['user-invocable: 1.0', true, true],
    ['user-invocable: maybe', false, true],
    ['user-invocable:', false, true],
    ['disable-model-invocation: "on"', true, false],
    ['disable-model-invocation: 2', true, true],
    ['user-invokable: false', true, true],
    ['user-invocable: true\nuser-invocable: false', false, true],
    ['description: a: b\nuser-invocable: false', false, true],
    ['description: x\n  bad: [x\nuser-invocable: false', true, true],
    ['description: a --- b\nuser-invocable: false', true, true],
  ])('of %j', (block, user, model) => {
    const scene = new Scene();
    const entry = withFacts(scene.skill('.claude/skills', 'lint'), block);
    expect(claude.gatesOf(entry, findContext(scene.environment))).toEqual({ user, model });
  });

  test.each<[paths: string, isOpen: boolean]>([
    ['"src/**"', false],
    ['["**/*.ts"]', false],
    ['"**"', true],
  ])('are closed at the start by the paths %s', (paths, isOpen) => {
    const scene = new Scene();
    const entry = withFacts(scene.skill('.claude/skills', 'lint'), `paths: ${paths}`);
    const { user, model, note } = claude.gatesOf(entry, findContext(scene.environment));
    expect([user, model, note === undefined]).toEqual([isOpen, isOpen, isOpen]);
  });

  test('close the skill of a plugin to the model if it has no description', () => {
    const scene = new Scene();
    const entry = { ...scene.skill('.claude/skills', 'lint'), plugin: 'acme' };
    const context = findContext(scene.environment);
    expect(claude.gatesOf(withFacts(entry, 'name: lint'), context).model).toBe(false);
    expect(claude.gatesOf(withFacts(entry, 'description: x'), context).model).toBe(true);
  });
});

describe('refusals', () => {
  const refusal = (scene: Scene, entry: EntryRef) =>
    claude.refuses?.(entry, entry.aliases[0]!, findContext(scene.environment));

  test.each<[folder: string, reason: string | undefined]>([
    ['lint', undefined],
    ['two words', undefined],
    ['Synced', 'this name is reserved'],
    ['a<b', 'its name has a character that is not allowed'],
    ['a\u200Bb', 'its name has a character that is not allowed'],
    ['a  b', 'its name has a blank or a colon in the wrong place'],
    ['end:', 'its name has a blank or a colon in the wrong place'],
  ])('of a skill in the folder %j', (folder, reason) => {
    const scene = new Scene();
    expect(refusal(scene, scene.skill('.claude/skills', folder))).toBe(reason);
  });

  test.each<[block: string, reason: string | undefined]>([
    ['name: a\ndescription: b', undefined],
    ['name: a\ndescription: " "', undefined],
    ['description: b', 'it has no name'],
    ['name: 5\ndescription: b', 'it has no name'],
    ['name: -a\ndescription: b', 'its name begins with a hyphen'],
    ['name: "a：b"\ndescription: b', 'its name has a colon'],
    ['name: a', 'it has no description'],
    ['name: a\ndescription: 5', 'it has no description'],
    ['name: a\ndescription: b\nhooks: 5', 'its hooks are not valid'],
  ])('of an agent with %j', (block, reason) => {
    const scene = new Scene();
    expect(refusal(scene, withFacts(scene.entry('agent', '.claude/agents', 'a.md'), block))).toBe(reason);
  });

  test('of a command next to a SKILL.md', () => {
    const scene = new Scene();
    const entry = scene.entry('skill', '.claude/commands', 'group/run.md');
    const inGroup = { ...entry, facts: { ...entry.facts, folder: 'group' } };
    expect(refusal(scene, inGroup)).toBeUndefined();
    scene.write('.claude/commands/group/SKILL.md', '');
    expect(refusal(scene, inGroup)).toBe('the SKILL.md next to it counts instead');
  });
});

describe('rules for skills', () => {
  test.each<[rule: string, isDenied: boolean]>([
    ['Skill', true],
    ['Skill(*)', true],
    ['*', true],
    ['Skill(lint)', true],
    ['Skill(/lint)', true],
    ['Skill(second)', true],
    ['Skill(li:*)', true],
    ['Skill(li *)', true],
    ['Skill(lint all)', false],
    ['Skill(li*)', false],
    ['Skill(Lint)', false],
    ['Skill( lint )', false],
    ['Skill()', false],
  ])('%s', (rule, isDenied) => {
    const scene = new Scene();
    const entry = withFacts(scene.skill('.claude/skills', 'lint'), 'name: second');
    scene.write('.claude/settings.json', JSON.stringify({ permissions: { deny: [rule] } }));
    const { enabled, modelInvocable } = scene.switches(claude).read(entry);
    expect([enabled, modelInvocable]).toEqual([true, isDenied ? false : undefined]);
  });
});

test('a folder of skills that is a plugin takes its skill along', () => {
  const scene = new Scene();
  const entry = scene.skill('~/.claude/skills', 'outer');
  scene.write('~/.claude/skills/outer/.claude-plugin/plugin.json', '{"name": "mine"}');
  scene.write('.claude/settings.json', '{"enabledPlugins": {"outer@skills-dir": false}}');
  expect(scene.switches(claude).read(entry).enabled).toBe(true);
  scene.write('.claude/settings.json', '{"enabledPlugins": {"mine@skills-dir": false}}');
  expect(scene.switches(claude).read(entry).enabled).toBe(false);
});

describe('local settings', () => {
  const off = '{"skillOverrides": {"lint": "off"}}';

  test('of the main checkout count in a worktree, and those of the worktree are written', async () => {
    const scene = new Scene({ cwd: 'tree' });
    scene.write('tree/.git', `gitdir: ${scene.path('.git/worktrees/tree')}\n`);
    scene.write('.git/worktrees/tree/commondir', '../..\n');
    const entry = scene.skill('.claude/skills', 'lint', { base: 'tree' });
    scene.write('.claude/settings.local.json', off);
    expect(scene.switches(claude).read(entry).enabled).toBe(false);
    scene.write('.claude/settings.local.json', '{}');
    await scene.switches(claude).change([{ entry, scope: 'workspace', enabled: false }]);
    expect(scene.read('tree/.claude/settings.local.json')).toContain('"lint": "off"');
  });

  test('in the home do not count, even if the home is a repository', () => {
    const scene = new Scene();
    scene.write('~/.git/HEAD', '');
    scene.write('~/work/.claude/skills/lint/SKILL.md', '');
    scene.write('~/.claude/settings.local.json', off);
    const environment = { ...scene.environment, cwd: join(scene.home, 'work') };
    const paths = claude.files('skill', findContext(environment)).map(({ path }) => path);
    expect(paths).not.toContain(scene.path('~/.claude/settings.local.json'));
  });
});

describe('managed settings', () => {
  /** What the rule for a skill decides, with the files of an administrator below `system`. */
  function decide(files: Record<string, string>): boolean | string {
    const scene = new Scene();
    const entry = scene.skill('.claude/skills', 'lint');
    for (const [name, text] of Object.entries(files)) scene.write(`../system/etc/claude-code/${name}`, text);
    const context = findContext({ ...scene.environment, systemRoot: join(scene.folder, 'system') });
    const contents = claude.files('skill', context).map((file) => {
      const text = scene.read(relative(scene.repository, file.path));
      return text === undefined ? undefined : claude.parse(text, file);
    });
    const rule = claude.ruleFor(entry, context);
    return typeof rule === 'string' ? rule : rule.decide(contents).enabled;
  }

  const off = '{"skillOverrides": {"lint": "off"}, "model": 5}';
  const on = '{"skillOverrides": {"lint": "on"}}';

  test.each<[name: string, files: Record<string, string>, enabled: boolean]>([
    ['lose only their wrong values', { 'managed-settings.json': off }, false],
    ['are weaker than more of them', { 'managed-settings.json': off, 'managed-settings.d/1.json': on }, true],
    ['win by name', { 'managed-settings.d/1.json': on, 'managed-settings.d/2.json': off }, false],
    ['may not be hidden', { 'managed-settings.d/.1.json': off }, true],
  ])('%s', (_, files, enabled) => {
    expect(decide(files)).toBe(enabled);
  });
});
