import { describe, expect, it } from 'vitest';
import type { Intent } from '../../src/picker/intents.js';
import { selectionNotice } from '../../src/picker/selecting.js';
import type { Model } from '../../src/picker/state.js';
import { agent, directory, modelOf, Picker, skill } from '../support/picker.js';

const nodes = [
  directory('d', [
    agent('planner'),
    agent('hidden', { disableUserInvocation: true }),
    agent('resting', { enabled: false }),
    skill('deploy'),
  ]),
];
const select: Intent = { type: 'select-agent' };
const uri = 'file:///repo/planner';

function open(id: string, selected: string | null = null, changes: Partial<Model> = {}): Picker {
  const model = modelOf(nodes, changes);
  const picker = new Picker({ ...model, session: { ...model.session, agent: selected } });
  picker.send({ type: 'move', by: picker.shown.indexOf(id) - picker.state.cursor.index }, { type: 'open' });
  return picker;
}

describe('selecting the open agent', () => {
  it('asks for it, and says so', () => {
    const picker = open('planner');
    expect(picker.send(select)).toEqual([{ type: 'select-agent', asked: { uri, name: 'planner' } }]);
    expect(picker.notice).toBe('Selecting planner as the agent.');
    expect(picker.state.view).toMatchObject({ type: 'detail', id: 'planner' });
  });

  it('goes back to the default if it is selected', () => {
    const picker = open('planner', uri);
    expect(picker.send(select)).toEqual([{ type: 'select-agent', asked: { uri: null, name: 'planner' } }]);
    expect(picker.notice).toBe('Going back to the default agent.');
  });

  it('goes back to the default even if it may not be selected any more', () => {
    expect(open('resting', 'file:///repo/resting').send(select)).toHaveLength(1);
  });

  it.each([
    ['hidden', 'hidden cannot be selected: the user may not invoke it.'],
    ['resting', 'resting cannot be selected: it is off.'],
    ['deploy', 'deploy cannot be selected: it is not an agent.'],
    ['d', 'Only an agent can be selected.'],
  ])('is refused for %s', (id, notice) => {
    const picker = open(id);
    expect(picker.send(select)).toEqual([]);
    expect(picker.notice).toBe(notice);
  });

  it('says that it waits for the connection', () => {
    const picker = open('planner', null, { link: { kind: 'connecting' } });
    expect(picker.send(select)).toHaveLength(1);
    expect(picker.notice).toBe('Selecting planner as the agent as soon as the connection is back.');
  });

  it('is refused once the session is gone', () => {
    const picker = open('planner', null, { link: { kind: 'gone', reason: 'gone' } });
    expect(picker.send(select)).toEqual([]);
    expect(picker.notice).toContain('The session is gone');
  });
});

describe('the notice about a selection', () => {
  it.each([
    [uri, true, 'planner is the agent of the session now.', 'plain'],
    [null, true, 'planner is no longer selected: the session uses the default agent.', 'plain'],
    [uri, false, 'planner was not selected: no.', 'bad'],
    [null, false, 'planner is still selected: no.', 'bad'],
  ])('for %s, made: %s', (asked, isMade, text, tone) => {
    const ended = { isMade, reason: isMade ? null : 'no' };
    expect(selectionNotice({ uri: asked, name: 'planner' }, ended)).toEqual({ text, tone });
  });
});
