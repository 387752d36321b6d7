import { describe, expect, it } from 'vitest';
import { ErrorCodes, ROOT_CHANNEL, SessionStatus } from '../../src/protocol/index.js';

describe('SessionStatus', () => {
  const has = (status: number, mask: number) => (status & mask) === mask;

  it.each([
    ['idle', 1, ['Idle']],
    ['failed', 2, ['Error']],
    ['in progress, which is not yet a question', 8, ['InProgress']],
    ['a question, which is also progress', 24, ['InProgress', 'InputNeeded']],
    ['a question that was read', 24 | 32, ['InProgress', 'InputNeeded', 'IsRead']],
    ['archived', 1 | 64, ['Idle', 'IsArchived']],
    ['idle with unknown bits', 1 | (1 << 10), ['Idle']],
  ])('reads %s', (_, status, expected) => {
    const names = Object.entries(SessionStatus).filter(([, mask]) => has(status, mask));
    expect(names.map(([name]) => name)).toStrictEqual(expected);
  });
});

it('has the root channel and the error codes of the specification', () => {
  expect(ROOT_CHANNEL).toBe('ahp-root://');
  expect(ErrorCodes).toStrictEqual({
    ParseError: -32700,
    InvalidRequest: -32600,
    MethodNotFound: -32601,
    InvalidParams: -32602,
    InternalError: -32603,
    SessionNotFound: -32001,
    ProviderNotFound: -32002,
    SessionAlreadyExists: -32003,
    UnsupportedProtocolVersion: -32005,
    AuthRequired: -32007,
    NotFound: -32008,
    PermissionDenied: -32009,
    AlreadyExists: -32010,
    Conflict: -32011,
  });
});
