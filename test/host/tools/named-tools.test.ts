import { describe, expect, it } from 'vitest';
import { providersFor } from '../../../src/host/session/providers.js';
import { tools } from '../../../src/host/tools/all-tools.js';
import { presentTools } from '../../../src/host/tools/presence.js';
import { Scene } from './scene.js';

const idsIn = (scene: Scene, ids?: readonly string[]) =>
  presentTools(tools, scene.environment, ids).map(({ tool }) => tool.id);

describe('tools that are asked for', () => {
  it.each<[readonly string[], string[]]>([
    [['claude'], ['claude']],
    [
      ['qwen', 'claude'],
      ['claude', 'qwen'],
    ],
    [['unheard-of'], []],
    [['Claude'], []],
    [[], []],
  ])('count as present, and no others do: %j', (ids, expected) => {
    const scene = new Scene();
    scene.write('~/.codex/config.toml', '');
    expect(idsIn(scene)).toEqual(['codex']);
    expect(idsIn(scene, ids)).toEqual(expected);
  });

  it('count whatever the configuration names', () => {
    const scene = new Scene();
    scene.write('~/.config/skillpick/config.json', '{"tools": ["gemini"]}');
    expect(idsIn(scene, ['claude'])).toEqual(['claude']);
  });

  it('say why they are there', () => {
    const [found] = presentTools(tools, new Scene().environment, ['claude']);
    expect(found).toMatchObject({ isPresent: true, reason: 'it was asked for' });
  });

  it('are the providers of the host, next to that of everything', () => {
    const { environment } = new Scene();
    const names = (ids?: readonly string[]) => providersFor(environment, ids).map(({ id }) => id);
    expect(names(['claude'])).toEqual(['agents', 'claude']);
    expect(names()).toEqual(['agents']);
  });
});
