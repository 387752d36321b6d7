import { describe, expect, it } from 'vitest';
import { fieldsOf, misfits, requestNamed } from '../../support/acp-schema.js';
import { commands } from '../../support/scripted-agent.js';
import {
  agentOptionUpdate,
  commandUpdate,
  modes,
  modeUpdate,
  optionUpdate,
  titleUpdate,
} from './plain-updates.js';

describe('the schema of ACP accepts', () => {
  it.each([
    commandUpdate,
    commands('review', 'compact'),
    optionUpdate,
    agentOptionUpdate,
    modeUpdate,
    titleUpdate,
    { sessionUpdate: 'session_info_update', title: null },
  ])('the update that our tests use: $sessionUpdate', (update) => {
    expect(misfits('SessionNotification', { sessionId: 's', update })).toEqual([]);
  });

  it('the reply to session/new that our tests use', () => {
    const { configOptions } = optionUpdate;
    expect(misfits('NewSessionResponse', { sessionId: 's', modes, configOptions })).toEqual([]);
  });
});

describe('the schema of ACP refuses', () => {
  it.each([
    [
      'a command without description',
      'SessionUpdate',
      { ...commandUpdate, availableCommands: [{ name: 'x' }] },
    ],
    ['a kind of update that ACP lacks', 'SessionUpdate', { ...commandUpdate, sessionUpdate: 'skills' }],
    [
      'an option without values',
      'SessionUpdate',
      { ...optionUpdate, configOptions: [{ type: 'select', id: 'a', name: 'A' }] },
    ],
    ['a mode that is no text', 'SessionUpdate', { ...modeUpdate, currentModeId: 1 }],
    ['a reply that names no session', 'NewSessionResponse', { modes }],
    [
      'a mode without a name',
      'NewSessionResponse',
      { sessionId: 's', modes: { ...modes, availableModes: [{ id: 'x' }] } },
    ],
    ['a version above the highest', 'InitializeRequest', { protocolVersion: 65_536 }],
    ['a version below the lowest', 'InitializeRequest', { protocolVersion: -1 }],
    ['a variable that is no text', 'AuthMethodTerminal', { id: 'x', name: 'X', env: { A: 1 } }],
    ['an empty title', 'Notice', { title: '', severity: 'info' }],
  ])('%s', (_what, name, value) => {
    expect(misfits(name, value)).toHaveLength(1);
  });

  it('a method that ACP does not have', () => {
    expect(requestNamed('session/new')).toBe('NewSessionRequest');
    expect(requestNamed('session/begin')).toBeUndefined();
    expect(fieldsOf('NewSessionRequest')).toContain('mcpServers');
  });
});
