/** Undo and redo of switches of entries that have the same name, and so share one setting of a tool. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { listEntries } from '../../../src/entries/entries.js';
import { Host } from '../../../src/host/host.js';
import { connectInProcess } from '../../support/client-in-process.js';
import { makeTree, type Tree, trustInGemini } from '../../support/host-tree.js';
import { ownHost } from '../../support/standing.js';

const homes = ['.claude', '.codex', '.copilot', '.gemini', '.config/opencode', '.qwen'];
const repositoryPlaces = ['.claude/skills', '.agents/skills', '.github/skills'];

function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const skillText = (name: string) => `---\nname: ${name}\ndescription: Does it.\n---\nBody.\n`;

/** Makes a repository with as many skills of one name, and one other skill. */
function makeScene(count: number, settings: Readonly<Record<string, string>>): Tree {
  const tree = makeTree();
  for (const home of homes) mkdirSync(join(tree.home, home), { recursive: true });
  trustInGemini(tree);
  const inRepository = repositoryPlaces.map((place) => join(tree.cwd, place));
  const places = [inRepository[0]!, join(tree.home, '.claude/skills'), ...inRepository.slice(1)];
  for (const place of places.slice(0, count)) writeFile(join(place, 'deploy/SKILL.md'), skillText('deploy'));
  tree.skill('lint');
  for (const [path, text] of Object.entries(settings))
    writeFile(path.startsWith('~/') ? join(tree.home, path.slice(2)) : join(tree.cwd, path), text);
  return tree;
}

/** Returns all files of the repository and of the tools in the home. */
function filesOf({ root, cwd, home }: Tree): Record<string, string> {
  const filesIn = (path: string): string[] =>
    statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesIn(join(path, name))) : [path];
  const places = [cwd, ...homes.map((one) => join(home, one))].filter((path) => existsSync(path));
  const files = places.flatMap(filesIn);
  return Object.fromEntries(files.map((file) => [relative(root, file), readFileSync(file, 'utf8')]));
}

const otherSettings = {
  '.claude/settings.local.json': '{\n  "skillOverrides": {\n    "a": "off",\n    "z": "off"\n  }\n}\n',
  'opencode.json': '{\n  // mine\n  "permission": { "skill": { "*": "ask", "z": "deny" } }\n}\n',
  '.github/copilot/settings.local.json': '{"disabledSkills":["a","z"]}',
  '.gemini/settings.json': '{ "skills": { "disabled": [ "a" ] } }',
  '~/.codex/config.toml': 'model = "x"\n\n[[skills.config]]\nname = "a"\nenabled = false\n\n[z]\nb = 1\n',
};

const offSettings = {
  '.claude/settings.local.json': '{"skillOverrides":{"a":"off","deploy":"off","z":"off"}}\n',
  'opencode.json':
    '{\n  "permission": {\n    "skill": {\n      "deploy": "deny",\n      // others\n      "z": "deny",\n    },\n  },\n}\n',
  '.github/copilot/settings.local.json': '{\n  "disabledSkills": [\n    "deploy",\n    "z"\n  ]\n}\n',
  '.gemini/settings.json': '{"skills":{"disabled":["deploy","Deploy","z"]}}',
  '~/.codex/config.toml': '[[skills.config]]\nname = "deploy"\nenabled = false\n\n[z]\nb = 1\n',
};

const settingsFiles = { 'no settings': {}, 'other settings': otherSettings, 'these settings': offSettings };

interface Case {
  count: number;
  enabled: boolean;
  has: keyof typeof settingsFiles;
}

const cases = [2, 3, 4].flatMap((count): Case[] => [
  { count, enabled: false, has: 'no settings' },
  { count, enabled: false, has: 'other settings' },
  { count, enabled: true, has: 'these settings' },
]);

test.each(cases)(
  'switching $count entries to $enabled, with $has, can be taken back and made again to the byte',
  async ({ count, enabled, has }) => {
    const tree = makeScene(count, settingsFiles[has]);
    const { open } = await connectInProcess(new Host({ environment: tree.environment }));
    const store = await open('agents');
    const { entries } = listEntries(store.getSnapshot().state, ownHost);
    const wishes = entries.map(({ id }) => ({ id, enabled, scope: 'workspace' as const }));
    const before = filesOf(tree);
    const outcomes = await Promise.all(store.switch(wishes));
    const after = filesOf(tree);
    expect(after).not.toEqual(before);
    let [batch] = outcomes.flatMap((one) => (one.kind === 'confirmed' ? (one.result?.batch ?? []) : []));
    for (const expected of [before, after, before, after]) {
      const undone = await store.undo(batch ?? '');
      if (undone.kind !== 'confirmed') throw new Error(`not taken back: ${JSON.stringify(undone)}`);
      expect(undone.result.switches.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
      expect(filesOf(tree)).toEqual(expected);
      batch = undone.result.batch ?? undefined;
    }
  },
);
