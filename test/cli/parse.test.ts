import { describe, expect, it } from 'vitest';
import { optionNamed } from '../../src/cli/option-table.js';
import * as parse from '../../src/cli/parse.js';
import { ContainerRef } from '../../src/entries/filter.js';

describe('kinds', () => {
  it.each([
    ['skill', ['skill']],
    ['skills', ['skill']],
    ['Skill,AGENTS', ['skill', 'agent']],
    ['mcpServer', ['mcpServer']],
    ['mcpservers', ['mcpServer']],
    ['mcp', ['mcpServer']],
    ['directories', ['directory']],
    [' rule , hook ', ['rule', 'hook']],
    ['all', []],
    ['skill,all', []],
  ])('read %j as %j', (text, expected) => expect(parse.types(text)).toEqual(expected));

  it.each(['', 'thing', 'skill,', 'directorys'])('refuse %j', (text) => {
    expect(() => parse.types(text)).toThrow(
      'It can be skill, agent, prompt, rule, hook, mcpServer, command, plugin, directory, all.',
    );
  });
});

describe('tools', () => {
  it.each([
    ['claude', ['claude']],
    ['Claude, codex,claude', ['claude', 'codex']],
    ['cl,CX', ['claude', 'codex']],
    ['claude code,gem', ['claude', 'gemini']],
    ['newer-tool', ['newer-tool']],
  ])('read %j as %j', (text, expected) => expect(parse.tools(text)).toEqual(expected));

  it.each(['', 'claude,', ' , '])('refuse %j', (text) => {
    expect(() => parse.tools(text)).toThrow('It is a list of tool ids, such as claude,codex.');
  });

  it('refuse a spelling of several tools', () => {
    expect(() => parse.tools('claude,c')).toThrow('c can be claude, codex, copilot.');
  });
});

describe('numbers', () => {
  it.each([
    [parse.milliseconds, '1', 1],
    [parse.milliseconds, '3600000', 3_600_000],
    [parse.wholeNumber, '-12', -12],
    [parse.wholeNumber, '0', 0],
    [parse.port, '0', 0],
    [parse.port, '65535', 65_535],
  ])('read with %o: %j', (read, text, expected) => expect(read(text)).toBe(expected));

  it.each([
    [parse.milliseconds, '0'],
    [parse.milliseconds, '3600001'],
    [parse.milliseconds, '1.5'],
    [parse.milliseconds, '1s'],
    [parse.milliseconds, ''],
    [parse.wholeNumber, '1e3'],
    [parse.wholeNumber, '9999999999'],
    [parse.port, '65536'],
    [parse.port, '-1'],
  ])('refuse with %o: %j', (read, text) => expect(() => read(text)).toThrow(parse.BadValue));
});

describe('choices', () => {
  it.each([
    ['scope', 'Global', 'global'],
    ['scope', 'shared', 'shared'],
    ['invocable', 'NONE', 'none'],
    ['from', 'repo', 'repo'],
    ['format', 'jsonl', 'jsonl'],
    ['print', 'uri', 'uri'],
  ] as const)('of %s include %j', (name, text, expected) =>
    expect(optionNamed(name).read(text, undefined)).toBe(expected),
  );

  it.each(['scope', 'invocable', 'from', 'format', 'print'] as const)(
    'of %s refuse any other word',
    (name) => {
      expect(() => optionNamed(name).read('nothing', undefined)).toThrow(/^It can be /);
    },
  );
});

describe('the filters', () => {
  const context = { cwd: '/repo', home: '/home/me' };
  it.each([
    [{}, { types: ['skill', 'agent'] }],
    [{ on: true }, { types: ['skill', 'agent'], state: 'on' }],
    [{ off: true }, { types: ['skill', 'agent'], state: 'off' }],
    [{ on: true, off: true }, { types: ['skill', 'agent'] }],
    [
      { mixed: true, tool: ['codex'] },
      { types: ['skill', 'agent'], isMixed: true, tools: ['codex'] },
    ],
    [
      { type: [], invocable: 'user', in: 'x', from: 'repo', license: 'MIT' },
      {
        types: [],
        invocable: 'user',
        container: new ContainerRef('x', context),
        from: 'repo',
        license: 'MIT',
      },
    ],
  ])('of %j are %j', (given, expected) => expect(parse.filterOptions(given, context)).toEqual(expected));
});

it.each([
  [{}, 'table'],
  [{ format: 'names' }, 'names'],
  [{ jsonl: true, format: 'names' }, 'jsonl'],
  [{ json: true, jsonl: true }, 'json'],
])('the form of %j is %s', (given, expected) => expect(parse.formatOption(given)).toBe(expected));
