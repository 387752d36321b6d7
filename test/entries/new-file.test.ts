import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formIn, isCommandFolder, type NewEntry, type NewType } from '../../src/entries/new-file.js';
import { readEntries } from '../../src/host/discovery/read-entries.js';
import { homePlaces, repositoryPlaces, type SearchPlace } from '../../src/host/discovery/search-places.js';
import { makeTree } from '../support/host-tree.js';

const own = { isOwn: true };
const other = { isOwn: false };

const entry: NewEntry = {
  name: 'my-entry',
  description: 'Does "it": all.',
  user: true,
  model: true,
  body: 'One.\n\nTwo \\ three.',
};

/** The places whose files can be written one by one, with a folder as their uri ends. */
const writable = [...repositoryPlaces, ...homePlaces].flatMap((place) => {
  const { kind } = place.format;
  const isFiles = place.folder !== '' && (kind === 'skill' || kind === 'markdown' || kind === 'toml');
  return isFiles && !place.key.startsWith('$') ? [[place.key, place] as const] : [];
});

function readBack({ format, joiner }: SearchPlace, folder: string, path: string, text: string) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const found = {
    path: file,
    canonical: file,
    name: basename(file),
    folder: dirname(path).replace(/^\.$/, ''),
  };
  return readEntries(found, { format, ...(joiner !== undefined && { joiner }) });
}

describe('a new file', () => {
  it.each(writable)('in %s is read back as it was written', (key, place) => {
    const tree = makeTree();
    const folder = join(tree.cwd, key.replace('~/', 'home/'));
    const type = place.format.contents as NewType;
    const form = formIn(type, `file://${folder}`, own)!;
    const path = form.path(entry.name);
    expect(path).toMatch(place.format.kind === 'skill' ? /SKILL\.md$/ : place.format.files);
    const { entries, findings } = readBack(place, folder, path, form.text(entry));
    expect(findings).toEqual([]);
    expect(entries.map(({ draft }) => draft)).toEqual([
      expect.objectContaining({ type, name: entry.name, description: entry.description }),
    ]);
  });

  it('needs no description where no tool does', () => {
    const text = (type: NewType, folder: string) =>
      formIn(type, folder, own)!.text({ ...entry, description: undefined, body: 'B.' });
    expect(text('rule', 'file:///r/.claude/rules')).toBe('B.\n');
    expect(text('rule', 'file:///r/.github/instructions')).toBe('---\napplyTo: "**"\n---\n\nB.\n');
    expect(text('rule', 'file:///r/.cursor/rules')).toBe('---\nalwaysApply: true\n---\n\nB.\n');
    expect(text('prompt', 'file:///r/.gemini/commands')).toBe('prompt = """\nB.\n"""\n');
  });

  it.each([
    ['skill', '.agents/skills'],
    ['skill', '.claude/commands'],
    ['agent', '.github/agents'],
    ['agent', '.copilot/agents'],
  ] as const)('of type %s in %s can close both gates', (type, folder) => {
    const form = formIn(type, `file:///r/${folder}`, own)!;
    expect(form.hasGates).toBe(true);
    const text = form.text({ ...entry, user: false, model: false });
    expect(text).toContain('user-invocable: false\ndisable-model-invocation: true\n');
  });

  it.each([
    ['agent', '.claude/agents'],
    ['agent', '.codex/agents'],
    ['skill', '.opencode/command'],
    ['prompt', '.github/prompts'],
    ['rule', '.github/instructions'],
  ] as const)('of type %s in %s has no gates', (type, folder) => {
    const form = formIn(type, `file:///r/${folder}/`, own)!;
    expect(form.hasGates).toBe(false);
    expect(form.text({ ...entry, user: false })).not.toContain('invocable');
  });

  it('in a folder that is not known has the form that editors read, and none on our own host', () => {
    const paths = (['agent', 'prompt', 'rule'] as const).map((type) =>
      formIn(type, 'file:///r/mine', other)!.path('x'),
    );
    expect(paths).toEqual(['x.agent.md', 'x.prompt.md', 'x.instructions.md']);
    expect(formIn('agent', 'file:///r/mine', own)).toBeUndefined();
    expect(formIn('skill', 'file:///r/mine', own)?.path('x')).toBe('x/SKILL.md');
  });
});

it('knows folders whose skills are single files', () => {
  expect(isCommandFolder('skill', 'file:///r/.claude/commands/')).toBe(true);
  expect(isCommandFolder('skill', 'file:///r/.claude/skills')).toBe(false);
  expect(isCommandFolder('prompt', 'file:///r/.gemini/commands')).toBe(false);
});
