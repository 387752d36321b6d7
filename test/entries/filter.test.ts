import { describe, expect, it } from 'vitest';
import { accepts, ContainerRef, type Filter, findContainers } from '../../src/entries/filter.js';
import { agent, directory, extras, modelOf, plugin, server, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

const offIn = (id: string) => standing(id, { enabled: false });

const { entries, containers } = modelOf([
  directory('.agents/skills', [
    skill('both', extras({ from: 'repo', details: { license: 'MIT' } })),
    skill('user-only', { disableModelInvocation: true }),
    skill('model-only', { disableUserInvocation: true, enabled: false }),
    skill('neither', { disableUserInvocation: true, disableModelInvocation: true }),
  ]),
  directory('.claude/skills', [agent('an-agent', extras({ from: 'user', details: { license: 7 } }))]),
  plugin('acme', [skill('packed')], { enabled: false }),
  server('bare'),
]).list;

const all = entries.map(({ id }) => id);
const shown = (filter: Partial<Filter>): string[] =>
  entries.filter((entry) => accepts({ types: [], ...filter }, entry)).map(({ id }) => id);

describe('a filter', () => {
  it.each<[Partial<Filter>, string[]]>([
    [{}, all],
    [{ types: ['agent', 'mcpServer'] }, ['an-agent', 'bare']],
    [{ state: 'on' }, ['both', 'user-only', 'neither', 'an-agent', 'bare']],
    [{ state: 'off' }, ['model-only', 'packed']],
    [{ invocable: 'user' }, ['both', 'user-only', 'an-agent', 'packed', 'bare']],
    [{ invocable: 'model' }, ['both', 'model-only', 'an-agent', 'packed', 'bare']],
    [{ invocable: 'both' }, ['both', 'an-agent', 'packed', 'bare']],
    [{ invocable: 'none' }, ['neither']],
    [{ containers: new Set(['acme']) }, ['packed']],
    [{ containers: new Set(['bare']) }, ['bare']],
    [{ from: 'repo' }, ['both']],
    [{ from: 'user' }, ['an-agent']],
    [{ license: 'mit' }, ['both']],
    [{ license: '7' }, []],
    [{ types: ['skill'], state: 'on', invocable: 'user' }, ['both', 'user-only']],
  ])('accepts by %j', (filter, expected) => expect(shown(filter)).toEqual(expected));
});

describe('a filter of what tools read', () => {
  const { entries: read } = modelOf([
    directory('d', [
      skill('on', extras({ tools: [standing('claude'), standing('codex')] })),
      skill('mixed', extras({ tools: [standing('claude'), offIn('codex')] })),
      skill('off', extras({ tools: [offIn('claude'), offIn('codex')] })),
      skill('shadowed', extras({ tools: [standing('claude', { inEffect: false, shadowedBy: 'on' })] })),
      skill('ignored-gate', {
        disableModelInvocation: true,
        ...extras({ tools: [standing('claude', { modelInvocable: false }), standing('codex')] }),
      }),
      skill('renamed-gate', extras({ tools: [standing('claude', { modelInvocable: false })] })),
    ]),
  ]).list;

  it.each<[Partial<Filter>, string[]]>([
    [{ state: 'on' }, ['on', 'mixed', 'ignored-gate', 'renamed-gate']],
    [{ state: 'off' }, ['off', 'shadowed']],
    [{ isMixed: true }, ['mixed']],
    [{ isMixed: true, state: 'off' }, []],
    [{ invocable: 'model' }, ['on', 'mixed', 'off', 'shadowed', 'ignored-gate']],
  ])('accepts by %j', (filter, expected) => {
    const accepted = read.filter((entry) => accepts({ types: [], ...filter }, entry));
    expect(accepted.map(({ id }) => id)).toEqual(expected);
  });
});

describe('a container', () => {
  it.each([
    ['.agents/skills', ['.agents/skills']],
    ['file:///repo/acme', ['acme']],
    ['/repo/acme', ['acme']],
    ['/repo/acme/', ['acme']],
    ['../acme', ['acme']],
    ['./acme', []],
    ['/repo', []],
    ['ACME', ['acme']],
    ['skills', ['.agents/skills', '.claude/skills']],
    ['agents', []],
    ['', []],
  ])('is found by %j: %j', (text, expected) => {
    const ref = new ContainerRef(text, { cwd: '/repo/sub', home: '/home/me' });
    expect(findContainers(containers, ref).map(({ name }) => name)).toEqual(expected);
  });
});
