import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../support/command.js';
import { fileTree } from '../support/file-tree.js';
import { type Schema, validate } from '../support/json-schema.js';
import { logOpenedFiles } from '../support/opened-files.js';

const root = resolve(import.meta.dirname, '../..');
const schema = JSON.parse(readFileSync(resolve(root, 'docs/list-1.schema.json'), 'utf8')) as Schema;

/** A repository and a home with content of their own, which the demo must not show. */
function scratchWithSkill(): Scratch {
  const scratch = makeScratch();
  scratch.skill('my-own');
  return scratch;
}

describe('--demo', () => {
  it('lists the demo as a document that follows the schema', async () => {
    const document = await scratchWithSkill().json(['list', '--demo', '--type', 'all', '--json']);
    expect(validate(document, schema)).toEqual([]);
    expect(document).toMatchObject({
      host: { kind: 'demo', url: null },
      session: { provider: 'agents', title: 'my-repo' },
    });
  });

  it('prints the same every time, also without a command', async () => {
    const scratch = scratchWithSkill();
    const [first, second] = await Promise.all([scratch.run(['list', '--demo']), scratch.run(['--demo'])]);
    expect(first).toEqual(second);
    expect(first.stdout).toMatch(/^mixed +user +model +skill +release-notes /);
    expect(first.stdout).not.toContain('my-own');
    expect(first.stderr).toBe(
      'skillpick: trusted-only: Gemini CLI still uses it, until it is told to trust this folder.\n',
    );
  });

  it('shows an entry with its text, and searches', async () => {
    const scratch = scratchWithSkill();
    const shown = await scratch.run(['show', '--demo', 'release-notes']);
    expect(shown.stdout).toContain('set by /demo/my-repo/opencode.json:5');
    expect(shown.stdout).toContain('templates/notes.md');
    expect(shown.stdout).toContain('# Release notes');
    const found = await scratch.run(['search', '--demo', 'planner']);
    expect(found.stdout.split('\n')[0]).toMatch(/^exact name .* planner +\.claude\/agents/);
  });

  it('takes no host and no session from the environment', async () => {
    const env = { AHP_URL: 'ws://127.0.0.1:1', AHP_SESSION: 'nowhere', SKILLPICK_PROVIDER: 'codex' };
    const { code, stdout } = await scratchWithSkill().run(['list', '--demo', 'planner'], { env });
    expect({ code, lines: stdout.split('\n').length }).toEqual({ code: 0, lines: 3 });
  });

  it('completes the names of the demo', async () => {
    const { stdout } = await scratchWithSkill().run(['__complete', '--', 'show', '--demo', 'release-n']);
    expect(stdout).toMatch(/^release-notes\t/);
  });

  it.each([
    ['--url', 'ws://127.0.0.1:1'],
    ['--host', '1'],
    ['--local'],
    ['--session', 'x'],
    ['--provider', 'codex'],
    ['--plugin', '.'],
    ['--cwd', '.'],
  ])('is refused with %s', async (...words) => {
    const { code, stderr } = await makeScratch().run(['list', '--demo', ...words]);
    const message = `skillpick: --demo cannot be used with ${words[0]}. Give one of them.\n`;
    expect({ code, stderr }).toEqual({ code: 2, stderr: message });
  });

  it.each([
    ['enable', 'deploy'],
    ['disable', 'deploy'],
    ['toggle', 'deploy'],
    ['reset', 'deploy'],
    ['doctor'],
    ['sessions'],
    ['watch'],
  ])('is no option of %s', async (command, ...refs) => {
    const { code, stderr } = await makeScratch().run([command, '--demo', ...refs]);
    expect(code).toBe(2);
    expect(stderr).toContain(`--demo cannot be used with ${command}.`);
  });

  it('opens no file of the user, and leaves the disk as it was', async () => {
    const scratch = scratchWithSkill();
    const before = fileTree(scratch.root);
    const opened = logOpenedFiles();
    const { code } = await scratch.run(['list', '--demo'], opened);
    expect(code).toBe(0);
    expect(opened.read()).toContain('demo-connector');
    expect(opened.read()).not.toContain(scratch.root);
    expect(fileTree(scratch.root)).toEqual(before);
  });
});

it('loads nothing of the demo without --demo', async () => {
  const scratch = scratchWithSkill();
  const opened = logOpenedFiles();
  await scratch.run(['list'], opened);
  expect(opened.read()).toContain(scratch.root);
  expect(opened.read()).not.toContain('demo-connector');
});
