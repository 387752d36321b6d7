import { describe, expect, it } from 'vitest';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { makeScratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { ScriptedOwnHost } from '../support/scripted-own-host.js';
import { directory, ModelSession, plugin, skill } from '../support/scripted-session.js';
import { standing } from '../support/standing.js';

const meta = (tools: ToolStanding[], fields = {}) => ({ _meta: { skillpick: { tools, ...fields } } });
const off = (id: string, changes: Partial<ToolStanding> = {}) => standing(id, { enabled: false, ...changes });
const shadowed = standing('claude', { inEffect: false, shadowedBy: 'winner', invoke: '/same' });
const refused = standing('gemini', { inEffect: false, isRefused: true, note: 'it has no description' });
const why = { file: '/repo/.codex/config.toml', line: 7, text: 'skills.config[0].enabled = false' };
const untrusted = 'Gemini CLI obeys this once it trusts this folder';

const nodes = [
  directory('.agents/skills', [
    skill('everywhere', meta([standing('claude', { invoke: '/everywhere' }), standing('codex')])),
    skill('mixed', meta([standing('claude'), off('codex', { why, switchable: ['global'] })])),
    skill('away', meta([off('claude'), off('codex')])),
    skill('winner', { name: 'same', ...meta([standing('claude')]) }),
    skill('loser', { name: 'same', ...meta([shadowed], { duplicateOf: 'winner' }) }),
    skill('broken', meta([refused])),
    skill('untrusted', meta([off('gemini', { inEffect: true, note: untrusted })])),
    skill('unread'),
  ]),
  plugin('acme', [skill('packed', meta([off('claude')]))], meta([off('claude')])),
];

async function commands(host: ScriptedHost = new ScriptedOwnHost(nodes)) {
  const { url } = await listenDuringTest(host);
  const scratch = makeScratch();
  return {
    run: (...args: string[]) => scratch.run([...args, '--url', url]),
    json: (...args: string[]) => scratch.json([...args, '--json', '--url', url]),
  };
}

const otherHost = () => new ScriptedHost(new ModelSession([directory('d', [skill('a')])]));

describe('list', () => {
  it('names the state of every row, and why a tool does not obey', async () => {
    const { run } = await commands();
    const { stdout, stderr } = await run('list', '--format', 'tsv');
    const states = stdout.split('\n').map((line) => line.split('\t'));
    expect(states.map(([state = '', , , , name = '']) => `${state} ${name}`.trim())).toEqual([
      'on everywhere',
      'mixed mixed',
      'off away',
      'on same',
      'shadowed same',
      'refused broken',
      'on untrusted',
      'on unread',
      'off packed',
      '',
    ]);
    expect((await run('list')).stderr).toBe(`skillpick: untrusted: ${untrusted}.\n`);
    expect(stderr).toBe('');
  });

  it.each([
    [['--on'], 'everywhere mixed winner untrusted unread'],
    [['--off'], 'away loser broken packed'],
    [['--mixed'], 'mixed'],
    [['--tool', 'codex'], 'everywhere mixed away'],
    [['--tool', 'codex', '--on'], 'everywhere'],
    [['--tool', 'codex', '--off'], 'mixed away'],
    [['--tool', 'codex', '--mixed'], ''],
    [['--tool', 'Codex,claude', '--mixed'], 'mixed'],
    [['--tool', 'gemini'], 'broken untrusted'],
    [['--tool', 'claude', '--type', 'plugin'], 'acme'],
    [['is:on'], 'everywhere mixed winner untrusted unread'],
    [['is:off'], 'away loser broken packed'],
    [['is:mixed'], 'mixed'],
    [['is:shadowed'], 'loser'],
    [['is:broken'], 'broken'],
    [['tool:codex'], 'everywhere mixed away'],
    [['tool:cx', 'is:off'], 'mixed away'],
    [['tool:cx', '--off'], 'mixed away'],
    [['tool:cx', '--mixed'], ''],
    [['tool:codex', '--tool', 'claude'], ''],
    [['tool:claude', 'type:plugin'], 'acme'],
    [['tool:claude', 'type:directory'], '.agents/skills'],
    [['type:plugin,skill', 'in:acme'], 'acme packed'],
    [['!in:.agents'], 'packed'],
    [['sort:name', 'in:.agents', 'is:on'], 'everywhere mixed winner unread untrusted'],
    [['away sort:name'], 'away'],
    [["'same", '!is:shadowed'], 'winner'],
    [['^un', '!trust'], 'unread'],
  ])('with %j has %s', async (args, expected) => {
    const { run } = await commands();
    const { stdout } = await run('list', ...args, '--format', 'ids');
    expect(stdout.trim().split('\n').join(' ')).toBe(expected);
  });

  it('has everything about a tool in its document', async () => {
    const { json } = await commands();
    const { entries } = (await json('list', 'mixed')) as { entries: object[] };
    expect(entries).toMatchObject([
      {
        enabled: true,
        effectiveEnabled: true,
        mixed: true,
        offBy: null,
        gatesFrom: 'file',
        tools: [
          { id: 'claude', enabled: true, why: null, switchable: ['workspace', 'shared', 'global'] },
          {
            id: 'codex',
            enabled: false,
            inEffect: false,
            shadowedBy: null,
            refused: false,
            userInvocable: true,
            modelInvocable: true,
            invoke: null,
            why,
            switchable: ['global'],
            note: null,
            listed: null,
            lastUsed: null,
            uses: null,
          },
        ],
      },
    ]);
  });

  it('has the state as it is in the chosen tools', async () => {
    const { json } = await commands();
    expect(await json('list', 'mixed', '--tool', 'codex')).toMatchObject({
      entries: [{ enabled: false, mixed: false, offBy: 'self', tools: [{ id: 'codex' }] }],
    });
  });
});

describe('search', () => {
  it('takes operators, alone and with words', async () => {
    const { run } = await commands();
    expect((await run('search', 'same is:shadowed')).stdout).toMatch(/^exact name +1\.00 +shadowed /);
    const { stdout } = await run('search', 'is:off', 'sort:name');
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/)[4])).toEqual([
      'away',
      'broken',
      'packed',
      'same',
      undefined,
    ]);
    expect(stdout).toMatch(/^filter +1\.00 +off /);
  });
});

describe('search and show', () => {
  it('are limited to tools, too', async () => {
    const { run } = await commands();
    expect((await run('search', 'same', '--tool', 'codex')).stderr).toContain('entries match');
    const { stdout } = await run('show', 'mixed', '--tool', 'codex');
    expect(stdout).toContain(
      'off; set by /repo/.codex/config.toml:7 skills.config[0].enabled = false; can be switched only everywhere',
    );
    expect(stdout).not.toContain('Claude Code');
    expect(await run('show', 'unread', '--tool', 'codex,gemini')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('There is no entry "unread" that Codex or Gemini CLI reads.'),
    });
  });

  it('have one line for each tool', async () => {
    const { run } = await commands();
    const { stdout } = await run('show', 'loser');
    expect(stdout).toMatch(/^Claude Code +shadowed by \/skills\/winner\/SKILL\.md$/m);
    expect((await run('show', 'broken')).stdout).toMatch(/^Gemini CLI +refused: it has no description$/m);
  });
});

describe('doctor', () => {
  it('names the entry that each tool uses of several with the same name', async () => {
    const { run, json } = await commands();
    expect((await run('doctor')).stdout).toMatch(
      /\n {2}skill same\n.*\n.*\n +Claude Code uses .*winner\/SKILL\.md\n/,
    );
    expect(await json('doctor')).toMatchObject({
      duplicates: [{ name: 'same', tools: [{ id: 'claude', uses: ['file:///skills/winner/SKILL.md'] }] }],
    });
  });
});

describe('--tool', () => {
  it.each([['list'], ['search', 'a'], ['show', 'a'], ['enable', 'a'], ['reset', 'a']])(
    'is refused for %s on another host',
    async (...args) => {
      const { run } = await commands(otherHost());
      expect(await run(...args, '--tool', 'claude')).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('does not report which agent tools read an entry. Leave --tool out'),
      });
    },
  );

  it.each(['tool:claude', '!tool:claude'])('is refused as %s in a query, too', async (query) => {
    const { run } = await commands(otherHost());
    for (const command of ['list', 'search'])
      expect(await run(command, query)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('Leave --tool out, and tool: in a query'),
      });
  });

  it('is refused for a tool that is not here', async () => {
    const { run } = await commands();
    for (const command of [['list'], ['disable', 'mixed']])
      expect(await run(...command, '--tool', 'claude,opencode')).toMatchObject({
        code: 2,
        stdout: '',
        stderr: 'skillpick: There is no agent tool "opencode" here. There are: claude, codex, gemini.\n',
      });
  });
});
