import { expect, it } from 'vitest';
import { chooseHost } from '../../src/source/connect.js';
import { makeScratch } from '../support/command.js';

const url = (text: string) => ({ kind: 'url', text });
const name = (text: string) => ({ kind: 'name', text });
const embedded = { kind: 'embedded' };

it.each([
  [{}, undefined, embedded],
  [{}, '', embedded],
  [{}, 'ws://env', url('ws://env')],
  [{ local: true }, 'ws://env', embedded],
  [{ host: 'code' }, 'ws://env', name('code')],
  [{ host: 'code', local: true }, undefined, name('code')],
  [{ url: 'ws://given' }, 'ws://env', url('ws://given')],
  [{ url: 'ws://given', host: 'code', local: true }, undefined, url('ws://given')],
  [{ url: '' }, 'ws://env', url('')],
])('with %j and AHP_URL=%s, chooses %j', (options, AHP_URL, chosen) => {
  expect(chooseHost(options, { env: { AHP_URL } })).toEqual(chosen);
});

it('refuses an empty address instead of using another host', async () => {
  const scratch = makeScratch();
  scratch.skill('one');
  const { code, stdout, stderr } = await scratch.run(['list', '--url', '']);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('The host URL cannot be read.');
});
