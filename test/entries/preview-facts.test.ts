import { describe, expect, it } from 'vitest';
import {
  entryFilePlace,
  entryPlace,
  explainedState,
  filePlace,
  folderTitle,
  type PlaceNames,
  stuckWords,
  toolLines,
  unreadBy,
} from '../../src/entries/preview-facts.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { agent, directory, extras, modelOf, type Node, plugin, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

const places: PlaceNames = {
  path: (file) => file.replace('/repo/', ''),
  uriOf: (id) => (id === 'rival' ? 'file:///repo/other/deploy/SKILL.md' : null),
};

const entryOf = (node: Node) => modelOf([directory('d', [node])]).list.entries[0]!;
const withTools = (...tools: ToolStanding[]) => entryOf(skill('deploy', extras({ tools })));

describe('the line of a tool', () => {
  it.each<[Partial<ToolStanding>, state: string, words: string, details: string[]]>([
    [{}, 'on', 'on', []],
    [{ enabled: false }, 'off', 'off', []],
    [{ invoke: '/deploy' }, 'on', 'on', ['/deploy']],
    [{ invoke: '/deploy', userInvocable: false }, 'on', 'on', ['you may not']],
    [{ modelInvocable: false }, 'on', 'on', ['model may not']],
    [{ why: { file: '/repo/a.json', line: 7, text: 'x' } }, 'on', 'on', ['a.json:7']],
    [{ why: { file: '/repo/a.json', line: null, text: 'x' } }, 'on', 'on', ['a.json']],
    [{ switchable: [], note: 'no switch' }, 'on', 'on', ['cannot be switched: no switch']],
    [{ switchable: [] }, 'on', 'on', ['cannot be switched']],
    [
      { switchable: [], note: 'shares it with /repo/b/SKILL.md' },
      'on',
      'on',
      ['cannot be switched: shares it with b/SKILL.md'],
    ],
    [{ note: 'a remark' }, 'on', 'on', []],
    [{ inEffect: false, isRefused: true, note: 'too long' }, 'refused', 'refused: too long', []],
    [{ inEffect: false, note: 'not trusted' }, 'unobeyed', 'switched on but not used: not trusted', []],
    [{ inEffect: false, shadowedBy: 'rival' }, 'shadowed', 'shadowed by other/deploy', []],
    [{ inEffect: false, shadowedBy: 'gone' }, 'shadowed', 'shadowed by another of its name', []],
    [{ invoke: '/deploy', inEffect: false, shadowedBy: 'rival' }, 'shadowed', 'shadowed by other/deploy', []],
    [{ shadowedBy: 'rival' }, 'either', 'on, but it may use other/deploy instead', []],
  ])('%#: has the state, its reason, and what is unusual', (changes, state, words, details) => {
    expect(toolLines(withTools(standing('claude', changes)), places)).toEqual([
      { title: 'Claude Code', state, words, details },
    ]);
  });

  it('says nothing of gates where the type has none', () => {
    const tools = [standing('claude', { userInvocable: false })];
    expect(toolLines({ tools, container: null, hasGates: false }, places)[0]?.details).toEqual([]);
  });

  it('gives the reason for no switch only once', () => {
    const refused = standing('codex', { inEffect: false, isRefused: true, switchable: [], note: 'too long' });
    expect(explainedState(refused, withTools(refused), places)).toBe('refused: too long');
    expect(stuckWords(refused, places)).toBe('cannot be switched');
    expect(stuckWords(standing('codex'), places)).toBeNull();
  });
});

describe('what an entry is', () => {
  it('names the tools that do not read it', () => {
    expect(unreadBy(withTools(standing('codex')), ['claude', 'codex', 'other'])).toEqual([
      'Claude Code',
      'other',
    ]);
  });

  it('names its type, its folder or plugin, and whose it is', () => {
    expect(entryPlace(entryOf(agent('a', extras({ from: 'user' }))), null)).toEqual(['agent', 'd', 'yours']);
    const published = plugin('p', [skill('a', extras({ from: 'repo' }))], { version: '2', clientId: 'us' });
    const [entry] = modelOf([published]).list.entries;
    expect(entryPlace(entry!, 'us')).toEqual(['skill', 'p', 'plugin 2', 'from this client', 'this repo']);
    const [alone] = modelOf([skill('a')]).list.entries;
    expect(entryPlace(alone!, null)).toEqual(['skill']);
  });

  it.each([
    [directory('d', [], extras({ from: 'repo' })), ['folder of skills', 'this repo']],
    [directory('d', [], { contents: 'mcpServer', enabled: false }), ['folder of MCP servers']],
    [plugin('p', [], { enabled: false }), ['plugin', 'off']],
    [plugin('p', [], { version: '1.2.0' }), ['plugin 1.2.0']],
    [plugin('p', []), ['plugin']],
  ])('%#: names what a folder or plugin is', (node, title) => {
    expect(folderTitle(modelOf([node]).list.containers[0]!)).toEqual(title);
  });

  it('names the file of an entry, or that in the directory that is published here', () => {
    const range = { start: { line: 4, character: 0 }, end: { line: 5, character: 0 } };
    const named = { uri: 'file:///repo/d/SKILL.md', publishedPath: null, range: null };
    expect(entryFilePlace(named, places)).toBe('d/SKILL.md');
    const published = { ...named, publishedPath: '/repo/pack/d/SKILL.md', range };
    expect(entryFilePlace(published, places)).toBe('pack/d/SKILL.md:5');
    expect(entryFilePlace({ ...published, publishedPath: null, uri: 'other:/x' }, places)).toBe('other:/x:5');
  });

  it('names the file of a problem, with its line', () => {
    const problem = {
      uri: 'file:///repo/x/SKILL.md',
      line: 3,
      message: '',
      code: null,
      severity: 'error',
    } as const;
    expect(filePlace(problem, places)).toBe('x/SKILL.md:3');
    expect(filePlace({ ...problem, uri: 'other:/x', line: null }, places)).toBe('other:/x');
  });
});
