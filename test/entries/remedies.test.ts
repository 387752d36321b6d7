import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionStore } from '../../src/client/session-store.js';
import { listEntries, type Problem } from '../../src/entries/entries.js';
import { remedyFor } from '../../src/entries/remedies.js';
import { Host } from '../../src/host/host.js';
import { hostLimits } from '../../src/host/limits.js';
import { problemCodes } from '../../src/protocol/problem-codes.js';
import { connectInProcess } from '../support/client-in-process.js';
import { makeTree, type Tree } from '../support/host-tree.js';
import { ownHost } from '../support/standing.js';
import { until } from '../support/until.js';

type Code = NonNullable<Problem['code']>;

/** How a problem comes about: what is written before the host starts, or what goes wrong later. */
type Breakage = (tree: Tree) => void;

interface Case {
  severity: Problem['severity'];
  remedy: string;
  breaks: Breakage;
  /** What else is wrong then, as a warning. */
  also?: readonly Code[];
}

const plugin = 'pack';

const skill =
  (text: string | Buffer, place = '.agents'): Breakage =>
  (tree) => {
    const file = tree.write(`${place}/skills/demo/SKILL.md`, '');
    writeFileSync(file, text);
  };
const fields = (text: string, place?: string): Breakage => skill(`---\n${text}\n---\nBody.\n`, place);
const file =
  (path: string, text: string): Breakage =>
  (tree) =>
    tree.write(path, text);
const link =
  (path: string, target: (tree: Tree) => string): Breakage =>
  (tree) => {
    mkdirSync(dirname(join(tree.cwd, path)), { recursive: true });
    symlinkSync(target(tree), join(tree.cwd, path));
  };
const manifest = (content: unknown): Breakage =>
  file(`${plugin}/.claude-plugin/plugin.json`, JSON.stringify(content));

const damageSwitches: Breakage = (tree) => {
  const directory = join(tree.home, '.local/state/skillpick');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'switches.json'), 'torn');
};

/** Root may read every file, so these cases cannot happen to it. */
const isRoot = process.getuid?.() === 0;

const correctLink = 'Correct the link, or remove it.';
const correctPath = 'Correct the path in the manifest.';
const correctSyntax = 'Correct the syntax at that line.';
const plainFile = 'Put a regular file of normal size there.';
const smallerTree = 'Move it nearer to the top, or make the tree smaller.';

const cases: Record<Exclude<Code, 'update-failed' | 'switches-set-aside'>, Case> = {
  'name-missing': {
    severity: 'warning',
    remedy: 'Add a line "name: …" to the frontmatter, equal to the directory’s name.',
    breaks: fields('description: x', '.claude'),
  },
  'name-too-long': {
    severity: 'warning',
    remedy: 'Shorten the name to 64 characters at most.',
    breaks: fields(`name: ${'x'.repeat(65)}\ndescription: x`),
  },
  'name-invalid': {
    severity: 'warning',
    remedy: 'Rename the directory and the field, for example to release-notes.',
    breaks: fields('name: Demo\ndescription: x'),
  },
  'name-not-folder': {
    severity: 'warning',
    remedy: 'Give the directory and the field "name" the same name.',
    breaks: fields('name: other\ndescription: x', '.claude'),
  },
  'description-missing': {
    severity: 'warning',
    remedy: 'Add a line "description: …": what it does and when to use it.',
    breaks: fields('name: demo', '.claude'),
  },
  'description-too-long': {
    severity: 'warning',
    remedy: 'Shorten the description to 1024 characters; details belong in the text below.',
    breaks: fields(`name: demo\ndescription: ${'x'.repeat(1_025)}`),
  },
  'field-invalid': {
    severity: 'warning',
    remedy: 'Correct the field, or leave it out.',
    breaks: fields('name: demo\ndescription: x\nlicense: [1]'),
  },
  'frontmatter-missing': {
    severity: 'warning',
    remedy: 'Start the file with a "---" line, the fields, and another "---" line.',
    breaks: skill('Only text.\n'),
  },
  'frontmatter-unclosed': {
    severity: 'warning',
    remedy: 'End the frontmatter with a "---" line of its own.',
    breaks: skill('---\nname: demo\ndescription: x\n'),
  },
  'frontmatter-invalid': {
    severity: 'warning',
    remedy: correctSyntax,
    breaks: fields('name: ['),
    also: ['name-invalid', 'description-missing'],
  },
  'frontmatter-unquoted': {
    severity: 'warning',
    remedy: 'Put the value in double quotes.',
    breaks: fields('name: demo\ndescription: a: b: c', '.claude'),
  },
  'frontmatter-not-fields': {
    severity: 'warning',
    remedy: 'Write one "key: value" per line between the two "---" lines.',
    breaks: fields('- a\n- b'),
    also: ['name-missing', 'description-missing'],
  },
  'frontmatter-refused': {
    severity: 'warning',
    remedy: 'Make the frontmatter simpler: fewer values, less nesting, plain keys.',
    breaks: fields('name: demo\ndescription: x\n__proto__: x'),
  },
  'encoding-invalid': {
    severity: 'error',
    remedy: 'Save the file as UTF-8.',
    breaks: skill(Buffer.from('\uFEFF---\nname: demo\n', 'utf16le')),
  },
  'json-invalid': { severity: 'error', remedy: correctSyntax, breaks: file('.mcp.json', '{') },
  'toml-invalid': { severity: 'error', remedy: correctSyntax, breaks: file('.codex/agents/a.toml', '= 1') },
  'server-invalid': {
    severity: 'error',
    remedy: 'Write an object there: "name": { "command": … } or { "url": … }.',
    breaks: file('.mcp.json', '{ "mcpServers": { "a": 1 } }'),
  },
  'hooks-missing': {
    severity: 'error',
    remedy: 'Declare a hook in the file, or remove the file.',
    breaks: file('.github/hooks/a.json', '{}'),
  },
  'permission-denied': {
    severity: 'error',
    remedy: 'Give yourself permission to read it.',
    breaks: (tree) => chmodSync(tree.write('.agents/skills/demo/SKILL.md', ''), 0),
  },
  unreadable: {
    severity: 'error',
    remedy: 'Put a readable file or directory there, or remove what is there.',
    breaks: link('.agents/skills', () => 'skills'),
  },
  'not-a-file': {
    severity: 'error',
    remedy: plainFile,
    breaks: (tree) => mkdirSync(join(tree.cwd, '.agents/skills/demo/SKILL.md'), { recursive: true }),
  },
  'too-large': {
    severity: 'error',
    remedy: plainFile,
    breaks: (tree) => truncateSync(tree.write('.mcp.json', ''), hostLimits.jsonFileBytes + 1),
  },
  'link-broken': {
    severity: 'error',
    remedy: correctLink,
    breaks: link('.agents/skills/demo', () => 'nowhere'),
  },
  'link-loop': { severity: 'error', remedy: correctLink, breaks: link('.agents/skills/demo', () => '..') },
  'link-outside': {
    severity: 'error',
    remedy: correctLink,
    breaks: link('.claude/agents/a.md', (tree) => {
      writeFileSync(join(tree.root, 'outside.md'), 'text');
      return join(tree.root, 'outside.md');
    }),
  },
  'link-wrong-kind': {
    severity: 'error',
    remedy: correctLink,
    breaks: link('.agents/skills/demo/SKILL.md', (tree) => tree.write('key.pem', 'text')),
  },
  'too-deep': {
    severity: 'error',
    remedy: smallerTree,
    breaks: file(`.agents/skills/${'a/'.repeat(hostLimits.walkDepth + 1)}SKILL.md`, ''),
  },
  'too-many-directories': {
    severity: 'error',
    remedy: smallerTree,
    breaks: (tree) => {
      const outside = join(tree.root, 'outside');
      for (let index = 0; index <= hostLimits.linkedDirectories; index += 1)
        mkdirSync(join(outside, String(index)), { recursive: true });
      link('.claude/skills', () => outside)(tree);
    },
  },
  'plugin-missing': {
    severity: 'error',
    remedy: 'Install the plugin again, or remove it from the list of plugins.',
    breaks: () => undefined,
  },
  'plugin-unmarked': {
    severity: 'error',
    remedy: 'Add a plugin.json, or name a directory that has one.',
    breaks: (tree) => mkdirSync(join(tree.cwd, plugin)),
  },
  'manifest-invalid': {
    severity: 'error',
    remedy: 'Write one JSON object in the manifest.',
    breaks: manifest([]),
  },
  'path-invalid': { severity: 'error', remedy: correctPath, breaks: manifest({ skills: [1] }) },
  'path-missing': { severity: 'error', remedy: correctPath, breaks: manifest({ skills: ['./nowhere'] }) },
  'path-outside': { severity: 'error', remedy: correctPath, breaks: manifest({ skills: ['..'] }) },
  'settings-invalid': {
    severity: 'error',
    remedy:
      'Correct the file at that line; until then its settings do not count, or the tool does not start.',
    breaks: (tree) => {
      mkdirSync(join(tree.home, '.claude'));
      tree.write('.claude/settings.json', '{');
    },
  },
  'settings-shared': {
    severity: 'warning',
    remedy: 'Replace the link with a file of the repository’s own.',
    breaks: (tree) => {
      tree.write('.gemini/settings.json', '{}');
      symlinkSync(join(tree.cwd, '.gemini'), join(tree.home, '.gemini'));
    },
  },
  'switches-damaged': {
    severity: 'warning',
    remedy: 'Update skillpick, or remove the file to start again.',
    breaks: damageSwitches,
  },
};

const isPluginCase = (code: Code) => /^(plugin|manifest|path)-/.test(code);

/** The codes and severities that the embedded host reports over its protocol, as rows and lists show them. */
const codesIn = (store: SessionStore): string[] =>
  listEntries(store.getSnapshot().state, ownHost).problems.map(({ code, severity }) => `${code} ${severity}`);

describe('a problem that a file causes', () => {
  const codes = Object.keys(cases).filter((code) => !(isRoot && code === 'permission-denied'));

  it.each(codes as (keyof typeof cases)[])('is reported with its code and a remedy: %s', async (code) => {
    const { breaks, severity, remedy, also = [] } = cases[code];
    const tree = makeTree();
    breaks(tree);
    const plugins = isPluginCase(code) ? [join(tree.cwd, plugin)] : [];
    const { open } = await connectInProcess(new Host({ environment: tree.environment, plugins }));
    const others = also.map((other) => `${other} warning`);
    expect(codesIn(await open('agents'))).toEqual([`${code} ${severity}`, ...others]);
    expect(remedyFor({ code, uri: '' })).toBe(remedy);
  });
});

it('has a remedy for every code, as a sentence', () => {
  for (const code of problemCodes)
    expect([code, remedyFor({ code, uri: '' })]).toEqual([code, expect.stringMatching(/^[A-Z].*\.$/)]);
});

it('reports switches that a switch had to set aside', async () => {
  const tree = makeTree();
  damageSwitches(tree);
  tree.skill('demo');
  const { open } = await connectInProcess(new Host({ environment: tree.environment }));
  const store = await open('agents');
  const [entry] = listEntries(store.getSnapshot().state, ownHost).entries;
  await store.toggle(entry!.id, false, 'workspace');
  await until(store.subscribe, () => codesIn(store).includes('switches-set-aside warning'));
  expect(codesIn(store)).toEqual(['switches-set-aside warning']);
  const remedy = 'Update skillpick, or make the lost switches again.';
  expect(remedyFor({ code: 'switches-set-aside', uri: '' })).toBe(remedy);
});

it('reports a session that could not be brought up to date', async () => {
  const tree = makeTree();
  const host = new Host({ environment: tree.environment });
  const { open } = await connectInProcess(host);
  const store = await open('agents');
  host.sessions.get(store.uri)?.fail(new Error('no memory'));
  await until(store.subscribe, () => codesIn(store).includes('update-failed error'));
  expect(codesIn(store)).toEqual(['update-failed error']);
  const remedy = 'Correct what the message names; the list shows what was there before.';
  expect(remedyFor({ code: 'update-failed', uri: '' })).toBe(remedy);
});

it('has no remedy for a problem without a code, as other hosts report it', () =>
  expect(remedyFor({ code: null, uri: '' })).toBeNull());
