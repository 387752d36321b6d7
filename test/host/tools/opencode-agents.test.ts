import { describe, expect, test } from 'vitest';
import { kilo } from '../../../src/host/tools/kilo/kilo.js';
import { opencode } from '../../../src/host/tools/opencode/opencode.js';
import type { Tool } from '../../../src/host/tools/tool.js';
import { Scene } from './scene.js';
import { standingsIn, standingsOf, usedIn } from './tool-table.js';

function sceneWith(files: Record<string, unknown>): Scene {
  const scene = new Scene();
  for (const [short, content] of Object.entries(files))
    scene.write(short, typeof content === 'string' ? content : JSON.stringify(content));
  return scene;
}

const one = { description: 'd', mode: 'subagent' };
const file = '---\ndescription: d\nmode: subagent\n---\n';

const both: [string, Tool, string][] = [
  ['opencode', opencode, '~/.config/opencode'],
  ['Kilo', kilo, '~/.config/kilo'],
];

describe.each(both)('agents in the settings of %s', (_, tool, home) => {
  test('are listed, with their switch and their gates', () => {
    const agent = {
      ...{ one, off: { ...one, disable: true } },
      ...{ primary: { ...one, mode: 'primary' }, hidden: { ...one, hidden: true } },
    };
    const standings = standingsIn(sceneWith({ [`${tool.id}.json`]: { agent } }), tool);
    expect(standings.get('agent one')).toMatchObject({ inEffect: true, modelInvocable: true });
    expect(standings.get('agent off')).toMatchObject({ inEffect: false, isRefused: false });
    expect(standings.get('agent primary')).toMatchObject({ inEffect: true, modelInvocable: false });
    expect(standings.get('agent hidden')).toMatchObject({ inEffect: true, userInvocable: false });
  });

  test('are not listed if they only change a built-in agent, or the agent of a file', () => {
    const agent = { build: one, file: { description: 'other' }, gone: { disable: true } };
    const scene = sceneWith({ [`${tool.id}.json`]: { agent }, [`${tool.directory}/agent/file.md`]: file });
    expect([...standingsIn(scene, tool).keys()]).toEqual(['agent file']);
  });

  test('are switched in another file than their own', () => {
    const scene = sceneWith({
      [`${home}/${tool.id}.json`]: { agent: { a: one, b: { ...one, disable: true } } },
      [`${tool.id}.json`]: { agent: { a: { disable: true }, b: { disable: false } } },
    });
    expect(usedIn(scene, tool, 'agent')).toEqual(['b']);
  });

  test('are one agent in several files, of which the strongest is used', () => {
    const scene = sceneWith({
      [`${home}/${tool.id}.json`]: { agent: { a: { mode: 'primary' } } },
      [`${tool.id}.json`]: { agent: { a: { prompt: 'p' } } },
    });
    const used = standingsOf(scene, tool).filter(([, { inEffect }]) => inEffect);
    expect(used).toEqual([
      [scene.path(`${tool.id}.json`), expect.objectContaining({ modelInvocable: false })],
    ]);
  });
});

test('an agent in opencode.json may be new in opencode and built into Kilo', () => {
  const scene = sceneWith({ 'opencode.json': { agent: { ask: one } } });
  expect(usedIn(scene, opencode, 'agent')).toEqual(['ask']);
  expect(standingsIn(scene, kilo).get('agent ask')?.note).toContain(
    'an agent of this name is built into Kilo',
  );
});

test('an agent in opencode.json is listed beside a file of that name for Kilo alone', () => {
  const scene = sceneWith({ 'opencode.json': { agent: { x: one } }, '.kilo/agent/x.md': file });
  expect(usedIn(scene, opencode, 'agent')).toEqual(['x']);
});
