import { expect, test, vi } from 'vitest';
import { gemini } from '../../../src/host/tools/gemini/gemini.js';
import { isIgnored } from '../../../src/host/tools/git-ignored.js';
import { Scene } from './scene.js';

vi.mock('../../../src/host/tools/git-ignored.js', async (load) => {
  const module = await load<typeof import('../../../src/host/tools/git-ignored.js')>();
  return { ...module, isIgnored: vi.fn(module.isIgnored) };
});

test('reads the ignore files once for all entries that are switched in a file', () => {
  const scene = new Scene();
  const switches = scene.switches(gemini);
  const skills = ['a', 'b', 'c'].map((name) => scene.skill('.agents/skills', name));
  const fileRemark = 'counts for everyone who has this repository';
  for (const skill of skills) expect(switches.keptIn(skill, 'workspace')).toMatchObject({ fileRemark });
  expect(isIgnored).toHaveBeenCalledTimes(1);
  scene.write('.gitignore', '.gemini/\n');
  switches.reload();
  expect(switches.keptIn(skills[0]!, 'workspace')).toEqual({ scope: 'workspace' });
});
