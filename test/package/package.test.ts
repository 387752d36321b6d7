import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const repository = resolve(import.meta.dirname, '../..');
let scratch: string;
let project: string;

function run(command: string, args: readonly string[], cwd = project): string {
  const env = {
    ...process.env,
    HOME: join(scratch, 'home'),
    XDG_STATE_HOME: '',
    XDG_RUNTIME_DIR: '',
    AHP_URL: '',
  };
  return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'skillpick-package-'));
  project = join(scratch, 'project');
  mkdirSync(join(scratch, 'home'));
  mkdirSync(project);
  execFileSync('npm', ['pack', '--pack-destination', scratch], { cwd: repository, stdio: 'pipe' });
  const tarball = readdirSync(scratch).find((name) => name.endsWith('.tgz'));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}\n');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', join('..', tarball ?? '')]);
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('the installed command prints its version and lists what it finds', () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(run('npx', ['skillpick', '--version'])).toBe(`${version}\n`);
  const skill = join(project, '.agents', 'skills', 'packed');
  mkdirSync(skill, { recursive: true });
  writeFileSync(join(skill, 'SKILL.md'), '---\nname: packed\ndescription: From the tarball.\n---\n');
  expect(run('npx', ['skillpick', '--list', '--format', 'names'])).toBe('packed\n');
});

test('an install brings no other packages and the licences of what is bundled', () => {
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['skillpick']);
  const licences = readFileSync(join(project, 'node_modules/skillpick/dist/licenses.txt'), 'utf8');
  for (const name of ['commander', 'fuzzysort', 'ink', 'react', 'ws'])
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
});

test.each(['protocol', 'client', 'host'])('skillpick/%s can be imported', (name) => {
  const names = run(process.execPath, [
    '--input-type=module',
    '-e',
    `console.log(Object.keys(await import('skillpick/${name}')).sort().join(' '))`,
  ]);
  const expected = { protocol: 'sessionReducer', client: 'connectToHost', host: 'serveHost' }[name] ?? '';
  expect(names.trim().split(' ')).toContain(expected);
});

const entryPoints = ['protocol', 'client', 'host'];
const declarationsOf = (name: string) =>
  readFileSync(join(project, 'node_modules/skillpick/dist/types', `${name}.d.ts`), 'utf8');

test('a strict project compiles against the declarations, which are checked as well', () => {
  cpSync(join(import.meta.dirname, 'consumer.txt'), join(project, 'consumer.ts'));
  for (const name of ['@types', 'undici-types'])
    cpSync(join(repository, 'node_modules', name), join(project, 'node_modules', name), { recursive: true });
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
  expect(run(process.execPath, [join(repository, 'node_modules/typescript/bin/tsc'), '-p', '.'])).toBe('');
});

test('each entry point has one declaration file, which refers to no other', () => {
  const types = join(project, 'node_modules/skillpick/dist/types');
  expect(readdirSync(types).sort()).toEqual(entryPoints.map((name) => `${name}.d.ts`).sort());
  for (const name of entryPoints) expect(declarationsOf(name)).not.toMatch(/\bfrom '|\bimport\(|<reference/);
});

test.each(entryPoints)('every export of skillpick/%s has a comment', (name) => {
  const text = declarationsOf(name);
  const exported = [...text.matchAll(/^export (?:type )?\{ (.*) \};$/gm)].flatMap(([, names = '']) =>
    names.split(', '),
  );
  expect(exported.length).toBeGreaterThan(10);
  const isCommented = (exportedName: string) =>
    new RegExp(`\\*/\\n(?:declare )?(?:function|class|interface|type|const) ${exportedName}\\b`).test(text);
  expect(exported.filter((exportedName) => !isCommented(exportedName))).toEqual([]);
});

test('the tarball contains only what is needed', () => {
  const root = join(project, 'node_modules/skillpick');
  expect(readdirSync(root).sort()).toEqual(
    ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'docs', 'package.json'].sort(),
  );
  expect(existsSync(join(root, 'src'))).toBe(false);
});
