import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeScratch, type RunOptions } from '../support/command.js';
import { publishEntry, publishedToken as token } from '../support/endpoint-entries.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';

/** A host that has this text in every field. */
function sayingHost(text: string): ScriptedHost {
  const children = [
    skill(`s1 ${text}`, { name: `one ${text}`, description: text, uri: `file:///skills/${text}/SKILL.md` }),
    skill('s2', { name: 'two', description: text }),
    skill('s3', { name: 'two', description: text, uri: `file:///elsewhere/${text}/SKILL.md` }),
  ];
  const fields = { name: `d ${text}`, load: { kind: 'degraded', message: text } };
  const session = new ModelSession([directory('d', children, fields)]);
  session.fields['title'] = text;
  const host = new ScriptedHost(session);
  host.script = (call, peer, proceed) => {
    if (call.method === 'dispatchAction') host.echo(call, peer, `refused: ${text}`);
    else if (call.method === 'listSessions') {
      const items = ['one', 'other'].map((name) => ({ resource: `copilotcli:/${name}`, title: text }));
      host.answer(peer, call, { items });
    } else if (call.method === 'subscribe' && String(call.params['channel']).endsWith('other'))
      host.refuse(peer, call, -32001, text);
    else if (call.method?.startsWith('resource')) host.refuse(peer, call, -32001, text);
    else proceed();
  };
  return host;
}

const session = ['--session', 'copilotcli:/one'];

const commands: string[][] = [
  ['list', ...session],
  ...['names', 'ids', 'uris', 'tsv'].map((format) => ['list', '--format', format, ...session]),
  ['list', '--json', ...session],
  ['list', '--strict', ...session],
  ['list'],
  ['list', '--session', 'nothing like it'],
  ['list', '--in', 'nowhere', ...session],
  ['search', 'one', ...session],
  ['show', 's2', ...session],
  ['show', 's2', '--json', ...session],
  ['show', 'two', ...session],
  ['show', 'twoo', ...session],
  ['disable', 's2', ...session],
  ['disable', 's2', '--json', ...session],
  ['disable', 's2', '--debug', ...session],
  ['sessions'],
  ['sessions', '--json'],
  ['doctor', ...session],
  ['doctor', '--json', ...session],
  ['show', 's2', '--session', 'copilotcli:/other'],
];

const lineEnds = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;

describe('a line end from outside', () => {
  const text = 'x\nskillpick: fake\rfake\r\nfake\u0085fake\u2028fake\u2029fake\vfake\ffake\u202efake';

  it.each(commands.map((args) => [args.join(' '), args] as const))(
    'starts no line of %s',
    async (_, args) => {
      const { url } = await listenDuringTest(sayingHost(text));
      const { stdout, stderr } = await makeScratch().run([...args, '--url', url]);
      const lines = `${stdout}\n${stderr}`.split(lineEnds);
      expect(lines.length).toBeGreaterThan(2);
      for (const line of lines) expect(line).not.toMatch(/^\s*(skillpick: )?fake|\u202e|\u001b/);
    },
  );

  it('in the name of a file starts no line of doctor, list or hosts', async () => {
    const scratch = makeScratch();
    const name = 'x\nskillpick: fake\nfake';
    scratch.write(`.agents/skills/${name}/SKILL.md`, 'no frontmatter');
    mkdirSync(join(scratch.root, 'run/skillpick/entries'), { recursive: true, mode: 0o700 });
    writeFileSync(join(scratch.root, `run/skillpick/entries/${name}.json`), 'junk', { mode: 0o600 });
    for (const args of [['doctor'], ['list', '--strict'], ['hosts'], ['show', name], ['list', `--${name}`]]) {
      const { stdout, stderr } = await scratch.run(args);
      for (const line of `${stdout}\n${stderr}`.split(lineEnds))
        expect(line).not.toMatch(/^\s*(skillpick: )?fake/);
    }
  });
});

describe('a token that the host repeats', () => {
  const text = `the token ${token} of ?tkn=${token}`;

  /** A list, a reason, an error, a title, and what goes over the wire. */
  const printing = commands.filter((args) =>
    [
      'list --json --session copilotcli:/one',
      'disable s2 --debug --session copilotcli:/one',
      'show s2 --session copilotcli:/other',
      'sessions',
      'list',
    ].includes(args.join(' ')),
  );

  /** The ways to give a token: options and environment for the host at this address. */
  const ways: [string, (scratch: ReturnType<typeof makeScratch>, url: string) => [string[], RunOptions]][] = [
    [
      'by --token-file',
      (scratch, url) => [['--url', url, '--token-file', scratch.write('token', `${token}\n`)], {}],
    ],
    ['by AHP_TOKEN', (_, url) => [['--url', url], { env: { AHP_TOKEN: token } }]],
    ['by AHP_URL and AHP_TOKEN', (_, url) => [[], { env: { AHP_URL: url, AHP_TOKEN: token } }]],
    [
      'by an endpoint entry',
      (scratch, url) => {
        publishEntry(scratch, 'named', url);
        return [['--host', 'named'], {}];
      },
    ],
  ];

  it.each(ways)(
    'is hidden if it was given %s',
    async (_, give) => {
      const { url } = await listenDuringTest(sayingHost(text), { token });
      const scratch = makeScratch();
      const [args, options] = give(scratch, url);
      for (const command of printing) {
        const { stdout, stderr } = await scratch.run([...command, ...args], options);
        // An id or uri is printed as the host sent it, because it has to work as a reference.
        const shown = `${stdout}${stderr}`.replaceAll(
          /(file:\/\/\/(skills|elsewhere)|s1 the token)[^"\n]*/g,
          '',
        );
        expect(shown, command.join(' ')).not.toContain(token);
      }
    },
    60_000,
  );
});
