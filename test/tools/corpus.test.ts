/** Compares the table of odd SKILL.md files with what the tools do. */

import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { tools } from '../../src/host/tools/all-tools.js';
import { askerFor, type ToldSkill } from './asking.js';
import { checkedWith, copyCorpus, corpus, corpusFolders, type Loaded, placeFor } from './corpus/corpus.js';
import { installed } from './installed.js';
import { trustedScene } from './trusted-scene.js';

/** The folder a skill was loaded from. Claude Code names a skill after its folder and reports no path. */
function folderOf({ name, path }: ToldSkill): string {
  if (path === undefined) return name;
  return basename(basename(path) === 'SKILL.md' ? dirname(path) : path);
}

test('the table covers every folder, with the versions the tests install', () => {
  expect(Object.keys(corpus).toSorted()).toEqual(corpusFolders.toSorted());
  expect(checkedWith).toEqual(Object.fromEntries(tools.map((tool) => [tool.id, tool.checkedWith])));
});

test.for(tools.map((tool) => [tool.id, tool] as const))(
  '%s loads and refuses what the table says',
  async ([id, tool], context) => {
    const found = await installed(tool);
    if ('missing' in found) return context.skip(`${id} cannot be had here`);
    const scene = trustedScene();
    copyCorpus(scene.path(placeFor(id)));
    const told = await askerFor(id, found.command, scene).skills();
    const loaded: Record<string, Loaded> = Object.fromEntries(corpusFolders.map((folder) => [folder, null]));
    for (const skill of told) loaded[folderOf(skill)] = skill.enabled ? skill.name : { listed: skill.name };
    expect(loaded).toEqual(Object.fromEntries(corpusFolders.map((folder) => [folder, corpus[folder]?.[id]])));
  },
);
