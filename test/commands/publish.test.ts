import { truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeScratch, type Scratch } from '../support/command.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost, SESSION } from '../support/scripted-host.js';
import { ModelSession, plugin, skill, skills } from '../support/scripted-session.js';
import { servedHost } from '../support/served-host.js';

function makeScene(): Scratch {
  const scratch = makeScratch();
  scratch.write('pack/plugin.json', '{"name":"pack"}');
  scratch.write('pack/skills/deploy/SKILL.md', '---\nname: deploy\ndescription: Deploys.\n---\nBody.\n');
  return scratch;
}

describe('--publish is wrong usage', () => {
  const url = ['--url', 'ws://127.0.0.1:1'];
  it.each([
    ['without a host', ['watch', '--publish', 'pack'], '--publish needs a running host.'],
    ['with the embedded host', ['watch', '--local', '--publish', 'pack'], '--publish needs a running host.'],
    ['without a terminal', ['--publish', 'pack', ...url], '--publish is for the picker, which stays open.'],
    ['for a command that ends', ['list', '--publish', 'pack', ...url], '--publish'],
    ['for a directory that is not there', ['watch', '--publish', 'nowhere', ...url], 'There is no directory'],
    ['for a file', ['watch', '--publish', 'pack/plugin.json', ...url], 'There is no directory'],
    [
      'for a directory without a plugin',
      ['watch', '--publish', '.git', ...url],
      'not a plugin: it has no plugin.json.',
    ],
  ])('%s', async (_what, args, message) => {
    const { code, stderr, stdout } = await makeScene().run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

it('brings the plugin into the session of a running host until watch ends', async () => {
  const scratch = makeScene();
  const { url, token, greet } = await servedHost(scratch);
  const other = await greet();
  const session = await other.session();
  await other.subscribe(session);
  const tokenFile = join(scratch.root, 'token');
  writeFileSync(tokenFile, token, { mode: 0o600 });
  const running = scratch.start(['watch', '--url', url, '--token-file', tokenFile, '--publish', 'pack']);
  await other.until(() => other.frames.some((frame) => frame.includes('Deploys.')));
  await running.until(() => running.stdout.includes('"name":"deploy"'));
  running.process.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 143 });
  await other.until(() => other.envelopes('session/activeClientRemoved').length > 0);
  expect((await other.entries(session)).map(({ name }) => name)).not.toContain('deploy');
});

it('prints the plugin as added even if the host has read it before it took it', async () => {
  const host = new ScriptedHost(new ModelSession(skills(1)));
  host.script = (call, peer, proceed) => {
    if (call.method === 'dispatchAction') {
      const pack = plugin('pack', [skill('deploy')], { clientId: peer.clientId, load: { kind: 'loaded' } });
      host.emit(SESSION, { type: 'session/customizationUpdated', customization: pack });
    }
    proceed();
  };
  const { url } = await listenDuringTest(host);
  const running = makeScene().start(['watch', '--url', url, '--publish', 'pack']);
  await running.until(() => running.stdout.includes('"name":"deploy"'));
  const lines = running.lines.map((line) => JSON.parse(line) as Record<string, { name: string }>);
  const added = lines.filter(({ event }) => String(event) === 'added');
  expect(added.map(({ container, entry }) => (container ?? entry)!.name)).toEqual(['pack', 'deploy']);
});

it('prints once that the directory has no plugin any more, that it has one again, and what is left out', async () => {
  const host = new ScriptedHost(new ModelSession(skills(1)));
  const { url } = await listenDuringTest(host);
  const scratch = makeScene();
  const manifest = scratch.write('pack/plugin.json', '{"name":"pack"}');
  truncateSync(scratch.write('pack/large', ''), 5 * 1024 * 1024);
  const running = scratch.start(['watch', '--url', url, '--publish', 'pack']);
  const problems = () =>
    running.lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === 'problem')
      .map(({ change, problem }) => ({ change, ...(problem as object) }));
  await running.until(() => problems().length === 1);
  const uri = pathToFileURL(dirname(manifest)).href;
  const leftOut = expect.stringMatching(/^Of the plugin in .*pack, 1 file is left out: large$/);
  expect(problems()[0]).toMatchObject({ change: 'added', uri, severity: 'warning', message: leftOut });
  writeFileSync(manifest, '{"name": broken');
  await running.until(() => problems().length === 2);
  const broken = expect.stringMatching(/cannot be published: plugin\.json: .*what was published last stays$/);
  expect(problems()[1]).toMatchObject({ change: 'added', uri, severity: 'error', message: broken });
  writeFileSync(manifest, '{"name":"pack"}');
  await running.until(() => problems().length === 3);
  expect(problems()[2]).toMatchObject({ change: 'gone', uri, severity: 'error', message: broken });
});
