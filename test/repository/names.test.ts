import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '../../src');
const files = readdirSync(src, { encoding: 'utf8', recursive: true }).filter((name) => /\.tsx?$/.test(name));
const declared = /^(?:export )?(?:abstract )?(?:type|interface|class|enum) ([A-Z]\w*)/gm;

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

it('gives no type name two meanings', () => {
  const names = files.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(declared)].map(([, name]) => name as string),
  );
  expect(names.length).toBeGreaterThan(200);
  expect(repeated(names)).toEqual([]);
});

it('gives no two files the same name, except for limits and the entry points of the libraries', () => {
  const names = files.map((file) => basename(file)).filter((name) => !/^(?:index|limits)\.ts$/.test(name));
  expect(repeated(names)).toEqual([]);
});
