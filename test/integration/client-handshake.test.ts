import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { connectToHost, type SkillpickError } from '../../src/client/index.js';
import { expectConnections, openConnections } from '../support/open-handles.js';
import { connectDuringTest, listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost, SESSION } from '../support/scripted-host.js';
import { ModelSession, skills } from '../support/scripted-session.js';

const secret = 'S3cretT0ken';

/** Returns the error of connecting; expects nothing to be left open. */
async function failure(url: string, requestTimeoutMs = 5_000): Promise<SkillpickError> {
  const before = openConnections();
  const error = await connectToHost({ url, token: secret, requestTimeoutMs }).then(
    () => Promise.reject(new Error('it connected')),
    (reason: SkillpickError) => reason,
  );
  expect(error.message).toMatch(/^[^\n]+\.$/);
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
  await expectConnections(before);
  return error;
}

describe('a host of any version', () => {
  it.each([
    ['1.1.0', { childFlag: true, gates: true, scopes: true }],
    ['1.0.0', { childFlag: true, gates: true, scopes: true }],
    ['0.10.0', { childFlag: true, gates: true, scopes: true }],
    ['0.9.0', { childFlag: true, gates: true, scopes: true }],
    ['0.8.0', { childFlag: true, gates: true, scopes: true }],
    ['0.5.2', { childFlag: true, gates: true, scopes: false }],
    ['0.5.1', { childFlag: false, gates: false, scopes: false }],
    ['0.4.0', { childFlag: false, gates: false, scopes: false }],
    ['0.3.0', { childFlag: false, gates: false, scopes: false }],
  ])('connects: %s', async (version, abilities) => {
    const host = new ScriptedHost(new ModelSession(skills(1)));
    host.version = version;
    const client = await connectDuringTest(await listenDuringTest(host));
    expect(client.protocolVersion).toBe(version);
    expect(client.abilities).toMatchObject(abilities);
    const store = await client.openSession(SESSION);
    await expect(store.toggle('s0', false)).resolves.toEqual({ kind: 'confirmed', enabled: false });
  });

  it.each([
    [
      '7.1.0',
      'This skillpick is older than the host, which supports protocol ^7.1.0 alone; skillpick speaks 0.3.0 to 1.1.0.',
      'Update skillpick.',
    ],
    [
      '0.11.0',
      'This skillpick is older than the host, which supports protocol ^0.11.0 alone; skillpick speaks 0.3.0 to 1.1.0.',
      'Update skillpick.',
    ],
    [
      '0.2.0',
      'The host is older than this skillpick: it supports protocol ^0.2.0; skillpick speaks 0.3.0 to 1.1.0.',
      'Update the host.',
    ],
  ])('is refused with the older side named when it speaks %s', async (version, message, hint) => {
    const host = new ScriptedHost();
    host.version = version;
    const error = await failure((await listenDuringTest(host)).url);
    expect(error).toMatchObject({ code: 'version-unsupported', exitCode: 1, message, hint });
  });
});

describe('connecting fails', () => {
  it.each([401, 403])('because of the token: HTTP %d', async (refusal) => {
    const { url } = await listenDuringTest(new ScriptedHost(), { token: 'another', refusal });
    expect(await failure(url)).toMatchObject({ code: 'wrong-token', exitCode: 1, hint: expect.any(String) });
  });

  it('because of the address: HTTP 404', async () => {
    const { url } = await listenDuringTest(new ScriptedHost(), { token: 'another', refusal: 404 });
    expect(await failure(url)).toMatchObject({ code: 'not-a-host', exitCode: 1, hint: expect.any(String) });
  });

  it('because the host refuses the handshake', async () => {
    const host = new ScriptedHost();
    host.script = (call, peer) => host.refuse(peer, call, -32601, 'what?');
    expect(await failure((await listenDuringTest(host)).url)).toMatchObject({
      code: 'not-a-host',
      exitCode: 1,
    });
  });

  it.each([null, 'hello', [], {}, { protocolVersion: 9 }])(
    'because the host responds to the handshake with %j',
    async (greeting) => {
      const host = new ScriptedHost();
      host.script = (call, peer) => host.answer(peer, call, greeting);
      expect(await failure((await listenDuringTest(host)).url)).toMatchObject({
        code: 'malformed-frame',
        exitCode: 1,
      });
    },
  );

  it('because the host hangs up during the handshake', async () => {
    const host = new ScriptedHost();
    host.script = (_call, peer) => peer.terminate();
    expect(await failure((await listenDuringTest(host)).url)).toMatchObject({
      code: 'connection-lost',
      exitCode: 1,
    });
  });

  it('because the host never responds to the handshake', async () => {
    const host = new ScriptedHost();
    host.script = () => {};
    expect(await failure((await listenDuringTest(host)).url, 40)).toMatchObject({
      code: 'request-timeout',
      exitCode: 1,
    });
  });

  it.each(['http://127.0.0.1', 'nonsense', `ws://127.0.0.1:1/?tkn=${secret}`])(
    'by its URL: %s',
    async (url) => {
      expect(await failure(url)).toMatchObject({ exitCode: 2 });
    },
  );
});
