/**
 * Frames recorded from real hosts, put through the readers and the reducer: both ends of our own tests share the
 * reducer and so would share its mistakes; these hosts do not.
 */

import { describe, expect, test } from 'vitest';
import {
  type ActionEnvelope,
  decodeMessage,
  ErrorCodes,
  type Message,
  OFFERED_VERSIONS,
  ownEnabled,
  readEnvelope,
  readInitializeResult,
  readListSessionsResult,
  readReconnectResult,
  readResourceListResult,
  readResourceReadResult,
  readSessionState,
  readSubscribeResult,
  type SessionState,
  sessionReducer,
  walk,
} from '../../src/protocol/index.js';
import { readRecording } from '../recordings/recording.js';

interface Heard {
  connection: string;
  /** The request, for a response. */
  asked: string | undefined;
  message: Message;
}

/** The frames of the host, each response with the method of its request. */
function heard({ frames }: ReturnType<typeof readRecording>): Heard[] {
  const asked = new Map<string, string>();
  return frames.flatMap(({ connection, from, message }) => {
    const key = `${connection} ${message['id']}`;
    if (from === 'client') asked.set(key, message['method'] as string);
    if (from === 'client') return [];
    return [{ connection, asked: asked.get(key), message: decodeMessage(JSON.stringify(message)) }];
  });
}

function offUris(state: SessionState): string[] {
  const off = [...walk(state.customizations)].filter(({ node }) => !ownEnabled(node));
  return off.map(({ node }) => node.uri.replace('file:///scratch/', '')).toSorted();
}

const switchedOff = [
  'workspace/.agents/skills',
  'workspace/.github/agents/planner.agent.md',
  'workspace/.github/instructions/style.instructions.md',
  'workspace/.github/skills/release-notes/SKILL.md',
];

describe.each([
  { version: '4.133.0', protocol: '0.8.0', forgets: false, scoped: ['acme-tools'] },
  { version: '4.139.1', protocol: '0.9.0', forgets: true, scoped: ['acme-tools', 'workspace/.mcp.json'] },
])('frames of code-server $version', ({ version, protocol, forgets, scoped }) => {
  const recording = readRecording(version);
  const all = heard(recording);
  const skipped = { count: 0 };

  const results = (method: string, connection = 'first') =>
    all.flatMap(({ message, ...frame }) =>
      frame.asked === method && frame.connection === connection && message.kind === 'result'
        ? [message.result]
        : [],
    );
  const errors = (method: string) =>
    all.flatMap(({ asked, message }) =>
      asked === method && message.kind === 'error' ? [message.error.code] : [],
    );
  const envelopes = (): ActionEnvelope[] =>
    all.flatMap(({ message }) =>
      message.kind === 'notification' && message.method === 'action'
        ? [readEnvelope(message.params, skipped)]
        : [],
    );
  const snapshots = () => results('subscribe').map(readSubscribeResult);
  const stateOf = ({ state }: { state: unknown }) => readSessionState(state, skipped);

  /** The first snapshot with every later action up to this number. */
  const folded = (upTo: number): SessionState => {
    const [first] = snapshots();
    const later = envelopes().filter(({ serverSeq }) => serverSeq > first!.fromSeq && serverSeq <= upTo);
    return later.reduce((state, { action }) => sessionReducer(state, action), stateOf(first!));
  };

  test('the handshake chooses a version that we offer', () => {
    const [result] = results('initialize').map(readInitializeResult);
    expect(result?.protocolVersion).toBe(protocol);
    expect(OFFERED_VERSIONS).toContain(result?.protocolVersion);
  });

  test('nothing has to be left out of states and actions', () => {
    for (const snapshot of snapshots()) expect(stateOf(snapshot).customizations).not.toEqual([]);
    expect(envelopes().map(({ channel }) => channel)).toEqual(envelopes().map(() => recording.session));
    expect(skipped.count).toBe(0);
  });

  test('our actions lead from the first snapshot to each later one of the host', () => {
    const later = snapshots().slice(1);
    expect(later).toHaveLength(3);
    for (const snapshot of later) {
      expect(folded(snapshot.fromSeq).customizations).toEqual(stateOf(snapshot).customizations);
    }
  });

  test('each state shows what was switched off', () => {
    const [before, switched, edited, last] = snapshots().map(stateOf).map(offUris);
    expect(before).toEqual([]);
    expect(switched).toEqual(switchedOff);
    expect(edited).toEqual(forgets ? [] : switchedOff);
    // Another client switched the skill on again.
    expect(last).toEqual([...scoped, ...switchedOff.slice(0, -1)].toSorted());
  });

  test('the edit arrives as a whole list', () => {
    const lists = envelopes().filter(({ action }) => action.type === 'session/customizationsChanged');
    expect(lists).toHaveLength(1);
    const state = sessionReducer({ lifecycle: 'creating' }, lists[0]!.action);
    const review = [...walk(state.customizations)].find(({ node }) => node.name === 'review');
    expect(review?.node).toMatchObject({ type: 'skill', description: 'Now it says something else.' });
    expect(lists[0]?.origin).toBeUndefined();
  });

  test('echoes carry the client and the number of the action, of other clients too', () => {
    const toggles = envelopes().filter(({ action }) => action.type === 'session/customizationToggled');
    const own = toggles.filter(({ origin }) => origin?.clientId === 'recorder');
    expect(own.map(({ origin }) => origin?.clientSeq)).toEqual(own.map((_, index) => index + 1));
    expect(own).toHaveLength(switchedOff.length * 2 + scoped.length);
    expect(toggles.at(-1)?.origin?.clientId).toBe('another-client');
  });

  test('a reconnect replays what was missed', () => {
    const [result] = results('reconnect', 'replayed').map((result) => readReconnectResult(result, skipped));
    if (result?.type !== 'replay') throw new Error('not a replay');
    expect(result.missing).toEqual(['copilotcli:/00000000-0000-4000-8000-000000000002']);
    const last = stateOf(snapshots().at(-1)!);
    const state = result.actions.reduce((before, { action }) => sessionReducer(before, action), last);
    expect(offUris(state)).toEqual([...scoped, ...switchedOff].toSorted());
  });

  test('a reconnect from the start brings a snapshot of the same state', () => {
    const [result] = results('reconnect', 'afresh').map((result) => readReconnectResult(result, skipped));
    if (result?.type !== 'snapshot') throw new Error('not a snapshot');
    expect(result.snapshots.map(stateOf).map(offUris)).toEqual([[...scoped, ...switchedOff].toSorted()]);
  });

  test('a reconnect from a number that the host has not reached replays nothing', () => {
    const [result] = results('reconnect', 'ahead').map((result) => readReconnectResult(result, skipped));
    expect(result).toMatchObject({ type: 'replay', actions: [] });
  });

  test('an unknown client and an unknown session are refused', () => {
    expect(errors('reconnect')).toEqual([ErrorCodes.NotFound]);
    expect(errors('subscribe')).toEqual([ErrorCodes.SessionNotFound]);
  });

  test('files and sessions are read', () => {
    const [file] = results('resourceRead').map(readResourceReadResult);
    expect(file).toMatchObject({ encoding: 'utf-8', data: expect.stringContaining('# release-notes') });
    const [folder] = results('resourceList').map(readResourceListResult);
    expect(folder?.entries.map(({ name }) => name)).toEqual(['release-notes', 'review']);
    const [list] = results('listSessions').map((result) => readListSessionsResult(result, skipped));
    expect(list).toEqual({ items: [] });
  });
});
