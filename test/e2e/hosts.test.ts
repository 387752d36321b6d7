import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { Journey, keys, sizes } from '../support/journey.js';
import { fewNodes, isToggle, sentToggles, startPicker, toggleOf } from '../support/picker-on-host.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost, SESSION } from '../support/scripted-host.js';
import {
  directory,
  type ModelNode,
  ModelSession,
  plugin,
  skill,
  skills,
} from '../support/scripted-session.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

describe('a correct host', () => {
  it('receives one toggle with both spellings, and the exit line reports how long it lasts', async () => {
    const { host, pty } = await startPicker(bin);
    await pty.shows('● alpha');
    pty.write(keys.paste('beta') + keys.tab);
    await pty.shows(/▌\*○ beta +user model/);
    expect(host.calls('dispatchAction').map(({ params }) => params['action'])).toEqual([
      {
        type: 'session/customizationToggled',
        id: 'beta',
        enabled: false,
        enablement: [{ kind: 'session', enabled: false }],
      },
    ]);
    pty.write(`${keys.escape}${keys.escape}`);
    expect((await pty.ended).code).toBe(0);
    const printed = pty.screen.text.replaceAll('\n', '');
    expect(printed).toContain('skillpick: beta: off');
    expect(printed).toContain(
      'This holds for this session only, and perhaps only until the host next reads its files.',
    );
  });

  it('keeps scopes for some kinds only, which the key that sets one reports', async () => {
    const { pty } = await startPicker(bin);
    await pty.shows('● alpha');
    pty.write(keys.ctrl('s'));
    await pty.shows('Kept for this workspace: plugins, MCP servers. All else: this session at most.');
    pty.write(keys.down);
    await pty.shows('! this workspace ^s');
  });

  it('has no cells and no tabs, although tools are present', async () => {
    const { url } = await listenDuringTest(new ScriptedHost(new ModelSession(fewNodes())));
    const journey = new Journey(bin);
    for (const folder of ['.claude', '.codex']) mkdirSync(join(journey.home, folder));
    const pty = journey.start({ args: ['--url', url] });
    await pty.shows('● alpha');
    const [title, , heads, , row] = pty.screen.lines;
    expect(title).toMatch(/^ skillpick {2}a session · agent host 0\.9\.0 · copilotcli +this session \^s$/);
    expect(heads).toMatch(/^ +user model$/);
    expect(row).toMatch(/^ ▌ ● alpha +user model {2}The first\.$/);
    pty.write('\x1b[1;3C');
    pty.write(keys.right);
    pty.write(keys.down);
    await pty.shows(/▌ ● beta +user model$/m);
    expect(pty.screen.lines[0]).toBe(title);
  });

  it('may come back from a restart with another version, which the screen follows', async () => {
    const { host, pty } = await startPicker(bin);
    await pty.shows(/agent host 0\.9\.0[\s\S]*● alpha +user model/);
    host.version = '0.5.0';
    host.restart();
    await pty.shows(/agent host 0\.5\.0[\s\S]*● alpha +– +–/);
    pty.write(keys.ctrl('s'));
    await pty.shows('The host speaks 0.5.0, which keeps switches for the session only.');
  });

  it('receives waiting switches before the picker exits', async () => {
    const { host, pty } = await startPicker(bin);
    const held: (() => void)[] = [];
    host.script = (call, _peer, proceed) => (isToggle(call) ? held.push(proceed) : proceed());
    await pty.shows('● alpha');
    const called = host.next('dispatchAction');
    pty.write(`${keys.space}`);
    await called;
    pty.write(keys.escape);
    await pty.until(() => !pty.screen.isAlternate, 'the terminal to be given back');
    for (const proceed of held) proceed();
    expect((await pty.ended).code).toBe(0);
    expect(pty.screen.text).toContain('alpha: off');
  });
});

describe('an incorrect host', () => {
  it('that never responds during exit has its unconfirmed switches reported', async () => {
    const { host, pty } = await startPicker(bin, fewNodes(), { args: ['--timeout', '20000'] });
    host.script = (call, _peer, proceed) => {
      if (!isToggle(call) || toggleOf(call) !== '-beta') proceed();
    };
    await pty.shows('● alpha');
    pty.write(keys.space);
    await pty.shows(/▌\*○ alpha +user model/);
    const called = host.next('dispatchAction');
    pty.write(`${keys.down}${keys.space}`);
    await called;
    pty.write(keys.escape);
    expect((await pty.ended).code).toBe(0);
    const printed = pty.screen.text.replaceAll('\n', '');
    expect(printed).toMatch(/alpha: off.*This holds .*Asked to switch off, but not confirmed: beta\./);
  });

  it('that rejects during exit has the rejection reported', async () => {
    const { host, pty } = await startPicker(bin);
    let refuse = () => {};
    host.script = (call, peer, proceed) => {
      if (isToggle(call)) refuse = () => host.echo(call, peer, 'it is locked');
      else proceed();
    };
    await pty.shows('● alpha');
    const called = host.next('dispatchAction');
    pty.write(keys.space);
    await called;
    pty.write(keys.escape);
    await pty.until(() => !pty.screen.isAlternate, 'the terminal to be given back');
    refuse();
    expect((await pty.ended).code).toBe(0);
    expect(pty.screen.text).toContain('alpha was not switched off: it is locked. Now it is on.');
  });

  it('that rejects makes the row fall back, with the reason', async () => {
    const { host, pty } = await startPicker(bin);
    host.script = (call, peer, proceed) => {
      if (isToggle(call)) host.echo(call, peer, 'it is locked');
      else proceed();
    };
    await pty.shows('● alpha');
    pty.write(keys.space);
    await pty.shows('alpha was not switched off: it is locked. Now it is on.');
    await pty.shows(/▌ ● alpha +user model/);
    pty.write(keys.escape);
    await pty.ended;
    expect(pty.screen.text).not.toMatch(/: (?:on|off)\b/);
  });

  it('that never responds has the switch marked, then its state shown', async () => {
    const { host, pty } = await startPicker(bin);
    await pty.shows('● alpha');
    // The request for the state is held until the mark was seen. Otherwise a slow test would miss the mark.
    let answer = () => {};
    host.script = (call, _peer, proceed) => {
      if (call.method === 'subscribe') answer = proceed;
      else if (!isToggle(call)) proceed();
    };
    const asked = host.next('subscribe');
    pty.write(keys.space);
    await asked;
    await pty.shows(/▌…○ alpha +user model/);
    answer();
    await pty.shows('alpha was not confirmed: there was no response to the switch. Now it is on.');
    await pty.shows(/▌ ● alpha +user model/);
  });

  it('that accepts a switch without effect is reported', async () => {
    const { host, pty } = await startPicker(bin);
    host.script = (call, peer, proceed) => {
      if (isToggle(call)) host.echo(call, peer);
      else proceed();
    };
    await pty.shows('● alpha');
    pty.write(keys.space);
    await pty.shows('The switch of alpha had no effect: no reason is known. Now it is on.');
  });

  it('that forgets a switch receives it again, visibly', async () => {
    const { host, pty } = await startPicker(bin);
    await pty.shows('● alpha');
    pty.write(keys.space);
    await pty.shows(/▌\*○ alpha +user model/);
    const again = host.next('dispatchAction');
    host.session.forget();
    host.emit(SESSION, {
      type: 'session/customizationsChanged',
      customizations: host.session.customizations,
    });
    await again;
    await pty.shows('1 switch made here was forgotten when the files were read again. Sent again.');
    await pty.shows(/▌\*○ alpha +user model/);
    expect(sentToggles(host)).toEqual(['-alpha', '-alpha']);
  });

  it('that keeps forgetting a switch has it offered after five times', async () => {
    const { host, pty } = await startPicker(bin);
    await pty.shows('● alpha');
    pty.write(keys.space);
    await pty.shows(/▌\*○ alpha +user model/);
    for (let count = 0; count < 6; count += 1) {
      const again = host.next('dispatchAction');
      host.session.forget();
      host.emit(SESSION, {
        type: 'session/customizationsChanged',
        customizations: host.session.customizations,
      });
      if (count < 5) await again;
    }
    await pty.shows('^y puts it back.');
    await pty.shows(/▌ ● alpha +user model/);
    pty.write(keys.down);
    await pty.shows('^y put back');
    pty.write(keys.ctrl('y'));
    await pty.shows(/\*○ alpha +user model/);
    expect(sentToggles(host)).toHaveLength(7);
  });
});

describe('a connection that drops', () => {
  it('during a switch keeps the list, and waiting switches are sent once afterwards', async () => {
    const { host, pty } = await startPicker(bin);
    await pty.shows('● alpha');
    let isDown = true;
    host.script = (call, peer, proceed) => {
      if (isDown && isToggle(call)) host.drop();
      else if (isDown && host.connections > 1) peer.terminate();
      else proceed();
    };
    pty.write(keys.space);
    await pty.shows('Connection lost');
    await pty.shows(/▌…○ alpha +user model/);
    pty.write(`${keys.down}${keys.space}`);
    await pty.shows(/▌…○ beta +user model/);
    await pty.shows(/next try in \d+ s/);
    isDown = false;
    await pty.hides('Connection lost');
    await pty.shows(/\*○ alpha +user model[\s\S]*▌\*○ beta +user model/);
    await pty.hides('as soon as the connection is back');
    expect(host.session.flags()).toMatchObject({ alpha: false, beta: false, gamma: true });
    expect(sentToggles(host).filter((toggle) => toggle === '-beta')).toHaveLength(1);
  });

  it('has a banner that counts down to the next try', async () => {
    const { host, pty } = await startPicker(bin);
    await pty.shows('● alpha');
    host.script = (_call, peer) => peer.terminate();
    host.drop();
    const seconds = () => Number(/^ ! Connection lost, next try in (\d+) s\./.exec(pty.screen.text)?.[1]);
    await pty.until(() => seconds() >= 2, 'a long pause');
    const before = seconds();
    await pty.until(() => seconds() === before - 1, 'a second to pass');
    host.script = (_call, _peer, proceed) => proceed();
    await pty.shows(/^ skillpick {2}a session/);
  });

  it('is reported if the host returns without the session', async () => {
    const { host, pty } = await startPicker(bin);
    await pty.shows('● alpha');
    host.sessions.clear();
    host.drop();
    await pty.shows('✗ The session is gone: it no longer exists. ^o opens another.');
    pty.write(keys.space);
    await pty.shows('nothing can be switched');
    await pty.shows('alpha');
  });
});

describe('another client', () => {
  it('that switches the same entry has its switch shown and kept', async () => {
    const { host, pty } = await startPicker(bin);
    await pty.shows('● alpha');
    pty.write(keys.space);
    await pty.shows(/▌\*○ alpha +user model/);
    host.toggleByAnother('alpha', true);
    await pty.shows(/▌ ● alpha +user model/);
    pty.write(keys.undo);
    await pty.shows('Nothing was taken back. Changed since by others, left alone: alpha.');
    expect(sentToggles(host)).toEqual(['-alpha']);
    pty.write(keys.escape);
    await pty.ended;
    expect(pty.screen.text).not.toMatch(/: (?:on|off)\b/);
  });

  it('that changes the list moves the cursor with its entry', async () => {
    const { host, pty } = await startPicker(bin);
    await pty.shows('● alpha');
    pty.write(keys.down);
    await pty.shows(/▌ ● beta +user model/);
    const [docs, tools] = fewNodes();
    const moved = [tools, { ...docs, children: [skill('new'), ...(docs?.children ?? []).toReversed()] }];
    host.session.customizations = moved as ModelNode[];
    host.emit(SESSION, { type: 'session/customizationsChanged', customizations: moved });
    await pty.shows('new');
    await pty.shows(/▌ ● beta +user model/);
    host.emit(SESSION, { type: 'session/customizationRemoved', id: 'beta' });
    await pty.shows(/▌ ● alpha +user model/);
  });
});

describe('sessions', () => {
  it('are offered if there are several, and one is opened', async () => {
    const host = new ScriptedHost(new ModelSession(fewNodes()));
    const other = new ModelSession([directory('d', [skill('other-skill')])]);
    host.sessions.set('copilotcli:/two', other);
    const listening = await listenDuringTest(host);
    const pty = new Journey(bin).start({ args: ['--url', listening.url] });
    await pty.shows(/ two +copilotcli/);
    pty.write(keys.paste('two') + keys.enter);
    await pty.shows('other-skill');
    pty.write(keys.ctrl('o'));
    await pty.shows(/▌ +two +\(open\)/);
    pty.write(`${keys.up}${keys.enter}`);
    await pty.shows('alpha');
    pty.write(keys.escape);
    expect((await pty.ended).code).toBe(0);
    expect(host.calls('createSession')).toEqual([]);
  });

  it('are left alone when Esc closes the choice', async () => {
    const host = new ScriptedHost(new ModelSession(fewNodes()));
    host.sessions.set('copilotcli:/two', new ModelSession([]));
    const listening = await listenDuringTest(host);
    const pty = new Journey(bin).start({ args: ['--url', listening.url] });
    await pty.shows('Sessions of');
    pty.write(keys.escape);
    expect((await pty.ended).code).toBe(0);
  });

  it('are created if there is none, with a banner, and disposed of', async () => {
    const host = new ScriptedHost();
    const made = new ModelSession(fewNodes());
    host.script = (call, peer, proceed) => {
      if (call.method === 'createSession') host.sessions.set(String(call.params['channel']), made);
      if (call.method === 'createSession' || call.method === 'disposeSession') host.answer(peer, call, null);
      else proceed();
    };
    const listening = await listenDuringTest(host);
    const pty = new Journey(bin).start({ args: ['--url', listening.url], size: { columns: 120, rows: 24 } });
    await pty.shows(/! temporary session, gone when you leave +this session/);
    await pty.shows('● alpha');
    pty.write(keys.space);
    await pty.shows(/▌\*○ alpha +user model/);
    pty.write(keys.escape);
    expect((await pty.ended).code).toBe(0);
    expect(host.calls('disposeSession')).toHaveLength(1);
    const printed = pty.screen.text.replaceAll('\n', '');
    expect(printed).toContain('skillpick: alpha: off');
    expect(printed).toContain('skillpick: The session was temporary: this has ended with it.');
  });
});

describe('what hosts send', () => {
  it('is listed, searched and scrolled at 10,000 entries', async () => {
    const { pty } = await startPicker(bin, skills(10_000), { size: { columns: 100, rows: 40 } });
    await pty.shows('10000');
    pty.write('s9876');
    await pty.shows(/▌ ● on +s9876 +user model/);
    pty.write(keys.escape);
    await pty.shows(/▌ ● on +s0 +user model$/m);
    pty.write(keys.end);
    await pty.shows(/▌ ● on +s9999 +user model/);
    pty.write(keys.space);
    await pty.shows(/▌\*○ off +s9999 +user model/);
  });

  it('is cleaned before it is drawn', async () => {
    const hostile = '\x1b[2J\x1b]52;c;ZXZpbA==\x07\x1b]8;;http://evil\x07ev\u202eil\x9b31m\u200b';
    const name = `${hostile}name`;
    const nodes = [
      directory(
        'd',
        [skill('a', { name, description: hostile.repeat(3) }), skill('b', { name: 'x'.repeat(10_000) })],
        {
          name: `${hostile}dir`,
          load: { kind: 'error', message: `${hostile}broken` },
        },
      ),
      plugin('p', [skill('c', { name: '日本語'.repeat(100), description: '한국어 설명' })]),
    ];
    const { host, pty } = await startPicker(bin, nodes);
    host.session.fields = { ...host.session.fields, title: `${hostile}title` };
    await pty.shows('evilname');
    pty.write(keys.enter);
    await pty.shows('evilname  skill, evildir');
    await pty.shows(/^ +folder +a$/m);
    pty.write(keys.escape);
    await pty.shows('esc leave');
    pty.write(keys.escape);
    await pty.ended;
    const ours =
      /\x1b\[\?(1049|25|7|1000|1006|2004|2026)[hl]|\x1b\[\d+;\d+H|\x1b\[\d+G|\x1b\[[\d;]*[mK]|\x1b\[2[JK]/g;
    expect(pty.output.replace(ours, '')).not.toMatch(
      /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b]/,
    );
  });

  it.each([
    ['name', 'evil second'],
    ['id', 'a b'],
    ['uri', 'file:///s c'],
  ])('is printed by pick as one clean line: its %s', async (form, printed) => {
    const steering = '\x1b]52;c;ZXZpbA==\x07';
    const hostile = skill(`${steering}a\nb`, {
      name: `${steering}evil\nsecond`,
      uri: `file:///s\n${steering}c`,
    });
    const { url } = await listenDuringTest(new ScriptedHost(new ModelSession([directory('d', [hostile])])));
    const journey = new Journey(bin);
    const pty = journey.start({ shell: `skillpick pick --print ${form} --url ${url} > out` });
    await pty.shows('evil second');
    pty.write(keys.enter);
    expect((await pty.ended).code).toBe(0);
    expect(readFileSync(join(journey.cwd, 'out'), 'utf8')).toBe(`${printed}\n`);
  });

  it.each(['a%2Fb', '%zz'])('may name a file that cannot exist, which is not edited: %s', async (name) => {
    const { pty } = await startPicker(bin, [
      directory('docs', [skill('alpha', { uri: `file:///docs/${name}/SKILL.md` })]),
    ]);
    await pty.shows('● alpha');
    pty.write(keys.enter);
    await pty.shows('esc close');
    pty.write('e');
    await pty.shows('Its file is not on this machine.');
  });

  it.each([
    ['an entry in it', '', 'Its text is not shown: it is declared inside of a larger file.'],
    [
      'a problem with it',
      keys.backTab.repeat(3) + keys.down,
      'Its text is not shown: such files hold commands and secrets.',
    ],
  ])('of a file with secrets is not shown with %s', async (_what, way, expected) => {
    const uri = 'file:///docs/settings.json';
    const range = { start: { line: 3, character: 0 }, end: { line: 4, character: 0 } };
    const problem = { uri, line: 1, message: 'no JSON' };
    const { host, pty } = await startPicker(bin, [
      directory('docs', [skill('alpha', { uri: `${uri}#alpha`, range })], {
        _meta: { skillpick: { problems: [problem] } },
      }),
    ]);
    host.script = (call, peer, proceed) => {
      if (call.method === 'resourceRead') host.answer(peer, call, { data: 'SECRET', encoding: 'utf-8' });
      else proceed();
    };
    await pty.shows('● alpha');
    pty.write(way + keys.enter);
    await pty.shows(expected);
    expect(host.calls('resourceRead')).toEqual([]);
  });

  it('is waited for, with a message that names it', async () => {
    const host = new ScriptedHost(new ModelSession(fewNodes()));
    let proceedWith = () => {};
    host.script = (call, _peer, proceed) => {
      if (call.method === 'initialize') proceedWith = proceed;
      else proceed();
    };
    const listening = await listenDuringTest(host);
    const asked = host.next('initialize');
    const pty = new Journey(bin).start({ args: ['--url', listening.url] });
    await pty.shows(`Connecting to ${listening.url}, 5 s left.`);
    await asked;
    pty.write('alp');
    await pty.shows(/❯ alp /);
    proceedWith();
    await pty.shows(/▌ ● alpha +user model/);
    await pty.hides('beta');
  });

  it('can be abandoned while it is waited for', { timeout: 8_000 }, async () => {
    const host = new ScriptedHost(new ModelSession(fewNodes()));
    host.script = () => {};
    const listening = await listenDuringTest(host);
    const pty = new Journey(bin).start({ args: ['--url', listening.url] });
    await pty.shows('Connecting to');
    pty.write(keys.escape);
    expect((await pty.ended).code).toBe(0);
  });

  it('may be missing, which is reported on a restored terminal', async () => {
    const pty = new Journey(bin).start({ args: ['--url', 'ws://127.0.0.1:9'] });
    expect((await pty.ended).code).toBe(1);
    expect(pty.screen.isAlternate).toBe(false);
    expect(pty.screen.text).toMatch(/skillpick: .*127\.0\.0\.1:9/);
  });
});

it('a host that repeats its token, and a file that is a link, show neither in the picker', async () => {
  const token = 'a-very-secret-token';
  const journey = new Journey(bin);
  mkdirSync(join(journey.cwd, '.claude/agents'), { recursive: true });
  const file = join(journey.cwd, '.claude/agents/leak.md');
  symlinkSync('/etc/passwd', file);
  const leak = {
    id: 'leak',
    type: 'agent',
    name: 'leak',
    uri: `file://${file}`,
    description: `says ${token}.`,
  };
  const host = new ScriptedHost(new ModelSession([directory('docs', [leak])]));
  host.script = (call, peer, proceed) => {
    if (isToggle(call)) host.echo(call, peer, `refused ${token}`);
    else proceed();
  };
  const { url } = await listenDuringTest(host, { token });
  const pty = journey.start({ args: ['--url', url], env: { AHP_TOKEN: token }, size: sizes.large });
  await pty.shows('says ….');
  pty.write(keys.space);
  await pty.shows('refused …');
  pty.write(keys.enter);
  await pty.shows('Its text is not shown: a link leads to another kind of file.');
  expect(pty.screen.text).not.toContain(token);
  expect(host.calls('resourceRead')).toEqual([]);
});
