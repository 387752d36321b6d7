/** The picker on an ACP agent: everything is there to see, nothing can be switched, and the agent ends with the picker. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BuiltBin, buildBin } from '../support/built-bin.js';
import { Journey, keys, type Start, sizes } from '../support/journey.js';
import type { Pty } from '../support/pty.js';
import {
  type AgentScript,
  commands,
  type ScriptedAgent,
  scriptedAgent,
  silence,
} from '../support/scripted-agent.js';

let bin: BuiltBin;
beforeAll(() => {
  bin = buildBin();
});
afterAll(() => bin.remove());

const note = 'Listed does not mean on';

interface Opened {
  agent: ScriptedAgent;
  journey: Journey;
  pty: Pty;
}

/** Opens the picker on an agent that lists these commands. */
async function open(
  names: readonly string[],
  { script = {}, ...start }: Start & { script?: AgentScript } = {},
  prepare: (journey: Journey) => void = () => {},
): Promise<Opened> {
  const agent = await scriptedAgent({ listing: (one) => one.update(commands(...names)), ...script });
  const journey = new Journey(bin);
  prepare(journey);
  const pty = journey.start({ ...start, args: ['--acp', agent.commandLine, ...(start.args ?? [])] });
  await pty.shows(names[0] ?? '');
  return { agent, journey, pty };
}

describe('the picker on an ACP agent', () => {
  it.each([sizes.usual, sizes.large])(
    'shows what is listed and that this is read-only, at %o',
    async (size) => {
      const { pty } = await open(['review', '$lint'], { size });
      await pty.shows(/– .*review +command +– +–/);
      await pty.shows(/– .*lint +– +–/);
      await pty.shows('read-only');
      await pty.shows(note);
    },
  );

  it('fits into a small terminal', async () => {
    const { pty } = await open(['review'], { size: sizes.small });
    await pty.shows(/– review +c +––/);
    await pty.shows('read-only');
  });

  it('says why nothing is switched, and sends nothing', async () => {
    const { agent, pty } = await open(['review']);
    pty.write(keys.space);
    await pty.shows('ACP has no switch for review.');
    pty.write(keys.ctrl('x'));
    await pty.shows('This is read-only: ACP has no switches.');
    pty.write(keys.undo);
    await pty.shows('This is read-only: ACP has no switches.');
    pty.write(keys.ctrl('s'));
    await pty.shows('there is nothing to keep');
    expect(agent.methods).toEqual(['initialize', 'session/new']);
  });

  it('names the switch that the tool of a linked entry has', async () => {
    const { pty } = await open(['review'], { script: { name: 'OpenCode' } }, (journey) => {
      journey.skill('review');
      journey.write('opencode.json', '{ "permission": { "skill": { "review": "deny" } } }');
    });
    await pty.shows('○ review');
    pty.write(keys.tab);
    await pty.shows('opencode has: skillpick enable review --tool');
    pty.write(keys.enter);
    await pty.shows('set by opencode.json');
    await pty.shows(/this is by\s+the files/);
  });

  it('follows the agent and the files', async () => {
    const { agent, journey, pty } = await open(['review'], { script: { name: 'OpenCode' } });
    await pty.shows('– review');
    journey.skill('review');
    await pty.shows('● review');
    agent.update(commands('other'));
    await pty.shows('– other');
    await pty.hides('review');
  });

  it('has a help without what switches', async () => {
    const { pty } = await open(['review'], { size: sizes.wide });
    pty.write('?');
    await pty.shows('– listed; whether it is on is not said');
    await pty.hides('switch everything shown');
  });

  it('shows what breaks a rule as a row of its own', async () => {
    const { pty } = await open(['pdf'], {
      script: {
        listing: (agent) =>
          agent.update({
            sessionUpdate: 'available_skills_update',
            availableSkills: [
              { name: 'a--b', description: 'Two hyphens.' },
              { name: 'pdf', description: 'Reads.', compatibility: 'Needs poppler' },
            ],
          }),
      },
    });
    await pty.shows(/– pdf .*! Needs poppler/);
    await pty.shows('left out');
    await pty.shows(/✗ a--b +/);
  });

  it('stays open with a banner when the agent ends', async () => {
    const { agent, pty } = await open(['review']);
    agent.exit(7);
    await pty.shows('has ended with code 7');
    await pty.shows('review');
    pty.write(keys.escape);
    expect(await pty.ended).toMatchObject({ code: 0 });
  });

  it('goes to the files of this machine and leaves nothing of the agent', async () => {
    const { agent, pty } = await open(['review'], {}, (journey) => journey.skill('local'));
    pty.write(keys.ctrl('o'));
    await pty.shows('all tools');
    await pty.hides('a new session here');
    pty.write(keys.down);
    await pty.shows(/▌ +all tools/);
    pty.write(keys.enter);
    await pty.shows('local');
    await pty.hides('review');
    await expect.poll(() => agent.isGone).toBe(true);
  });

  it('starts the agent once if another session is chosen meanwhile', async () => {
    const agent = await scriptedAgent({ replies: { initialize: silence } });
    const journey = new Journey(bin);
    journey.skill('local');
    const pty = journey.start({ args: ['--acp', agent.commandLine] });
    await pty.shows('Starting node');
    await agent.until(() => agent.methods.includes('initialize'));
    pty.write(keys.ctrl('o'));
    await pty.shows(/▌ +all tools/);
    pty.write(keys.enter);
    await pty.shows('● local');
    await expect.poll(() => agent.isGone).toBe(true);
    expect(agent.processes).toHaveLength(1);
  });

  it('starts the agent again when it is asked to', async () => {
    const { agent, pty } = await open(['review']);
    agent.exit(0);
    await pty.shows('has ended with code 0');
    pty.write(keys.ctrl('o'));
    await pty.shows('start node');
    pty.write(keys.paste('start node'));
    await pty.shows(/▌ +start node/);
    pty.write(keys.enter);
    await pty.hides('has ended');
    await pty.shows('– review');
    expect(agent.processes).toHaveLength(2);
  });

  it('ends what a crashed agent has started', async () => {
    const { agent, pty } = await open(['review'], {
      script: {
        ignores: ['end-of-input'],
        listing(one) {
          one.act({ type: 'start-child' });
          void one.until(() => one.processes.length === 2).then(() => one.update(commands('review')));
        },
      },
    });
    agent.exit(1);
    await pty.shows('has ended with code 1');
    await agent.until(() => agent.isGone);
    expect(agent.processes[1]?.endings).toEqual(['sigterm']);
  });

  it('takes the session back and ends the agent on leaving', async () => {
    const agentCapabilities = { sessionCapabilities: { close: {}, delete: {} } };
    const initialize = { protocolVersion: 1, agentInfo: { name: 'x' }, agentCapabilities };
    const { agent, pty } = await open(['review'], { script: { replies: { initialize } } });
    pty.write(keys.escape);
    expect(await pty.ended).toMatchObject({ code: 0 });
    expect(agent.methods.at(-1)).toBe('session/delete');
    expect(agent.isGone).toBe(true);
    expect(agent.processes[0]?.endings).toEqual(['end-of-input']);
  });

  it('gives the terminal back at once, although the agent does not leave', async () => {
    const { agent, pty } = await open(['review'], { script: { ignores: ['end-of-input'] } });
    pty.write(keys.escape);
    await pty.hides('review');
    expect(agent.isGone).toBe(false);
    expect(await pty.ended).toMatchObject({ code: 0 });
    expect(agent.processes[0]?.endings).toEqual(['end-of-input', 'sigterm']);
  });

  it('prints what is picked', async () => {
    const agent = await scriptedAgent({ listing: (one) => one.update(commands('review', 'other')) });
    const shell = `skillpick pick --acp "${agent.commandLine}"; echo "code $?"`;
    const picking = new Journey(bin).start({ shell });
    await picking.shows('other');
    picking.write('oth');
    await picking.hides('review');
    picking.write(keys.enter);
    await picking.shows('code 0');
    await picking.shows(/^other$/m);
  });

  it('speaks of an agent in sentences', async () => {
    const { pty } = await open(['review'], { args: ['--screen-reader'] });
    await pty.shows('Read-only: ACP has no switches.');
    await pty.shows('review, command, listed, but whether it is on is not said.');
  });

  it('ends with one line if the agent cannot be started', async () => {
    const pty = new Journey(bin).start({ args: ['--acp', 'no-such-agent --acp'] });
    await pty.shows('There is no program "no-such-agent".');
    expect(await pty.ended).toMatchObject({ code: 1 });
  });
});
