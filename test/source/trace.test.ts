import { expect, it } from 'vitest';
import { summarizeFrame } from '../../src/source/trace.js';

it.each([
  ['{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"secret":"x"}}', '#1 initialize, 70 B'],
  ['{"id":"a","result":{"secret":"x"}}', '#a result, 34 B'],
  ['{"id":2,"error":{"code":-32001,"message":"secret"}}', '#2 error -32001, 51 B'],
  ['{"id":2,"error":"odd"}', '#2 error, 22 B'],
  [
    '{"method":"action","params":{"action":{"type":"session/ready"},"serverSeq":7}}',
    'action session/ready serverSeq 7, 78 B',
  ],
  [
    '{"method":"dispatchAction","params":{"action":{"type":"t","secret":1},"clientSeq":3}}',
    'dispatchAction t clientSeq 3, 85 B',
  ],
  ['{"method":"odd","params":[1]}', 'odd, 29 B'],
  ['[1]', 'not a message, 3 B'],
  ['{', 'not JSON, 1 B'],
  ['"é"', 'not a message, 4 B'],
])('summarizes %s as: %s', (frame, expected) => expect(summarizeFrame(frame)).toBe(expected));
