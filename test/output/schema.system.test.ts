import { mkdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { problemCodes } from '../../src/protocol/problem-codes.js';
import { makeScratch, serveIn } from '../support/command.js';
import { type Schema, validate } from '../support/json-schema.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { ModelSession, plugin, skill } from '../support/scripted-session.js';

const schema = JSON.parse(
  readFileSync(new URL('../../docs/list-1.schema.json', import.meta.url), 'utf8'),
) as Schema;

interface Document {
  session: object;
  entries: Record<string, unknown>[];
  containers: Record<string, unknown>[];
  problems: unknown[];
}

describe('the document of list --json matches its schema', () => {
  it('from the embedded host, with one of everything', async () => {
    const scratch = makeScratch();
    scratch.skill('one', 'license: MIT\n');
    scratch.skill('two');
    scratch.write('.opencode/skills/two/SKILL.md', '---\nname: two\ndescription: Again.\n---\n');
    scratch.write('.agents/skills/broken/SKILL.md', 'nothing');
    scratch.write('.claude/agents/a.md', '---\nname: a\ndescription: An agent.\nmodel: opus\n---\n');
    scratch.write('.mcp.json', '{"mcpServers":{"local":{"command":"x"}}}');
    scratch.write('AGENTS.md', 'Be kind.\n');
    await scratch.run(['disable', 'one', 'mcpServer:local', '.claude/agents']);
    const document = (await scratch.json(['list', '--type', 'all', '--json'])) as Document;
    expect(validate(document, schema)).toEqual([]);
    expect(new Set(document.entries.map(({ type }) => type))).toEqual(
      new Set(['skill', 'agent', 'mcpServer', 'rule']),
    );
    expect(document.problems.length).toBeGreaterThan(0);
    expect(document.entries.some(({ duplicateOf }) => duplicateOf !== null)).toBe(true);
    expect(document.entries.some(({ enablement }) => enablement !== null)).toBe(true);
    const { args } = await serveIn(scratch);
    expect(validate(await scratch.json(['list', '--type', 'all', '--json', ...args]), schema)).toEqual([]);
  });

  it.each(['0.9.0', '0.8.0', '0.5.2', '0.4.0', '0.3.0'])(
    'from another host with protocol %s',
    async (version) => {
      const host = new ScriptedHost(
        new ModelSession([
          { type: 'directory', id: 'unread', name: 'unread', uri: 'x', load: { kind: 'loading-slowly' } },
          plugin(
            'p',
            [
              skill('s', {
                _meta: { skillpick: 'rubbish' },
                range: { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } },
              }),
            ],
            {
              clientId: 'vscode-1',
              version: '1',
              enablement: [{ kind: 'global', enabled: false }],
            },
          ),
          {
            type: 'mcpServer',
            id: 'm',
            name: 'm',
            uri: 'x',
            state: { kind: 'authRequired', reason: 'expired', requiredScopes: ['w'] },
          },
          {
            type: 'group',
            id: 'g',
            name: '',
            uri: '',
            children: [{ type: 'future', id: 'f', name: 'f', uri: 'f' }],
          },
        ]),
      );
      host.version = version;
      const { url } = await listenDuringTest(host);
      const document = (await makeScratch().json([
        'list',
        '--type',
        'all',
        '--json',
        '--url',
        url,
      ])) as Document;
      expect(validate(document, schema)).toEqual([]);
      expect(document.entries.map(({ id }) => id)).toEqual(['s', 'm', 'f']);
      expect(document.containers.map(({ children }) => children)).toEqual([null, 1, 1]);
    },
  );

  it('and the schema describes every field', async () => {
    const scratch = makeScratch();
    mkdirSync(`${scratch.home}/.claude`);
    scratch.write('.claude/skills/one/SKILL.md', '---\nname: one\ndescription: x\n---\n');
    scratch.write('.claude/skills/broken/SKILL.md', 'nothing');
    await scratch.run(['disable', 'one']);
    const document = (await scratch.json(['list', 'one', '--json'])) as Document;
    const [tool] = document.entries[0]!['tools'] as { why: object }[];
    const described = (name: string) =>
      Object.keys((schema['$defs'] as Record<string, { properties: object }>)[name]!.properties).sort();
    expect(Object.keys(document.entries[0]!).sort()).toEqual(described('entry'));
    expect(Object.keys(tool!).sort()).toEqual(described('tool'));
    expect(Object.keys(tool!.why).sort()).toEqual(described('setting'));
    expect(Object.keys(document.session).sort()).toEqual(described('session'));
    expect(Object.keys(document.containers[0]!).sort()).toEqual(described('container'));
    expect(Object.keys(document.problems[0] as object).sort()).toEqual(described('problem'));
  });

  it('and every code of a problem is documented', () => {
    const page = readFileSync(new URL('../../docs/json.md', import.meta.url), 'utf8');
    expect(problemCodes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });
});

describe('the validator', () => {
  const fine = {
    schema: 'skillpick.list/1',
    host: { kind: 'x', name: 'x', url: null, protocolVersion: '1' },
    session: {
      ...{ uri: '', provider: '', title: '', lifecycle: '', status: [] },
      ...{ agent: null, agentName: null, agentId: null, customizations: 0, options: null, meta: null },
    },
    entries: [],
    containers: [],
    problems: [],
  };

  it.each([
    ['another schema', { ...fine, schema: 'skillpick.list/2' }, '$.schema is not "skillpick.list/1"'],
    ['no host', { ...fine, host: undefined }, '$.host is of type undefined, not object'],
    [
      'a number as name',
      { ...fine, host: { ...fine.host, name: 1 } },
      '$.host.name is of type integer, not string',
    ],
    [
      'a line of zero',
      { ...fine, problems: [{ uri: '', line: 0, message: '', code: null, severity: 'error' }] },
      '$.problems[0].line is below 1',
    ],
    [
      'half a problem',
      { ...fine, problems: [{ uri: '', line: 1, code: null, severity: 'error' }] },
      '$.problems[0].message is missing',
    ],
    [
      'a severity that does not exist',
      { ...fine, problems: [{ uri: '', line: 1, message: '', code: null, severity: 'fatal' }] },
      '$.problems[0].severity is none of ["error","warning"]',
    ],
  ])('refuses %s', (_what, value, message) => expect(validate(value, schema)).toContain(message));

  it('accepts a valid document', () => expect(validate(fine, schema)).toEqual([]));
});
