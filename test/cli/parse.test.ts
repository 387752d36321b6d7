import { describe, expect, it } from 'vitest';
import * as parse from '../../src/cli/parse.js';

describe('kinds', () => {
  it.each([
    ['skill', ['skill']],
    ['skills', ['skill']],
    ['Skill,AGENTS', ['skill', 'agent']],
    ['mcpServer', ['mcpServer']],
    ['mcpservers', ['mcpServer']],
    ['mcp', ['mcpServer']],
    [' rule , hook ', ['rule', 'hook']],
    ['all', []],
    ['skill,all', []],
  ])('%j means %j', (text, expected) => expect(parse.types(text)).toEqual(expected));

  it.each(['', 'thing', 'skill,', 'directories'])('%j means none', (text) => {
    expect(() => parse.types(text)).toThrow(
      'It can be skill, agent, prompt, rule, hook, mcpServer, command, plugin, directory, all.',
    );
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
  ])('%o reads %j', (read, text, expected) => expect(read(text)).toBe(expected));

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
  ])('%o refuses %j', (read, text) => expect(() => read(text)).toThrow(parse.BadValue));
});

describe('choices', () => {
  it.each([
    [parse.scope, 'Global', 'global'],
    [parse.invocable, 'NONE', 'none'],
    [parse.origin, 'repo', 'repo'],
    [parse.listFormat, 'jsonl', 'jsonl'],
  ])('%o reads %j', (read, text, expected) => expect(read(text)).toBe(expected));

  it.each([[parse.scope], [parse.invocable], [parse.origin], [parse.listFormat]])(
    '%o refuses what it does not know',
    (read) => {
      expect(() => read('nothing')).toThrow(/^It can be /);
    },
  );
});

describe('filters', () => {
  it.each([
    [{}, { types: ['skill', 'agent'] }],
    [{ on: true }, { types: ['skill', 'agent'], state: 'on' }],
    [{ off: true }, { types: ['skill', 'agent'], state: 'off' }],
    [{ on: true, off: true }, { types: ['skill', 'agent'] }],
    [
      { type: [], invocable: 'user', in: 'x', from: 'repo', license: 'MIT' },
      { types: [], invocable: 'user', container: 'x', from: 'repo', license: 'MIT' },
    ],
  ])('%j are %j', (given, expected) => expect(parse.filterOptions(given)).toEqual(expected));
});

it.each([
  [{}, 'table'],
  [{ format: 'names' }, 'names'],
  [{ jsonl: true, format: 'names' }, 'jsonl'],
  [{ json: true, jsonl: true }, 'json'],
])('the form of %j is %s', (given, expected) => expect(parse.formatOption(given)).toBe(expected));
