import { expect, test } from 'vitest';
import { providersFor } from '../../../src/host/session/providers.js';
import { Workspace } from '../../../src/host/session/workspace.js';
import { gemini } from '../../../src/host/tools/gemini/gemini.js';
import { childrenOf } from '../../../src/protocol/tree.js';
import { Scene } from '../tools/scene.js';

test('a tool’s session follows its settings without a new discovery', () => {
  const scene = new Scene();
  scene.write('~/.config/skillpick/config.json', '{"tools": ["gemini"]}');
  scene.write('GEMINI.md', '');
  scene.write('AGENTS.md', '');
  const workspace = new Workspace(scene.environment, {});
  const provider = providersFor(scene.environment).find(({ id }) => id === 'gemini');
  const names = () =>
    provider?.select(workspace).flatMap((container) => childrenOf(container)?.map(({ name }) => name));
  expect(names()).toEqual(['GEMINI.md']);
  const { catalog } = workspace;
  scene.write('~/.gemini/settings.json', '{"context": {"fileName": ["AGENTS.md"]}}');
  workspace.switchesOf([gemini]).get(gemini)?.reload();
  expect(names()).toEqual(['AGENTS.md', 'GEMINI.md']);
  expect(workspace.catalog).toBe(catalog);
});
