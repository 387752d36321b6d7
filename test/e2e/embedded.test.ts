import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { Journey, keys, sizes } from '../support/journey.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join('\n');

function repository(): Journey {
  const journey = new Journey(bin);
  journey.skill('release-notes', {
    description: 'Draft release notes.',
    body: `The beginning.\n${lines(60)}\nThe end.`,
  });
  journey.skill('release-check', { fields: 'disable-model-invocation: true\n' });
  journey.skill('relay', { fields: 'user-invocable: false\n' });
  journey.write(
    '.claude/agents/reviewer.md',
    '---\nname: reviewer\ndescription: Reviews code.\n---\nHello.\n',
  );
  journey.write('.agents/skills/zz-broken/SKILL.md', '---\nname: other\ndescription: x\n---\nBroken text.\n');
  return journey;
}

describe('a first run', () => {
  it('says where it looked and how to make a skill', async () => {
    const pty = new Journey(bin).start();
    await pty.shows('No skills or agents were found.');
    await pty.shows('skillpick new <name>');
    await pty.shows('▌ .agents/skills · this repo · empty');
  });
});

describe('the list', () => {
  it('reports on a terminal that something could not be read', async () => {
    const pty = repository().start({ args: ['--list'] });
    expect((await pty.ended).code).toBe(0);
    expect(pty.screen.text).toContain('release-notes');
    expect(pty.screen.text).toContain('skillpick: 1 problem: skillpick doctor says more.');
  });
});

describe('finding and switching', () => {
  it('finds an entry and switches it off for good', async () => {
    const journey = repository();
    const pty = journey.start();
    await pty.shows('.agents/skills · this repo');
    pty.write(keys.paste('relea-no'));
    await pty.shows(/▌ ● release-notes +user model/);
    await pty.hides('reviewer');
    pty.write(keys.tab);
    await pty.shows(/▌\*○ release-notes +user model/);
    await pty.shows('✓ release-notes off · kept by skillpick alone · ^/ undo');
    pty.write(keys.escape);
    await pty.shows('reviewer');
    pty.write(keys.escape);
    expect(await pty.ended).toEqual({ code: 0, signal: 0 });
    await expect
      .poll(() => pty.screen.text.replaceAll('\n', ''))
      .toContain('skillpick: release-notes: off · this repo');
    const again = journey.start({ args: ['--off'] });
    await again.shows(/▌ ○ release-notes +user model/);
    await again.shows(/only off {2}.*1 · 1 off$/m);
  });

  it('reports on exit what was switched, and where', async () => {
    const journey = repository();
    mkdirSync(join(journey.home, '.codex'));
    const pty = journey.start();
    await pty.shows('.agents/skills · this repo');
    pty.write(keys.paste('relay') + keys.tab);
    await pty.shows(/▌\*○ relay +· +model +○ +Does relay/);
    pty.write(keys.ctrl('c'));
    await pty.ended;
    const printed = pty.screen.text.replaceAll('\n', '');
    expect(printed).toContain('relay: off in Codex · this repo');
  });

  it('switches the entries of a folder on its header', async () => {
    const pty = repository().start();
    await pty.shows('.agents/skills · this repo');
    pty.write(keys.home);
    await pty.shows(/▌ \.agents\/skills/);
    pty.write(keys.space);
    await pty.shows(/▌ \.agents\/skills .* 4 off$/m);
    await pty.shows(/ {2}\*○ release-notes +user model/);
    pty.write(`${keys.down}${keys.space}`);
    await pty.shows(/▌ ● relay +· +model/);
    expect(pty.screen.text).not.toContain('stays off');
  });

  it('switches all shown entries after a confirmation, and undoes it', async () => {
    const pty = repository().start();
    await pty.shows('.agents/skills · this repo');
    pty.write(keys.paste('rel') + keys.ctrl('x'));
    await pty.shows('3 shown (3 on): o all on, f all off, esc');
    pty.write('f');
    await pty.shows(/▌\*○ relay .*\n +\*○ release-check .*\n +\*○ release-notes /);
    await pty.shows('✓ 3 switched off · kept by skillpick alone · ^/ undo');
    pty.write(keys.undo);
    await pty.shows('Took back release-notes, release-check, relay: now on');
    await pty.shows(/▌ ● relay .*\n +● release-check .*\n +● release-notes /);
  });

  it('follows files that change while it runs', async () => {
    const journey = repository();
    const pty = journey.start();
    await pty.shows('.agents/skills · this repo');
    await pty.shows('release-notes');
    pty.write(keys.end);
    await pty.shows(/▌ ● reviewer +agent +user model/);
    journey.skill('brand-new');
    await pty.shows('brand-new');
    await pty.shows(/▌ ● reviewer +agent +user model/);
  });
});

describe('looking around', () => {
  it('filters by kind and state, and lists broken files with line and reason', async () => {
    const journey = repository();
    journey.write('.codex/agents/torn.toml', 'name = "torn"\ndescription = [\n');
    const pty = journey.start();
    await pty.shows(/ skills\+agents +6 · 1 broken$/m);
    pty.write(`${keys.ctrl('t')}${keys.ctrl('t')}`);
    await pty.shows(/ agents +2 · 1 broken$/m);
    await pty.hides('release-notes');
    pty.write(`${keys.ctrl('t')}${keys.ctrl('t')}${keys.ctrl('t')}`);
    await pty.shows('skills+agents');
    pty.write(keys.ctrl('f').repeat(2));
    await pty.shows('skills+agents · only off');
    await pty.shows('No skill or agent is off.');
    pty.write(keys.ctrl('f'));
    await pty.shows(/▌ ✗ torn +torn\.toml:3 {2}not valid TOML/);
    await pty.hides('space switch');
    pty.write(keys.enter);
    await pty.shows(/line +3$/m);
    await pty.shows('Correct the syntax at that line.');
    await pty.shows('Its text is not shown: such files hold commands and secrets.');
    await pty.hides('space switch');
  });

  it('shows next to an entry which rule its file breaks, and opens it with the remedy', async () => {
    const pty = repository().start();
    await pty.shows(/ ● other +user model +no tool here reads it {2}! name must equal/);
    pty.write(keys.paste('other') + keys.enter);
    await pty.shows('line 2: name must equal the directory name');
    await pty.shows('Give the directory and the field');
    await pty.shows('Broken text.');
  });

  const limits: [args: string[], shown: (string | RegExp)[], hidden: string[]][] = [
    [['--invocable', 'user'], ['only invocable by user', 'release-check', 'reviewer'], ['relay']],
    [['--in', 'agents'], ['only in agents', 'reviewer'], ['relay']],
    [
      ['--from', 'user'],
      ['only yours', 'Nothing here is yours.'],
      ['relay', 'reviewer'],
    ],
    [
      ['--mixed'],
      ['skills+agents · only differing', 'No skill or agent is on in some tools and off in others.'],
      ['relay', 'reviewer'],
    ],
    [['-t', 'agent'], [/^ ❯ type to search +agents +1$/m, 'reviewer'], ['relay']],
    [
      ['-t', 'rule,prompt'],
      ['only rule or prompt', /^ ❯ type to search +all +1$/m, 'house-style'],
      ['relay', 'reviewer'],
    ],
    [['--on', 'rel'], [/^ ❯ rel +skills\+agents · only on +3$/m, '● on       relay'], ['reviewer']],
    [
      ['-t', 'directory'],
      [
        /^ ❯ type:directory +all +3$/m,
        /^ ▌ \.agents\/skills · this repo +4 on /m,
        '.claude/agents · this repo',
      ],
      ['relay'],
    ],
  ];

  it.each(limits)('starts with the filters of the command line: %j', async (args, shown, hidden) => {
    const journey = repository();
    journey.write('.github/instructions/house-style.instructions.md', '---\napplyTo: "**"\n---\nBe kind.\n');
    const pty = journey.start({ args, size: sizes.large });
    for (const text of shown) await pty.shows(text);
    for (const text of hidden) expect(pty.screen.text).not.toContain(text);
  });

  it('reports a container that does not exist', async () => {
    const pty = repository().start({ args: ['--in', 'nowhere'] });
    expect((await pty.ended).code).toBe(3);
    expect(pty.screen.text).toContain('This session has no folder or plugin "nowhere".');
    expect(pty.screen.isAlternate).toBe(false);
  });

  it('reports a tool that is not here', async () => {
    const pty = repository().start({ args: ['--tool', 'cursor'] });
    expect((await pty.ended).code).toBe(2);
    expect(pty.screen.text).toContain('There is no agent tool "cursor" here.');
    expect(pty.screen.isAlternate).toBe(false);
  });

  it('opens an entry with the text of its file, which scrolls', async () => {
    const pty = repository().start();
    await pty.shows('.agents/skills · this repo');
    pty.write(keys.paste('notes') + keys.enter);
    await pty.shows('The beginning.');
    pty.write(keys.end);
    await pty.shows('The end.');
    await pty.hides('The beginning.');
    pty.write(keys.up);
    await pty.hides('The end.');
    pty.write(keys.escape);
    await pty.shows(/❯ notes/);
  });

  it('updates the file that is open', async () => {
    const journey = repository();
    const pty = journey.start();
    await pty.shows('.agents/skills · this repo');
    pty.write(keys.paste('relay') + keys.enter);
    await pty.shows('Body.');
    journey.skill('relay', { description: 'Another one.', body: 'Another body.' });
    await pty.shows('Another body.');
    await pty.shows('Another one.');
    // Nothing that the list shows has changed.
    journey.skill('relay', { description: 'Another one.', body: 'A third one.' });
    await pty.shows('A third one.');
  });

  it('updates the text of the file in the preview', async () => {
    const journey = repository();
    const pty = journey.start({ size: sizes.wide });
    await pty.shows('.agents/skills · this repo');
    pty.write(keys.paste('relay'));
    await pty.shows(/│ Body\./);
    journey.skill('relay', { description: 'Hand over.', body: 'Another body.' });
    await pty.shows(/│ Another body\./);
    journey.skill('relay', { description: 'Hand over.', body: 'A third one.' });
    await pty.shows(/│ A third one\./);
  });

  it('edits the file in the user’s editor and shows the result', async () => {
    const journey = repository();
    const editor = journey.write('editor.sh', '#!/bin/sh\nprintf "edited by %s\\n" "$1" >> "$2"\n');
    const pty = journey.start({ env: { VISUAL: '', EDITOR: `sh ${editor} me` } });
    await pty.shows('.agents/skills · this repo');
    pty.write(keys.paste('relay') + keys.enter);
    await pty.shows('Body.');
    pty.write('e');
    await pty.shows('edited by me');
    expect(readFileSync(join(journey.cwd, '.agents/skills/relay/SKILL.md'), 'utf8')).toContain(
      'edited by me',
    );
    pty.write(keys.escape);
    await pty.shows(/❯ relay/);
  });

  it('leaves Ctrl+C and Ctrl+\\ to the editor while it runs, and handles them again afterwards', async () => {
    const journey = repository();
    const editor = journey.write(
      'editor.sh',
      'trap "echo caught INT" INT; trap "echo caught QUIT" QUIT; echo editing\n' +
        'until read line && [ "$line" = save ]; do :; done; echo saved >> "$1"\n',
    );
    const pty = journey.start({ env: { VISUAL: '', EDITOR: `bash ${editor}` } });
    await pty.shows('.agents/skills · this repo');
    pty.write(keys.paste('relay') + keys.enter);
    await pty.shows('Body.');
    pty.write('e');
    await pty.shows('editing');
    pty.write(keys.ctrl('c'));
    await pty.shows('caught INT');
    pty.write(keys.ctrl('\\'));
    await pty.shows('caught QUIT');
    pty.write('save\r');
    await pty.shows('saved');
    pty.kill('SIGINT');
    expect(await pty.ended).toEqual({ code: 130, signal: 0 });
    expect(pty.screen.isAlternate).toBe(false);
  });

  it('offers other sessions and opens one, with the cursor on its first entry', async () => {
    const journey = repository();
    mkdirSync(join(journey.home, '.claude'));
    journey.write(
      '.claude/skills/zoom/SKILL.md',
      '---\nname: zoom\ndescription: Looks closer.\n---\nHello.\n',
    );
    const pty = journey.start();
    await pty.shows('.agents/skills · this repo');
    pty.write(keys.end);
    await pty.shows(/▌ ● reviewer +agent +user model/);
    pty.write(keys.ctrl('o'));
    await pty.shows('This machine');
    await pty.shows(/▌ +all tools +\(open\)/);
    pty.write(keys.paste('claude') + keys.enter);
    await pty.shows(/▌ ● zoom +user model/);
    await pty.shows('reviewer');
    await pty.hides('release-notes');
    pty.write(keys.ctrl('o'));
    await pty.shows(/▌ +Claude Code +\(open\)/);
    pty.write(keys.paste('everything') + keys.enter);
    await pty.shows(/▌ ● relay +· +model/);
  });

  it('has help that scrolls, from every view', async () => {
    const pty = repository().start();
    await pty.shows('.agents/skills · this repo');
    pty.write('?');
    await pty.shows('enter runs the line with the cursor');
    pty.write(keys.end);
    await pty.hides('enter runs the line with the cursor');
    await pty.shows(/▌ {2}mouse +moves the cursor/);
    pty.write('?');
    await pty.shows('release-notes');
    pty.write(`${keys.ctrl('x')}?`);
    await pty.shows('enter runs the line with the cursor');
    pty.write(keys.escape);
    await pty.shows('o all on, f all off');
  });
});

describe('at other sizes', () => {
  it('is useful at 40x10', async () => {
    const pty = repository().start({ size: sizes.small });
    await pty.shows(/▌ ● relay +·M$/m);
    await pty.shows('space switch  ? help  esc leave');
    pty.write(keys.space);
    await pty.shows(/▌\*○ relay +·M$/m);
    for (const line of pty.screen.lines) expect([...line].length).toBeLessThanOrEqual(40);
  });

  it('uses 200x60', async () => {
    const pty = repository().start({ size: sizes.large });
    await pty.shows('^f show');
    await pty.shows(/^ ▌ ● on {7}relay +· {3}model {2}no tool here reads it {2}Does relay\. +│$/m);
    await pty.shows(/ │ name: relay$/m);
    expect(pty.screen.lines[59]).toContain('esc leave');
  });

  it('reports a terminal that is too small, and recovers', async () => {
    const pty = repository().start();
    await pty.shows('▌ ● relay');
    pty.resize({ columns: 29, rows: 8 });
    await pty.shows('skillpick needs 30x6');
    pty.resize(sizes.usual);
    await pty.shows(/▌ ● relay +· +model/);
  });

  it('switches nothing while the terminal is too small to show it', async () => {
    const journey = repository();
    const pty = journey.start();
    await pty.shows('▌ ● relay');
    pty.resize({ columns: 29, rows: 8 });
    await pty.shows('skillpick needs 30x6');
    pty.write(`${keys.space}${keys.escape}`);
    expect((await pty.ended).code).toBe(0);
    await journey.start().shows(/▌ ● relay +· +model/);
  });

  it('redraws when the size changes during typing', async () => {
    const pty = repository().start();
    await pty.shows('.agents/skills · this repo');
    for (const [index, letter] of [...'release'].entries()) {
      pty.write(letter);
      pty.resize({ columns: 70 + index * 10, rows: 20 + index });
    }
    await pty.shows(/❯ release /);
    await pty.until(() => pty.screen.lines[25]?.includes('esc clear') === true, 'the footer in its place');
    expect(pty.screen.text.match(/● release-notes +user model/g)).toHaveLength(1);
    expect(pty.output).not.toContain('\x1b[3J');
  });
});

describe('the display', () => {
  const badges = /● relay +· +model .*\n.*● release-check +user +· .*\n.*● release-notes +user model /;

  it('works without colour', async () => {
    const pty = repository().start({ env: { NO_COLOR: '1' } });
    await pty.shows(badges);
    expect(pty.output).not.toMatch(/\x1b\[[\d;]*(3[0-7]|38;5)[\d;]*m/);
  });

  it('works with ASCII alone', async () => {
    const pty = repository().start({ args: ['--ascii'] });
    await pty.shows(/> \+ relay +\. +model .*\n.*\+ release-check +user +\. /);
    expect(pty.screen.text).toMatch(/^[\x20-\x7e\n]*$/);
  });

  it('is not disturbed by the output of --debug', async () => {
    const pty = repository().start({ args: ['--debug'] });
    await pty.shows('.agents/skills · this repo');
    expect(pty.screen.text).not.toContain('jsonrpc');
    pty.write(keys.escape);
    await pty.ended;
    expect(pty.screen.text).toContain('--debug writes nothing');
  });

  it('works with a screen reader', async () => {
    const pty = repository().start({ env: { INK_SCREEN_READER: 'true' } });
    await pty.shows(/^relay, skill, no tool here reads it, you may not use it\. Does relay\. 2 of 7\.$/m);
    expect(pty.screen.isAlternate).toBe(false);
    pty.write(keys.down);
    await pty.shows(/^release-check, skill, no tool here reads it, the model may not use it\. /m);
  });
});
