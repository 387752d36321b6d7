import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RefusedRequest } from '../../../src/source/acp/agent-connection.js';
import { loginError } from '../../../src/source/acp/login.js';
import { json } from '../../protocol/wire-json.js';
import { misfits } from '../../support/acp-schema.js';

const refusal = (message?: unknown) => new RefusedRequest('Qwen', 'session/new', { code: -32_000, message });

const errorFor = (authMethods: unknown, words: unknown = 'Authentication required') =>
  loginError('Qwen', refusal(words), authMethods, ['/opt/my agent/run', '--acp']);

const itself = 'Log in with the agent itself, then try again.';

describe('a refused request', () => {
  it.each([
    [-32_000, true],
    [-32_601, false],
    ['-32000', false],
    [undefined, false],
  ])('needs a login or not: code %j', (code, expected) => {
    expect(new RefusedRequest('Qwen', 'session/new', { code }).isLoginNeeded).toBe(expected);
  });

  it.each([
    ['Not now.', 'The agent Qwen refused session/new: Not now.'],
    ['Not\n now ', 'The agent Qwen refused session/new: Not now.'],
    ['', 'The agent Qwen refused session/new: it gave no reason.'],
    [' \n', 'The agent Qwen refused session/new: it gave no reason.'],
    [7, 'The agent Qwen refused session/new: it gave no reason.'],
    [undefined, 'The agent Qwen refused session/new: it gave no reason.'],
  ])('has the words of the agent: %j', (words, message) => {
    expect(refusal(words)).toMatchObject({ code: 'request-failed', message });
  });
});

describe('a login that is needed', () => {
  it.each([
    ['Authentication required', 'Qwen needs a login: Authentication required.'],
    ['Run qwen login.', 'Qwen needs a login: Run qwen login.'],
    ['Run\nqwen\u001b[1m login', 'Qwen needs a login: Run qwen [1m login.'],
  ])('has the words of the agent: %j', (words, message) => {
    expect(errorFor([], words)).toMatchObject({ code: 'agent-login', exitCode: 1, message });
  });

  /** Methods of plain ACP. */
  const plain = [
    {
      type: 'terminal',
      id: 'a',
      name: 'A',
      args: ['login', 'a b'],
      env: { A: "it's", API_KEY: 'x', 'not-one': 'x' },
    },
    { type: 'terminal', id: 'a', name: 'A' },
    { id: 'a', name: 'Log in', description: 'Run qwen auth.' },
  ];

  it.each(plain)('is tested with methods of ACP: %j', (method) => {
    expect(misfits('AuthMethod', method)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['a terminal', [plain[0]], `Log in with: A='it'\\''s' API_KEY=… '/opt/my agent/run' --acp login 'a b'`],
    ['a terminal without arguments', [plain[1]], `Log in with: '/opt/my agent/run' --acp`],
    [
      'a terminal in _meta, whose arguments are those of a start without ACP',
      [{ id: 'a', name: 'A', _meta: { type: 'terminal', args: ['login'] } }],
      `Log in with: '/opt/my agent/run' login`,
    ],
    [
      'a command of its own',
      [{ id: 'a', _meta: { 'terminal-auth': { command: '/bin/qwen', args: ['auth'], env: { A: '1' } } } }],
      'Log in with: A=1 /bin/qwen auth',
    ],
    [
      'a command of its own rather than the terminal',
      [{ type: 'terminal', id: 'a', _meta: { 'terminal-auth': { command: 'qwen' } } }],
      'Log in with: qwen',
    ],
    ['the first with a command', [plain[2], plain[1], plain[0]], `Log in with: '/opt/my agent/run' --acp`],
    [
      'arguments that are no texts',
      [{ type: 'terminal', args: ['a', 1], env: { A: 1 } }],
      `Log in with: '/opt/my agent/run' --acp`,
    ],
    [
      'characters that control a terminal',
      [{ type: 'terminal', args: ['a\u001b[2J\nb'] }],
      `Log in with: '/opt/my agent/run' --acp 'a [2J b'`,
    ],
    ['no command', [plain[2]], `${itself} It offers: Log in (Run qwen auth.).`],
    [
      'several ways, of which three are named',
      ['A', 'B', 'C', 'D'].map((name) => ({ id: name, name })),
      `${itself} It offers: A; B; C.`,
    ],
    ['only a description', [{ id: 'a', description: 'Use a key' }], `${itself} It offers: Use a key.`],
    ['a description that is the name', [{ name: 'Key', description: 'Key' }], `${itself} It offers: Key.`],
    ['methods without words', [{ id: 'a' }, { name: ' ', description: 1 }], itself],
    ['methods in another form', ['x', null, 1, []], itself],
    ['no list', { type: 'terminal' }, itself],
    ['nothing', undefined, itself],
  ])('names the way: %s', (_what, methods, hint) => {
    expect(errorFor(methods).hint).toBe(hint);
  });

  it.each(['--acp', '--experimental-acp'])('names a terminal in _meta without the option %s', (option) => {
    const methods = [{ _meta: { type: 'terminal', args: ['login'] } }];
    const { hint } = loginError('Qwen', refusal('x'), methods, ['qwen', option, '--acp-log', 'x']);
    expect(hint).toBe('Log in with: qwen --acp-log x login');
  });

  it('is one line of text for any JSON', () => {
    const method = fc.record({
      name: json,
      type: fc.constantFrom('terminal', 'x'),
      args: json,
      env: json,
      _meta: json,
    });
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.oneof(method, json)), json), fc.string(), (methods, words) => {
        const { message, hint } = errorFor(methods, words);
        expect(`${message}${hint}`).not.toMatch(/[\p{Cc}]/u);
      }),
    );
  });
});
