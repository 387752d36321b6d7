import { describe, expect, it } from 'vitest';
import { SkillpickError } from '../../../src/errors.js';
import { AgentSession } from '../../../src/source/acp/agent-session.js';
import { acpLimits } from '../../../src/source/acp/limits.js';
import { commandUpdate, titleUpdate } from './plain-updates.js';

const commands = (...names: string[]) => ({
  sessionUpdate: 'available_commands_update',
  availableCommands: names.map((name) => ({ name, description: '' })),
});
const skills = {
  sessionUpdate: 'available_skills_update',
  availableSkills: [{ name: 's', description: 'S.' }],
};

const namesIn = ({ content }: AgentSession) => content.commands?.rows.map(({ name }) => name);

/** A session that the agent has named, after these updates of it. */
function opened(...updates: object[]): AgentSession {
  const session = new AgentSession();
  session.open('ours', {});
  for (const update of updates) session.notify('session/update', { sessionId: 'ours', update });
  return session;
}

describe('a session of an agent', () => {
  it.each([
    ['nested, as ACP has it', { sessionId: 'ours', update: skills }],
    ['beside the session, as the proposal has it', { sessionId: 'ours', ...skills }],
    [
      'in both forms, of which the nested one counts',
      { ...commands('x'), sessionId: 'ours', update: skills },
    ],
    ['beside the session, next to an update that is none', { sessionId: 'ours', update: null, ...skills }],
  ])('takes an update %s', (_what, params) => {
    const session = opened();
    session.notify('session/update', params);
    expect(session.content.skills?.rows.map(({ name }) => name)).toEqual(['s']);
    expect(session.content.commands).toBeUndefined();
  });

  it.each([
    ['of another session', 'session/update', { sessionId: 'other', update: commandUpdate }],
    ['of no session', 'session/update', { update: commandUpdate }],
    ['of a session that is no text', 'session/update', { sessionId: 1, update: commandUpdate }],
    ['of another method', 'session/changed', { sessionId: 'ours', update: commandUpdate }],
    ['without an update', 'session/update', { sessionId: 'ours' }],
    ['with an update that is no object', 'session/update', { sessionId: 'ours', update: [commandUpdate] }],
    [
      'of a kind that says nothing',
      'session/update',
      { sessionId: 'ours', update: { sessionUpdate: 'plan' } },
    ],
  ])('ignores an update %s', (_what, method, params) => {
    const session = opened(titleUpdate);
    const { content, changes } = session;
    session.notify(method, params);
    expect([session.content, session.changes]).toEqual([content, changes]);
  });

  it('keeps each list until the next one of its kind', () => {
    const session = opened(commands('a', 'b'), skills, commands('c'));
    expect(namesIn(session)).toEqual(['c']);
    expect(session.content.skills?.rows).toHaveLength(1);
  });

  it('counts lines that are no messages, which change nothing that is listed', () => {
    const session = opened(commands('a'));
    const before = session.changes;
    session.countUnreadable();
    session.countUnreadable();
    expect([session.unreadable, session.changes - before]).toEqual([2, 0]);
  });

  it('has ended once the agent has failed, and keeps what was listed', () => {
    const session = opened(commands('a'));
    expect(session.failure).toBeUndefined();
    const error = new SkillpickError('agent-failed', 'It has ended.');
    session.fail(error);
    expect([session.failure, namesIn(session)]).toEqual([error, ['a']]);
  });

  it('notifies once for all changes of one turn, and not those who have left', async () => {
    const session = new AgentSession();
    let count = 0;
    let other = 0;
    session.subscribe(() => {
      other += 1;
    })();
    const notified = new Promise<void>((resolve) => {
      session.subscribe(() => {
        count += 1;
        resolve();
      });
    });
    session.open('ours', { availableCommands: [] });
    session.countUnreadable();
    await notified;
    expect([count, other]).toEqual([1, 0]);
  });
});

describe('what comes before the session has a name', () => {
  it('is kept for our session alone', () => {
    const session = new AgentSession();
    session.notify('session/update', { sessionId: 'other', update: commands('x') });
    session.notify('session/update', { sessionId: 'ours', update: commands('a') });
    session.notify('session/update', { sessionId: 'ours', ...skills });
    expect([session.hasLists, namesIn(session)]).toEqual([false, undefined]);
    session.open('ours', { availableCommands: [{ name: 'late' }] });
    expect([session.hasLists, namesIn(session), session.content.skills?.rows.length]).toEqual([
      true,
      ['a'],
      1,
    ]);
  });

  it('is forgotten for other sessions, which cannot come back', () => {
    const session = new AgentSession();
    session.notify('session/update', { sessionId: 'other', update: commands('x') });
    session.open('ours', {});
    session.notify('session/update', { sessionId: 'other', update: commands('y') });
    expect([session.hasLists, namesIn(session)]).toEqual([false, undefined]);
  });

  it('is kept for a bounded number of sessions', () => {
    const afterOthers = (count: number) => {
      const session = new AgentSession();
      for (let index = 0; index < count; index += 1)
        session.notify('session/update', { sessionId: `other-${index}`, update: commands('x') });
      session.notify('session/update', { sessionId: 'ours', update: commands('a') });
      session.open('ours', {});
      return namesIn(session);
    };
    expect(afterOthers(acpLimits.earlySessions - 1)).toEqual(['a']);
    expect(afterOthers(acpLimits.earlySessions)).toBeUndefined();
  });

  it('does not count a session that says nothing of use', () => {
    const session = new AgentSession();
    for (let index = 0; index < 20; index += 1)
      session.notify('session/update', { sessionId: `s${index}`, update: { sessionUpdate: 'plan' } });
    session.notify('session/update', { sessionId: 'ours', update: commands('a') });
    session.open('ours', {});
    expect(namesIn(session)).toEqual(['a']);
  });
});
