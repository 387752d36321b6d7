import { describe, expect, it } from 'vitest';
import { listEntries } from '../../src/entries/entries.js';
import type { FileGates } from '../../src/protocol/effective.js';
import type { SessionState } from '../../src/protocol/types.js';
import { agent, directory, type Node, plugin, skill } from '../support/picker.js';

const vscode = (userInvocable: unknown) => ({ _meta: { userInvocable } });

interface Case {
  nodes: Node[];
  version?: string;
  isOwn?: boolean;
  file?: FileGates;
}

/** The gates of the first entry: of the user, of the model, and who says so. */
function gates({ nodes, version = '0.9.0', isOwn = false, file }: Case) {
  const state = { customizations: nodes } as unknown as SessionState;
  const readGates = file && (() => file);
  const [entry] = listEntries(state, { protocolVersion: version, isOwn, readGates }).entries;
  return [entry?.userInvocable, entry?.modelInvocable, entry?.gatesFrom];
}

const open = { user: true, model: true };
const closed = { user: false, model: false };
const silent = [directory('d', [skill('a'), skill('b')])];
const speaking = [directory('d', [skill('a'), skill('b', { disableModelInvocation: true })])];

describe('who may invoke an entry', () => {
  it.each<[string, Case, unknown[]]>([
    ['our own host sends', { nodes: silent, isOwn: true, file: closed }, [true, true, 'file']],
    [
      'a flag says, against the file',
      { nodes: [directory('d', [skill('a', { disableUserInvocation: true })])], file: open },
      [false, true, 'host'],
    ],
    [
      'a host that sends flags for others of the kind leaves open',
      { nodes: speaking, file: closed },
      [true, true, 'host'],
    ],
    ['the file says where no flag is', { nodes: silent, file: closed }, [false, false, 'file']],
    ['the file says on an old host', { nodes: silent, version: '0.8.0', file: open }, [true, true, 'file']],
    ['is unknown on a host that sends none', { nodes: silent, version: '0.8.0' }, [null, null, null]],
    ['is unknown on VS Code 1.135', { nodes: silent, version: '1.0.0' }, [null, null, null]],
    ['an absent flag leaves open on newer hosts', { nodes: silent }, [true, true, 'host']],
    ['an absent flag leaves open on 0.10', { nodes: silent, version: '0.10.0' }, [true, true, 'host']],
    [
      '_meta says of an agent',
      { nodes: [directory('d', [agent('a', vscode(false))])] },
      [false, null, 'meta'],
    ],
    [
      'the file says of an agent, against _meta',
      { nodes: [directory('d', [agent('a', vscode(false))])], file: open },
      [true, true, 'file'],
    ],
    [
      'is unknown of an agent whose host uses _meta',
      { nodes: [directory('d', [agent('a'), agent('b', vscode(true))])] },
      [null, null, null],
    ],
    ['_meta is no text', { nodes: [directory('d', [agent('a', vscode('no'))])] }, [true, true, 'host']],
    [
      '_meta counts for agents alone',
      { nodes: [directory('d', [skill('a', vscode(false))])] },
      [true, true, 'host'],
    ],
    [
      'flags in a plugin say nothing of folders',
      {
        nodes: [directory('d', [skill('a')]), plugin('p', [skill('b', { disableUserInvocation: true })])],
        version: '0.8.0',
      },
      [null, null, null],
    ],
  ])('%s', (_what, given, expected) => {
    expect(gates(given)).toEqual(expected);
  });

  it('is read only when it is asked for, and once', () => {
    let reads = 0;
    const readGates = () => {
      reads += 1;
      return open;
    };
    const state = { customizations: silent } as unknown as SessionState;
    const { entries } = listEntries(state, { protocolVersion: '0.9.0', isOwn: false, readGates });
    expect(reads).toBe(0);
    expect([entries[0]?.userInvocable, entries[0]?.modelInvocable, entries[0]?.gatesFrom]).toHaveLength(3);
    expect(reads).toBe(1);
  });
});
