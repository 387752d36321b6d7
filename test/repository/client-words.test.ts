import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');

it.each(['client', 'protocol'])('%s/ names no command-line option and no command', (folder) => {
  const files = readdirSync(join(src, folder), { encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const named = files.flatMap((name) => {
    const text = readFileSync(join(src, folder, name), 'utf8');
    return [
      ...text.matchAll(/['`"\s]--[a-z][\w-]*|\bskillpick (list|sessions|hosts|doctor|serve|show)\b/g),
    ].map(([found]) => `${name}: ${found.trim()}`);
  });
  expect(named).toEqual([]);
});
