import { describe, expect, test } from 'vitest';
import { isIgnored } from '../../../src/host/tools/git-ignored.js';
import { Scene } from './scene.js';

describe('a settings file is ignored by Git', () => {
  test.each<[pattern: string, expected: boolean]>([
    ['.gemini', true],
    ['.gemini/', true],
    ['/.gemini/', true],
    ['.gemini/*', true],
    ['.gemini/settings.json', true],
    ['/.gemini/settings.json\r', true],
    ['settings.json', true],
    ['# .gemini', false],
    ['.gemini/\n!.gemini/settings.json', false],
    ['other', false],
    ['.gem*', false],
    ['', false],
  ])('with %j: %s', (pattern, expected) => {
    const scene = new Scene();
    scene.write('.gitignore', `node_modules\n${pattern}\n`);
    expect(isIgnored(scene.path('.gemini/settings.json'), scene.repository)).toBe(expected);
  });

  test('by an ignore file next to it, or by the exclude file of the repository', () => {
    const scene = new Scene();
    const path = scene.path('.gemini/settings.json');
    expect(isIgnored(path, scene.repository)).toBe(false);
    scene.write('.gemini/.gitignore', 'settings.json\n');
    expect(isIgnored(path, scene.repository)).toBe(true);
    const other = new Scene();
    other.write('.git/info/exclude', '.gemini/\n');
    expect(isIgnored(other.path('.gemini/settings.json'), other.repository)).toBe(true);
  });
});
