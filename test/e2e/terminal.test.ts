import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { Journey, keys, type Start } from '../support/journey.js';
import type { Pty } from '../support/pty.js';
import { listenDuringTest } from '../support/scripted-connection.js';
import { ScriptedHost } from '../support/scripted-host.js';
import { directory, ModelSession, skill } from '../support/scripted-session.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

function repository(): Journey {
  const journey = new Journey(bin);
  journey.skill('alpha');
  journey.skill('beta', { fields: 'user-invocable: false\n' });
  journey.skill('gamma');
  return journey;
}

/** Returns an environment that runs a script in the same process, before everything else. */
function preloaded(journey: Journey, script: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${journey.write('../preload.mjs', script)}` };
}

interface Rendering {
  journey: Journey;
  pty: Pty;
}

/**
 * Starts the picker and waits for its renderer to take over. The screen does not show that, so a script in the same
 * process reports it, next to the test's own script.
 */
async function rendering({ script = '', ...start }: Start & { script?: string } = {}): Promise<Rendering> {
  const journey = repository();
  const mark = join(journey.root, 'rendering');
  const report = `import fs from "node:fs";
    process.on("newListener", (name) => { if (name === "beforeExit") fs.writeFileSync("${mark}", ""); });`;
  const pty = journey.start({ ...start, env: preloaded(journey, report + script) });
  await pty.shows(/● (?:on +)?alpha/);
  await expect.poll(() => existsSync(mark), { timeout: 10_000 }).toBe(true);
  expectTaken(pty);
  return { journey, pty };
}

/** Expects the picker to have the terminal, with mouse reports. */
function expectTaken(pty: Pty): void {
  expect(pty.screen.isAlternate).toBe(true);
  expect(pty.screen.modes).toEqual({ paste: true, wrap: false, mouse: 'vt200' });
}

/** Expects the terminal to be as it was before the command, with the same text on it. */
function expectGivenBack(pty: Pty): void {
  expect(pty.screen.isAlternate).toBe(false);
  expect(pty.screen.modes).toEqual({ paste: false, wrap: true, mouse: 'none' });
  expect(pty.output.lastIndexOf('\x1b[?25h')).toBeGreaterThan(pty.output.lastIndexOf('\x1b[?25l'));
  expect(pty.output).not.toContain('\x1b[3J');
}

/** Makes code inside the picker throw, when a signal arrives or Ctrl+Z is pressed. */
const crashing = {
  effect: 'process.kill = () => { throw new Error("boom in an effect"); };',
  callback: 'process.on("SIGUSR2", () => { throw new Error("boom in a callback"); });',
  promise: 'process.on("SIGUSR2", () => { Promise.reject(new Error("boom in a promise")); });',
  drawing: `process.on("SIGUSR2", () => {
    String.prototype.repeat = () => { throw new Error("boom while drawing"); };
    fs.writeFileSync("armed", "");
  });`,
};

describe('every exit restores the terminal', () => {
  const keysOut: [name: string, key: string, code: number][] = [
    ['Esc', keys.escape, 0],
    ['Ctrl+C', keys.ctrl('c'), 130],
  ];

  it.each(keysOut)('%s', async (_name, key, code) => {
    // A test that reads slowly may miss what is written just before the end.
    const pty = repository().start({ shell: 'echo before; skillpick; echo "code $?"; stty -a; read' });
    await pty.shows(/● (?:on +)?alpha/);
    pty.write(key);
    await pty.shows(`code ${code}`);
    await pty.shows(/[^-]icanon/);
    await pty.shows(/[^-]echo /);
    expectGivenBack(pty);
    expect(pty.screen.text).toContain('before');
  });

  const signals: [signal: NodeJS.Signals, code: number][] = [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGQUIT', 131],
    ['SIGABRT', 134],
  ];

  it.each(signals)('%s', async (signal, code) => {
    const { pty } = await rendering();
    pty.kill(signal);
    expect(await pty.ended).toEqual({ code, signal: 0 });
    expectGivenBack(pty);
  });

  it('a signal right after the first frame', async () => {
    const pty = repository().start();
    await pty.shows('skillpick');
    pty.kill('SIGTERM');
    expect(await pty.ended).toEqual({ code: 143, signal: 0 });
    expectGivenBack(pty);
  });

  it('a signal before anything is connected', async () => {
    const host = new ScriptedHost();
    host.script = () => {};
    const { url } = await listenDuringTest(host);
    const pty = repository().start({ args: ['--url', url, '--timeout', '60000'] });
    await pty.shows('Connecting to');
    pty.kill('SIGTERM');
    expect(await pty.ended).toEqual({ code: 143, signal: 0 });
    expectGivenBack(pty);
  });

  // The connection to a host in another process is still being closed when writing to the terminal has failed.
  it.each(['', 'pick', '--url', 'pick --url'])('a closed terminal: skillpick %s', async (args) => {
    const { url } = await listenDuringTest(
      new ScriptedHost(new ModelSession([directory('d', [skill('alpha')])])),
    );
    const command = `skillpick ${args.replace('--url', `--url ${url}`)}`;
    const { journey, pty } = await rendering({ shell: `trap '' HUP; ${command}; echo "code $?" > ended` });
    pty.hangUp();
    const ended = join(journey.cwd, 'ended');
    await expect
      .poll(() => existsSync(ended) && readFileSync(ended, 'utf8'), { timeout: 5_000 })
      .toBe('code 129\n');
  });

  it('a closed stdin that is another terminal', async () => {
    const journey = repository();
    const pty = journey.start({ shell: 'read input; skillpick < "$input"; echo "code $?"; read' });
    // Started last: a later process would inherit its terminal and keep it open.
    const other = journey.start({ shell: 'tty; exec sleep 1000' });
    await other.shows('/dev/');
    pty.write(`${/\/dev\/\S+/.exec(other.screen.text)?.[0]}\r`);
    await pty.shows('● alpha');
    expectTaken(pty);
    other.hangUp();
    await pty.shows('code 129');
    expectGivenBack(pty);
  });

  it('a signal while an editor has the terminal', async () => {
    const journey = repository();
    const editor = journey.write('editor.sh', 'echo editing; read');
    const pty = journey.start({ env: { VISUAL: '', EDITOR: `bash ${editor}` } });
    await pty.shows('● alpha');
    pty.write(keys.enter);
    await pty.shows('e edit');
    pty.write('e');
    await pty.shows('editing');
    expectGivenBack(pty);
    pty.kill('SIGTERM');
    expect(await pty.ended).toEqual({ code: 143, signal: 0 });
    expectGivenBack(pty);
  });

  it('a crash in an effect', async () => {
    const { pty } = await rendering({ script: crashing.effect });
    pty.write(keys.ctrl('z'));
    expect((await pty.ended).code).toBe(1);
    expectGivenBack(pty);
    expect(pty.output).toMatch(/this is a bug[\s\S]*boom in an effect/);
  });

  it.each(['callback', 'promise'] as const)('a crash in a %s', async (where) => {
    const { pty } = await rendering({ script: crashing[where] });
    pty.kill('SIGUSR2');
    expect((await pty.ended).code).toBe(1);
    expectGivenBack(pty);
    // The stack is on the normal screen, not on the picker's own, which is gone.
    expect(pty.screen.text).toMatch(/this is a bug/);
    expect(pty.screen.text).toContain(`boom in a ${where}`);
  });

  it('a crash while drawing', async () => {
    const { journey, pty } = await rendering({ script: crashing.drawing });
    pty.kill('SIGUSR2');
    await expect.poll(() => existsSync(join(journey.cwd, 'armed')), { timeout: 10_000 }).toBe(true);
    pty.write('b');
    expect((await pty.ended).code).toBe(1);
    expectGivenBack(pty);
    expect(pty.output).toMatch(/this is a bug[\s\S]*boom while drawing/);
  });

  it('a crash while the first frame is drawn', async () => {
    const journey = repository();
    const script = `const { write } = process.stdout;
      process.stdout.write = function (text, ...rest) {
        if (String(text).includes("\\x1b[?1049h"))
          String.prototype.repeat = () => { throw new Error("boom while drawing"); };
        return write.call(this, text, ...rest);
      };`;
    const pty = journey.start({ env: preloaded(journey, script) });
    expect((await pty.ended).code).toBe(1);
    expectGivenBack(pty);
    expect(pty.output).toMatch(/this is a bug[\s\S]*boom while drawing/);
  });
});

describe('an editor', () => {
  it('gets the terminal as the shell had it, and the picker takes it back', async () => {
    const journey = repository();
    const editor = journey.write('editor.sh', 'stty -a; echo editing; read');
    const pty = journey.start({ env: { VISUAL: '', EDITOR: `bash ${editor}` } });
    await pty.shows('● alpha');
    pty.write(keys.enter);
    await pty.shows('e edit');
    pty.write('e');
    await pty.shows('editing');
    expect(pty.screen.text).toMatch(/[^-]icanon/);
    expectGivenBack(pty);
    pty.write(keys.enter);
    await pty.shows('e edit');
    expectTaken(pty);
  });
});

describe('suspending', () => {
  it('gives the terminal to the shell and takes it back', async () => {
    const journey = repository();
    const pty = journey.start({
      shell: 'set -m; PS1="shell> "; skillpick; echo stopped; read; fg; echo "code $?"; read',
    });
    await pty.shows(/● (?:on +)?alpha/);
    pty.write(`al${keys.ctrl('z')}`);
    await pty.shows('stopped');
    expectGivenBack(pty);
    pty.write('\r');
    await pty.shows(/❯ al/);
    expectTaken(pty);
    pty.write('ph');
    await pty.shows(/❯ alph /);
    pty.write(`${keys.escape}`);
    await pty.shows('gamma');
    pty.write(keys.escape);
    await pty.shows('code 0');
    expectGivenBack(pty);
  });

  it('works the same after a signal from another process', async () => {
    const journey = repository();
    const pty = journey.start({ shell: 'set -m; skillpick; echo stopped; read; fg; echo "code $?"; read' });
    await pty.shows('● gamma');
    const child = execFileSync('pgrep', ['-P', String(pty.pid)], { encoding: 'utf8' }).trim();
    process.kill(Number(child), 'SIGTSTP');
    await pty.shows('stopped');
    expectGivenBack(pty);
    pty.write('\r');
    await pty.shows('gamma');
    pty.write('be');
    await pty.shows(/❯ be /);
    pty.write(`${keys.escape}`);
    await pty.shows('gamma');
    pty.write(keys.escape);
    await pty.shows('code 0');
  });

  it('sets every mode again after a signal that cannot be caught', async () => {
    const journey = repository();
    const pty = journey.start({
      shell:
        'set -m; skillpick; printf "\\e[?1049l\\e[?2004l"; stty sane; echo stopped; read; fg; echo "code $?"; read',
    });
    await pty.shows('● gamma');
    const child = execFileSync('pgrep', ['-P', String(pty.pid)], { encoding: 'utf8' }).trim();
    process.kill(Number(child), 'SIGSTOP');
    await pty.shows('stopped');
    pty.write('\r');
    await pty.shows('gamma');
    expectTaken(pty);
    pty.write('be');
    await pty.shows(/❯ be /);
    pty.write(keys.ctrl('c'));
    await pty.shows('code 130');
    expectGivenBack(pty);
  });

  it('is ignored if nothing could continue it', async () => {
    const pty = repository().start();
    await pty.shows(/● (?:on +)?alpha/);
    pty.write(keys.ctrl('z'));
    await pty.until(() => pty.output.includes('\x1b[?1049l'), 'the terminal to be given back');
    await pty.until(() => pty.screen.isAlternate, 'the terminal to be taken again');
    pty.write('be');
    await pty.shows(/❯ be /);
  });
});

describe('a time of day that is set back', () => {
  it('delays no frame', async () => {
    const { pty, journey } = await rendering({
      script: `process.on("SIGUSR2", () => {
        const { now } = Date;
        Date.now = () => now() - 3_600_000;
        fs.writeFileSync("set-back", "");
      });`,
    });
    pty.kill('SIGUSR2');
    await expect.poll(() => existsSync(join(journey.cwd, 'set-back')), { timeout: 10_000 }).toBe(true);
    pty.write('be');
    await pty.shows(/❯ be /);
  });
});

describe('a working directory that is gone', () => {
  it('does not matter with --cwd', async () => {
    const { pty } = await rendering({
      shell:
        'here=$PWD; mkdir ../gone; cd ../gone; rmdir ../gone; skillpick -C "$here"; echo "code $?"; read',
    });
    pty.write('be');
    await pty.shows(/❯ be /);
    pty.write(keys.ctrl('c'));
    await pty.shows('code 130');
  });
});

describe('keys', () => {
  it('that arrive in one write are all read, in order, and none as a command', async () => {
    const journey = repository();
    const text = 'the-quick.brown_fox,jumps-over-the-lazy-dog-?'.replace('?', '0123456789');
    const pty = journey.start({ size: { columns: 200, rows: 24 } });
    await pty.shows(/● (?:on +)?alpha/);
    pty.write(text);
    await pty.shows(`❯ ${text}`);
    await pty.shows('No skill or agent matches.');
    pty.write(keys.escape);
    await pty.shows('gamma');
    pty.write(`ga${keys.down}${keys.backspace}${keys.backspace}b`);
    await pty.shows(/❯ b /);
    // What starts with a key is not taken for a part of the paste before it, however soon it comes.
    pty.write(`${keys.right}e${keys.enter}`);
    await pty.shows(/^ +beta {2}skill, \.agents\/skills, this repo +1 of 1$/m);
  });

  it('that arrive together as text never switch, though the terminal has no bracketed pastes', async () => {
    const pty = repository().start();
    await pty.shows(/● (?:on +)?alpha/);
    pty.write(`alpha ${keys.tab}${keys.enter}`);
    await pty.shows(/❯ alpha/);
    await pty.shows(/▌ ● alpha +user model/);
    pty.write(keys.escape);
    await pty.shows('gamma');
    expect(pty.screen.text).not.toMatch(/○|alpha, skill, /);
    expect(pty.screen.isAlternate).toBe(true);
  });

  it('that are pasted without brackets are text to the end, over several reads', async () => {
    const pty = repository().start({ size: { columns: 200, rows: 24 } });
    await pty.shows(/● (?:on +)?alpha/);
    // Longer than what the kernel returns at once; Ctrl+C would leave and Ctrl+Z suspend.
    pty.write(`${'lorem ipsum\t'.repeat(1_000)}\t`);
    await pty.shows('No skill or agent matches.');
    pty.write(keys.escape);
    await pty.shows('gamma');
    expect(pty.screen.text).not.toContain('○');
    pty.write(keys.ctrl('c'));
    expect(await pty.ended).toEqual({ code: 130, signal: 0 });
    expect(pty.output).not.toContain('Switched');
  });

  it('that are pasted are always text', async () => {
    const pty = repository().start({ size: { columns: 200, rows: 24 } });
    await pty.shows(/● (?:on +)?alpha/);
    const text = Array.from({ length: 500 }, (_, index) => 'abc def?\t\x03\x1b[A\r'[index % 14]).join('');
    pty.write(keys.paste(text));
    await pty.shows('No skill or agent matches.');
    await pty.shows('esc clear');
    await pty.hides('Every word has to match');
    pty.write(keys.ctrl('a'));
    await pty.shows(/❯ abc def\? /);
    pty.write(keys.escape);
    await pty.shows(/● on +alpha [\s\S]*● on +gamma /);
    expect(pty.screen.isAlternate).toBe(true);
  });

  it('work again after a pause in a paste that never ends', async () => {
    const pty = repository().start();
    await pty.shows(/● (?:on +)?alpha/);
    pty.write('\x1b[200~be');
    await pty.shows(/❯ be /);
    pty.write('ta');
    await pty.shows(/❯ beta /);
  });

  it('that quit work during a paste that never ends', async () => {
    const pty = repository().start();
    await pty.shows(/● (?:on +)?alpha/);
    pty.write(`\x1b[200~be${keys.ctrl('c')}`);
    expect(await pty.ended).toEqual({ code: 130, signal: 0 });
    expectGivenBack(pty);
  });

  it('that are typed very fast are all read', async () => {
    const pty = repository().start({ size: { columns: 200, rows: 24 } });
    await pty.shows(/● (?:on +)?alpha/);
    const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
    for (const letter of letters) pty.write(letter);
    await pty.shows(`❯ ${letters}`);
  });
});

describe('references from standard input', () => {
  it('are not waited for on a terminal', async () => {
    const pty = repository().start({ shell: 'skillpick disable -; echo "code $?"; read' });
    await pty.shows('There is nothing on standard input.');
    await pty.shows('code 2');
  });
});

describe('pick', () => {
  const picked = (pty: Pty) => /picked \[(.*)\] (\d+)/.exec(pty.screen.text)?.slice(1);
  const choosing = 'x=$(skillpick pick); echo "picked [$x] $?"; read';
  const hasPicked = (pty: Pty) => pty.until(() => picked(pty) !== undefined, 'what was picked');

  it('prints what was chosen, and Space belongs to the query', async () => {
    const pty = repository().start({ shell: choosing });
    await pty.shows('choose one');
    pty.write(`${keys.paste('alpha')} ${keys.paste('does')}`);
    await pty.shows(/❯ alpha does/);
    await pty.shows(/▌ ● alpha +user model/);
    pty.write(keys.enter);
    await hasPicked(pty);
    expect(picked(pty)).toEqual(['alpha', '0']);
    expectGivenBack(pty);
  });

  it('reports why an entry cannot be chosen, and exits with 130 on Esc', async () => {
    const pty = repository().start({ shell: choosing });
    await pty.shows('choose one');
    pty.write(keys.down);
    await pty.shows('beta cannot be chosen: only the model may invoke it.');
    pty.write(keys.enter);
    await pty.shows(/▌ ● beta +· +model/);
    pty.write(keys.escape);
    await hasPicked(pty);
    expect(picked(pty)).toEqual(['', '130']);
  });

  it('draws on the terminal although stdin and stdout are redirected', async () => {
    const pty = repository().start({
      shell: 'echo ignored | skillpick pick --print uri gam > out; echo "picked [$(cat out)] $?"; read',
    });
    await pty.shows(/▌ ● gamma +user model/);
    pty.write(keys.enter);
    await hasPicked(pty);
    expect(picked(pty)?.[0]).toMatch(/^file:\/\/\/.*\/gamma\/SKILL\.md$/);
  });

  it('follows the size of that terminal', async () => {
    const pty = repository().start({ shell: choosing });
    await pty.shows('choose one');
    pty.resize({ columns: 120, rows: 30 });
    await pty.until(() => pty.screen.lines[29]?.includes('esc leave') === true, 'the footer in its place');
  });
});
