import { expect, it } from 'vitest';
import { hostMeant } from '../../src/source/connect.js';
import { makeScratch } from '../support/command.js';

const url = (text: string) => ({ by: 'url', text });
const name = (text: string) => ({ by: 'name', text });

it.each([
  [{}, undefined, null],
  [{}, '', null],
  [{}, 'ws://env', url('ws://env')],
  [{ local: true }, 'ws://env', null],
  [{ host: 'code' }, 'ws://env', name('code')],
  [{ host: 'code', local: true }, undefined, name('code')],
  [{ url: 'ws://given' }, 'ws://env', url('ws://given')],
  [{ url: 'ws://given', host: 'code', local: true }, undefined, url('ws://given')],
  [{ url: '' }, 'ws://env', url('')],
])('with %j and %s, %j is meant', (options, AHP_URL, meant) => {
  expect(hostMeant(options, { env: { AHP_URL } })).toEqual(meant);
});

it('an address that is empty is refused, and no other host taken for it', async () => {
  const scratch = makeScratch();
  scratch.skill('one');
  const { code, stdout, stderr } = await scratch.run(['list', '--url', '']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('The host URL cannot be read.');
});
