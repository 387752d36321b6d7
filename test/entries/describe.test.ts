import { describe, expect, it } from 'vitest';
import type { Container } from '../../src/entries/containers.js';
import {
  containerNote,
  invocationOf,
  noteOf,
  publisherOf,
  ruleWords,
  serverOf,
  stateText,
  whyUnpickable,
} from '../../src/entries/describe.js';
import { type Entry, listEntries } from '../../src/entries/entries.js';
import { entryOf } from '../../src/entries/node-entry.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import type { Customization } from '../../src/protocol/types.js';
import { agent, directory, extras, modelOf, type Node, plugin, server, skill } from '../support/picker.js';
import { otherHost, standing } from '../support/standing.js';

const entry = (node: Node, container: Record<string, unknown> = {}): Entry =>
  modelOf([plugin('d', [node], container)]).list.entries[0]!;
/** An entry of another host, which knows no tools. */
const listedElsewhere = (node: Node): Entry =>
  listEntries({ customizations: [plugin('d', [node])] as unknown as [] }, otherHost).entries[0]!;
const container = (node: Node): Container => modelOf([node]).list.containers[0]!;
const off = { enabled: false };
const tools = (...standings: ToolStanding[]) => extras({ tools: standings });
const offIn = (id: string) => standing(id, { enabled: false });
const shadowedIn = (id: string) => standing(id, { inEffect: false, shadowedBy: 'x' });
const refusedBy = (id: string) => standing(id, { inEffect: false, isRefused: true });

describe('the state of an entry', () => {
  it.each([
    [entry(skill('a')), 'on'],
    [entry(skill('a', off)), 'off'],
    [entry(skill('a'), off), 'on, but d is off'],
    [entry(skill('a', off), off), 'off, and so is d'],
    [entry(skill('a', tools(standing('claude'), standing('codex')))), 'on in Claude Code, Codex'],
    [entry(skill('a', tools(standing('claude'), offIn('codex')))), 'on in Claude Code, off in Codex'],
    [entry(skill('a', tools(standing('claude'))), off), 'on in Claude Code'],
    [
      entry(skill('a', tools(shadowedIn('opencode'), refusedBy('gemini')))),
      'shadowed in opencode, refused by Gemini CLI',
    ],
    [
      entry(skill('a', tools(standing('opencode', { shadowedBy: 'x' })))),
      'on but maybe shadowed in opencode',
    ],
  ])('%#: %s', (given, words) => {
    expect(stateText(given)).toBe(words);
  });
});

describe('who may invoke it', () => {
  const noUser = { disableUserInvocation: true };
  const noModel = { disableModelInvocation: true };

  it.each([
    [skill('a'), 'You can run it as /a. The model may use it by itself.'],
    [skill('a', noUser), 'You cannot run it yourself. The model may use it by itself.'],
    [skill('a', noModel), 'You can run it as /a. The model does not use it by itself.'],
    [
      skill('a', { ...noUser, ...noModel }),
      'You cannot run it yourself. The model does not use it by itself.',
    ],
    [agent('a'), 'You can choose it. The model may hand work to it.'],
    [agent('a', noUser), 'You cannot choose it yourself. The model may hand work to it.'],
    [skill('a', off), 'Once it is on, you can run it as /a, and the model may use it by itself.'],
    [server('a'), ''],
    [
      skill('a', tools(standing('claude', { invoke: '/a' }), standing('codex', { invoke: '$a' }))),
      'You can run it as /a or $a. The model may use it by itself.',
    ],
    [
      skill('a', tools(standing('claude', { userInvocable: false, modelInvocable: false }))),
      'You cannot run it yourself. The model does not use it by itself.',
    ],
    [
      skill('a', { ...noModel, ...tools(standing('codex')) }),
      'You can ask for it. The model may use it by itself.',
    ],
    [
      skill(
        'a',
        tools(
          standing('claude', { invoke: '/a', modelInvocable: false }),
          standing('codex', { userInvocable: false }),
        ),
      ),
      'You can run it as /a only in Claude Code. The model may use it by itself only in Codex.',
    ],
    [
      skill(
        'a',
        tools(standing('claude', { invoke: '/a', modelInvocable: false }), {
          ...refusedBy('gemini'),
          userInvocable: false,
        }),
      ),
      'You can run it as /a. The model does not use it by itself.',
    ],
    [agent('a', tools(refusedBy('gemini'), shadowedIn('opencode'))), 'No tool uses it.'],
    [
      agent('a', tools(offIn('claude'))),
      'Once it is on, you can choose it, and the model may hand work to it.',
    ],
  ])('%#: %o', (node, words) => {
    expect(invocationOf('_meta' in node ? entry(node) : listedElsewhere(node))).toBe(words);
  });

  it('is somebody only once a tool reads it', () => {
    expect(invocationOf(entry(skill('a')))).toBe(
      'Once a tool reads it, you can run it as /a, and the model may use it by itself.',
    );
  });

  it('is somebody at once if it is an agent that a client brought', () => {
    const inPlugin = { clientId: 'c' };
    expect(invocationOf(entry(agent('a')))).toMatch(/^Once a tool reads it, you can choose it there, /);
    expect(invocationOf(entry(agent('a'), inPlugin))).toBe(
      'You can choose it. The model may hand work to it.',
    );
    expect(invocationOf(entry(agent('a', off), inPlugin))).toMatch(/^Once it is on, /);
    expect(invocationOf(entry(skill('a'), inPlugin))).toMatch(/^Once a tool reads it, /);
  });

  it('is unknown if the host cannot say', () => {
    const { node } = entry(agent('a'));
    expect(invocationOf(entryOf(node, null, { isOwn: false }))).toBe(
      'It is not known whether you can invoke it. It is not known whether the model may use it.',
    );
  });
});

describe('the note', () => {
  it('may hold more problems than a call takes arguments', () => {
    const problems = Array.from({ length: 500_000 }, () => ({ message: 'odd' }));
    expect(noteOf(entry(skill('a', extras({ problems }))))).toMatch(/^Odd\. Odd\. /);
  });
});

describe('an entry that cannot be chosen', () => {
  it.each([
    [entry(skill('a')), null],
    [entry(skill('a', off)), 'a cannot be chosen: it is off.'],
    [entry(skill('a'), off), 'a cannot be chosen: d is off.'],
    [entry(skill('a', { disableUserInvocation: true })), 'a cannot be chosen: only the model may invoke it.'],
    [entry(skill('a', tools(shadowedIn('opencode')))), 'a cannot be chosen: it is shadowed in opencode.'],
    [entry(skill('a', { disableUserInvocation: true, ...tools(standing('codex')) })), null],
  ])('%#: %s', (given, reason) => {
    expect(whyUnpickable(given)).toBe(reason);
  });
});

describe('an MCP server', () => {
  it.each([
    [{ kind: 'ready' }, 'It is ready.'],
    [{ kind: 'error', error: { message: 'no such command' } }, 'It failed: no such command.'],
    [{ kind: 'error', error: { message: 'It crashed.' } }, 'It failed: It crashed.'],
    [{ kind: 'stopped' }, 'It is stopped.'],
    [{ kind: 'authRequired' }, 'It needs you to sign in.'],
    [{ kind: 'authRequired', reason: 'expired', requiredScopes: ['r', 'w'] }, 'Your sign-in has expired.'],
    [{ kind: 'authRequired', reason: 'insufficientScope' }, 'Your sign-in lacks permissions.'],
    [{ kind: 'authRequired', reason: 'moved' }, 'It needs you to sign in: moved.'],
  ])('has a sentence for its state: %o', (state, words) => {
    expect(serverOf(entry(server('m', { state })))).toBe(words);
  });
});

describe('the note', () => {
  it('begins with problems and the keeper of the switch', () => {
    const given = skill(
      'a',
      extras({
        problems: [{ message: 'description is missing' }],
        details: { notes: ['kept by skillpick; no tool reads it'] },
      }),
    );
    expect(noteOf(entry(given))).toBe(
      'Description is missing. Kept by skillpick; no tool reads it. Once a tool reads it, you can run it as /a, and the model may use it by itself.',
    );
  });
});

it('says when a rule applies', () => {
  const rule = (fields: object) => entry({ ...skill('r'), type: 'rule', ...fields });
  expect(ruleWords(rule({ alwaysApply: true, globs: ['*.ts', '*.js'] }))).toBe('always, *.ts, *.js');
  expect(ruleWords(rule({}))).toBe('');
  expect(ruleWords(entry(skill('a')))).toBe('');
});

describe('a container', () => {
  it.each([
    [directory('d', undefined, { writable: false }), 'Not read yet.'],
    [directory('d', [], { writable: false }), 'Empty.'],
    [directory('d', [skill('a')]), 'Holds 1. New ones can be written into it.'],
    [plugin('p', [skill('a')], { load: { kind: 'degraded', message: '1 of 2' } }), 'Holds 1. 1 of 2.'],
    [plugin('p', [], { load: { kind: 'error', message: 'boom!' } }), 'Empty. Boom!'],
    [plugin('p', [], { load: { kind: 'loading' } }), 'Empty. Loading.'],
    [plugin('p', [], { clientId: 'vscode-1' }), 'Empty. Published by vscode-1.'],
    [plugin('p', [], { enabled: false }), 'Empty. All of it is off.'],
  ])('%#: %s', (node, words) => {
    expect(containerNote(container(node))).toBe(words);
  });

  it('names the client that published it', () => {
    expect(publisherOf(container(plugin('p', [])), 'us')).toBeNull();
    expect(publisherOf(container(plugin('p', [], { clientId: 'us' })), 'us')).toBe('from this client');
    expect(publisherOf(container(plugin('p', [], { clientId: 'it' })), 'us')).toBe('from it');
    const [named] = listEntries(
      {
        customizations: [plugin('p', [], { clientId: 'it' }) as Customization],
        activeClients: [{ clientId: 'it', displayName: 'VS Code' }, null as never],
      },
      { protocolVersion: undefined, isOwn: false },
    ).containers;
    expect(publisherOf(named!, 'us')).toBe('from VS Code');
  });
});
