import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readHooks, readMcpServers } from '../../../src/host/discovery/declarations.js';
import { type JsonFile, parseJson, readJson } from '../../../src/host/discovery/json-file.js';
import { hostLimits } from '../../../src/host/limits.js';
import { makeTree } from './tree.js';

function fileOf(text: string): JsonFile {
  const reading = parseJson(text);
  if ('finding' in reading) throw new Error(reading.finding.message);
  return reading.file;
}

describe('parseJson and readJson', () => {
  it.each([
    ['', 1, /empty|ValueExpected/],
    ['{\n  "a": 1,\n  b\n}', 3, /not valid JSON/],
    ['{"a": 1} x', 1, /not valid JSON/],
    ['['.repeat(200_000), 1, /JSON/],
  ])('names the line of the first mistake in %.20j', (text, line, message) => {
    expect(parseJson(text)).toMatchObject({ finding: { line, message: expect.stringMatching(message) } });
  });

  it('accepts comments, trailing commas and a byte order mark', () => {
    const tree = makeTree();
    expect(readJson(tree.write('a.json', '\uFEFF// c\n{"a": [1, ], }'))).toHaveProperty('file');
  });

  it.each([
    ['missing.json', 'unreadable', /it is not there/],
    ['directory.json', 'not-a-file', /is a directory/],
    ['large.json', 'too-large', /is larger than 1024 KiB/],
    ['pipe.json', 'not-a-file', /is not a file/],
  ])('reports why %s is not read: %s', (name, code, message) => {
    const tree = makeTree();
    tree.directory('directory.json');
    execFileSync('mkfifo', [`${tree.base}/pipe.json`]);
    tree.write('large.json', Buffer.alloc(hostLimits.jsonFileBytes + 1, 0x20));
    expect(readJson(`${tree.base}/${name}`)).toEqual({
      finding: { code, message: expect.stringMatching(message) },
    });
  });
});

describe('readMcpServers', () => {
  const text = `{
  "mcpServers": {
    "one": {"command": "secret-command", "args": ["secret-arg"], "env": {"KEY": "secret-env"}},
    "two": {
      "url": "https://secret.example", "headers": {"Authorization": "secret-header"}
    }, "__proto__": {"command": "x"}
  }
}`;

  it('returns only names, positions and that no server runs', () => {
    const { drafts, findings } = readMcpServers(fileOf(text));
    expect(drafts.map(({ name }) => name)).toEqual(['one', 'two', '__proto__']);
    expect(drafts[0]).toEqual({
      type: 'mcpServer',
      name: 'one',
      range: { start: { line: 2, character: 4 }, end: { line: 2, character: 94 } },
      state: { kind: 'stopped' },
    });
    expect(drafts[1]?.range).toEqual({ start: { line: 3, character: 4 }, end: { line: 5, character: 5 } });
    expect(findings).toEqual([]);
    expect(JSON.stringify(drafts)).not.toContain('secret');
  });

  it('reads a file that is the map of servers itself', () => {
    const file = fileOf('{"one": {"command": "x"}, "two": {"url": "y"}, "note": "text", "other": {}}');
    expect(readMcpServers(file).drafts.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  it('takes the last of two servers with one name, as JSON does', () => {
    const { drafts } = readMcpServers(fileOf('{"mcpServers": {"a": {},\n"a": {}}}'));
    expect(drafts.map(({ range }) => range?.start.line)).toEqual([1]);
  });

  it.each([
    ['{"mcpServers": {\n"a": 1}}', 2, 'MCP server is not an object'],
    ['{"mcpServers": {\n"": {}}}', 2, 'MCP server is not an object'],
    ['{\n"mcpServers": []}', 2, '"mcpServers" is not an object'],
  ])('names what is wrong in %j', (json, line, message) => {
    expect(readMcpServers(fileOf(json))).toEqual({
      drafts: [],
      findings: [{ code: 'server-invalid', line, message }],
    });
  });

  it('finds nothing in other JSON', () => {
    expect(readMcpServers(fileOf('[1, 2]'))).toEqual({ drafts: [], findings: [] });
  });
});

describe('readHooks', () => {
  const text = `{"version": 1, "hooks": {
  "preToolUse": [{"matcher": "Bash", "bash": "secret"}, {"matcher": "Bash", "bash": "secret"}],
  "sessionStart": [{"bash": "secret"}],
  "mixed": [{"matcher": "A"}, {"matcher": "B"}],
  "wrong": 1
}}`;

  it('returns one entry for each event, with the matcher that its hooks share', () => {
    const hooks = readHooks(fileOf(text), 'guard');
    expect(hooks.map(({ name, event, matcher }) => [name, event, matcher])).toEqual([
      ['guard:preToolUse', 'preToolUse', 'Bash'],
      ['guard:sessionStart', 'sessionStart', undefined],
      ['guard:mixed', 'mixed', undefined],
    ]);
    expect(hooks[1]?.range?.start).toEqual({ line: 2, character: 2 });
    expect(JSON.stringify(hooks)).not.toContain('secret');
  });

  it('adds no group name if the file is called hooks', () => {
    expect(readHooks(fileOf('{"Stop": []}'), 'hooks').map(({ name }) => name)).toEqual(['Stop']);
  });
});
