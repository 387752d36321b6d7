import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

interface Locked {
  resolved?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (name: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, '../..', name), 'utf8'));
const packages: Record<string, Locked> = read('package-lock.json').packages;

/** Looks a package up as Node does: next to whoever needs it, then further and further out. */
function isLocked(name: string, neededBy: string): boolean {
  const folder = `${neededBy}/node_modules/${name}`.replace(/^\//, '');
  if (packages[folder] !== undefined) return true;
  if (neededBy === '') return false;
  return isLocked(name, neededBy.slice(0, Math.max(0, neededBy.lastIndexOf('/node_modules/'))));
}

it('has an entry for every package that is needed on any platform', () => {
  const missing = Object.entries(packages).flatMap(([path, needs]) =>
    Object.keys({ ...needs.dependencies, ...needs.devDependencies, ...needs.optionalDependencies })
      .filter((name) => !isLocked(name, path))
      .map((name) => `${name}, needed by ${path || 'skillpick'}`),
  );
  expect(missing).toEqual([]);
});

it('holds no download addresses, but a checksum for every package', () => {
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
});

it('belongs to package.json', () => {
  expect(packages['']?.devDependencies).toEqual(read('package.json').devDependencies);
});
