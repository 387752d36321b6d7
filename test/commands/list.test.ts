import { describe, expect, it } from 'vitest';
import { makeScratch, type Scratch, serveIn } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';

function repository(): Scratch {
  const scratch = makeScratch();
  scratch.skill('release-notes', 'license: MIT\n');
  scratch.skill('relay', 'user-invocable: false\n');
  scratch.skill('check', 'disable-model-invocation: true\n');
  scratch.skill('neither', 'user-invocable: false\ndisable-model-invocation: true\n');
  scratch.write(
    '.claude/agents/reviewer.md',
    '---\nname: reviewer\ndescription: Reviews code.\n---\nText.\n',
  );
  return scratch;
}

const table = [
  'on  user  ·      skill  check          .agents/skills  Does check.',
  'on  ·     ·      skill  neither        .agents/skills  Does neither.',
  'on  ·     model  skill  relay          .agents/skills  Does relay.',
  'on  user  model  skill  release-notes  .agents/skills  Does release-notes.',
  'on  user  model  agent  reviewer       .claude/agents  Reviews code.',
];

const nameIn = (line: string) => line.split(/ {2,}/)[4] ?? '';

describe('list', () => {
  it.each([['list'], ['--list']])(
    'prints one line for each entry with %s, without colour in a pipe',
    async (command) => {
      const { code, stdout, stderr } = await repository().run([command]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toBe(`${table.join('\n')}\n`);
    },
  );

  it('runs without a command if there is no terminal', async () => {
    const { code, stdout } = await repository().run([]);
    expect({ code, lines: stdout.split('\n').length }).toEqual({ code: 0, lines: table.length + 1 });
  });

  it.each([
    { args: ['--format', 'names'], lines: ['check', 'neither', 'relay', 'release-notes', 'reviewer'] },
    { args: ['--type', 'agent', '--format', 'names'], lines: ['reviewer'] },
    { args: ['--type', 'agents', '--format=names'], lines: ['reviewer'] },
    { args: ['--type', 'directory', '--format', 'names'], lines: ['.agents/skills', '.claude/agents'] },
    { args: ['--invocable', 'user', '--format', 'names'], lines: ['check', 'release-notes', 'reviewer'] },
    { args: ['--invocable', 'model', '--format', 'names'], lines: ['relay', 'release-notes', 'reviewer'] },
    { args: ['--invocable', 'both', '--format', 'names'], lines: ['release-notes', 'reviewer'] },
    { args: ['--invocable', 'none', '--format', 'names'], lines: ['neither'] },
    { args: ['--license', 'mit', '--format', 'names'], lines: ['release-notes'] },
    { args: ['--in', 'agents', '--format', 'names'], lines: ['reviewer'] },
    { args: ['--from', 'user', '--format', 'names'], lines: [] },
    { args: ['--off', '--format', 'names'], lines: [] },
    { args: ['rel', '--format', 'names'], lines: ['relay', 'release-notes'] },
    { args: ['^re', '!notes', '--format', 'names'], lines: ['relay', 'reviewer'] },
    { args: ['type:agent', '--format', 'names'], lines: ['reviewer'] },
    {
      args: ['type:all', '--type', 'agent', 'in:.agents', '"does ch"', '--format', 'names'],
      lines: ['check'],
    },
    { args: ['type:directories', '--format', 'names'], lines: ['.agents/skills', '.claude/agents'] },
    { args: ['sort:name', '!type:agent', '--format', 'names'], lines: table.slice(0, 4).map(nameIn) },
    {
      args: ['--format', 'tsv', '--type', 'agent'],
      lines: [/^on\tuser\tmodel\tagent\treviewer\t\.claude\/agents\tfile:.*\tReviews code\.$/],
    },
  ])('prints $lines for $args', async ({ args, lines }) => {
    const { code, stdout } = await repository().run(['list', ...args]);
    expect(code).toBe(0);
    const printed = stdout.split('\n').slice(0, -1);
    expect(printed).toHaveLength(lines.length);
    for (const [index, line] of lines.entries()) {
      if (typeof line === 'string') expect(printed[index]).toBe(line);
      else expect(printed[index]).toMatch(line);
    }
  });

  it('prints ids and uris that find the entry again', async () => {
    const scratch = repository();
    for (const form of ['ids', 'uris']) {
      const { stdout } = await scratch.run(['list', 'reviewer', '--format', form]);
      const shown = (await scratch.json(['show', stdout.trim(), '--json'])) as { name: string };
      expect(shown.name).toBe('reviewer');
    }
  });

  it('prints one object a line with --jsonl', async () => {
    const { stdout } = await repository().run(['list', '--jsonl', '--type', 'all']);
    const names = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { name: string }).name);
    expect(names).toContain('reviewer');
  });

  it('notes why the list is empty, and succeeds', async () => {
    const scratch = makeScratch();
    const empty = await scratch.run(['list']);
    expect(empty).toMatchObject({ code: 0, stdout: '' });
    expect(empty.stderr).toBe('skillpick: Nothing found; skillpick doctor says where it looked.\n');
    scratch.skill('one');
    const none = await scratch.run(['list', 'zzz']);
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'skillpick: None of 1 entries match.\n' });
    expect(await scratch.run(['list', 'zzz', '--quiet'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('suggests the nearest name, other kinds and fewer filters if none match', async () => {
    const scratch = repository();
    scratch.write('.claude/rules/changelog.md', '---\npaths: x\n---\nText.\n');
    const stderrOf = async (...args: string[]) => (await scratch.run(['list', ...args])).stderr;
    const none = 'skillpick: None of 6 entries match.';
    expect(await stderrOf('relaese-notes')).toBe(`${none} Did you mean release-notes?\n`);
    expect(await stderrOf('changelog')).toBe(`${none} Other kinds match: 1 rule; type:all shows them.\n`);
    expect(await stderrOf('relay', 'is:off')).toBe(`${none} Without the filters, 1 would match.\n`);
    expect(await stderrOf('relay', '--off')).toBe(`${none} Without the filters, 1 would match.\n`);
    expect(await stderrOf('zzz')).toBe(`${none}\n`);
    expect(await stderrOf('relaese-notes', '--json')).toBe('');
    expect((await scratch.run(['search', 'relaese'])).stderr).toBe(`${none} Did you mean release-notes?\n`);
  });

  it.each([
    ['nothing', [], 0, 'Nothing found; skillpick doctor says where it looked.'],
    ['no list', undefined, null, 'The host does not say what the session has.'],
  ])('tells a session that has %s', async (_what, customizations, count, reason) => {
    const host = new ScriptedHost(new ModelSession([]));
    host.session.state = () => ({ lifecycle: 'ready', ...(customizations && { customizations }) });
    const args = ['list', '--url', (await listenDuringTest(host)).url];
    const { session, entries } = (await makeScratch().json([...args, '--json'])) as {
      session: { customizations: unknown };
      entries: unknown;
    };
    expect([session.customizations, entries]).toEqual([count, []]);
    expect((await makeScratch().run(args)).stderr).toBe(`skillpick: ${reason}\n`);
  });

  it('fails on a broken file only with --strict', async () => {
    const scratch = repository();
    scratch.write('.agents/skills/broken/SKILL.md', '---\nname: other\ndescription: x\n---\nText.\n');
    expect(await scratch.run(['list'])).toMatchObject({ code: 0, stderr: '' });
    const { code, stderr } = await scratch.run(['list', '--strict']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^skillpick: One problem: file:.*broken\/SKILL\.md:2: name must equal the directory name\./,
    );
  });

  it('prints the same over a socket, with the other host', async () => {
    const scratch = repository();
    const served = await serveIn(scratch);
    const { stdout } = await scratch.run(['--list', ...served.args]);
    expect(stdout).toBe(`${table.join('\n')}\n`);
    const document = (await scratch.json(['list', '--json', ...served.args])) as { host: unknown };
    expect(document.host).toEqual({
      kind: 'url',
      name: 'skillpick',
      url: served.url,
      protocolVersion: '1.1.0',
    });
  });

  it('names folders of one name, or of none, by their paths', async () => {
    const scratch = makeScratch();
    const at = (id: string, path: string, name: string) =>
      directory(id, [skill(`in-${id}`)], { name, uri: `file://${scratch.cwd}/${path}` });
    const session = new ModelSession([
      at('a', '.agents/skills', 'skills'),
      at('b', '.github/skills', 'skills'),
      at('c', 'own', ''),
      at('d', 'more', 'More of them'),
    ]);
    session.fields['workingDirectory'] = `file://${scratch.cwd}`;
    const { url } = await listenDuringTest(new ScriptedHost(session));
    const linesOf = async (...args: string[]) =>
      (await scratch.run([...args, '--url', url])).stdout.split('\n').slice(0, -1);
    const column = (lines: string[], at: number) => lines.map((line) => line.split(/ {2,}|\t/)[at]);
    const labels = ['.agents/skills', '.github/skills', 'own', 'More of them'];
    const folders = ['list', '--type', 'directory'];
    expect(column(await linesOf(...folders), 4)).toEqual(labels);
    expect(column(await linesOf(...folders, '--format', 'tsv'), 4)).toEqual(labels);
    expect(column(await linesOf('list'), 5)).toEqual(labels);
    expect(column(await linesOf('search', 'in'), 5).toSorted()).toEqual(labels.toSorted());
    expect(await linesOf('list', '--in', '.github/skills', '--format', 'names')).toEqual(['in-b']);
    expect(await linesOf('list', '--in', './own', '--format', 'names')).toEqual(['in-c']);
    expect(await linesOf('show', '.github/skills/in-b')).toContainEqual(
      expect.stringMatching(/^from +\.github\/skills$/),
    );
    expect((await linesOf('show', './own'))[0]).toBe('own  folder');
  });

  it('looks from another directory with --cwd', async () => {
    const scratch = repository();
    const { stdout } = await scratch.run(['list', '--format', 'names', '-C', scratch.cwd], {
      cwd: scratch.home,
    });
    expect(stdout).toContain('reviewer');
    expect(await scratch.run(['list', '-C', 'nowhere'])).toMatchObject({ code: 2 });
  });
});
