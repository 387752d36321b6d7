import { describe, expect, it } from 'vitest';
import { Resources, readableBounds, writableBounds } from '../../src/client/index.js';
import type { Customization } from '../../src/protocol/index.js';
import { directory, plugin, skill } from '../support/scripted-session.js';

const asked: [string, unknown][] = [];
const answers: Record<string, unknown> = {
  resourceRead: { data: 'text', encoding: 'utf-8' },
  resourceList: { entries: [{ name: 'a', type: 'file' }, { name: 7 }, null] },
  resourceResolve: { size: 4 },
  resourceMkdir: null,
  resourceWrite: null,
};
const resources = new Resources(async (method, params) => {
  asked.push([method, params]);
  return answers[method];
});

const bounds = ['file:///repo/.agents/skills'];

const calls = {
  read: (uri: string) => resources.read(uri, bounds),
  list: (uri: string) => resources.list(uri, bounds),
  resolve: (uri: string) => resources.resolve(uri, bounds),
  mkdir: (uri: string) => resources.mkdir(uri, bounds),
  create: (uri: string) => resources.create(uri, 'text', bounds),
};

describe('files of the host', () => {
  it.each(Object.entries(calls))('%s sends a request for a file inside the container', async (name, call) => {
    asked.length = 0;
    await call('file:///repo/.agents/skills/a%20b/SKILL.md');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.[1]).toMatchObject({
      channel: 'ahp-root://',
      uri: 'file:///repo/.agents/skills/a%20b/SKILL.md',
    });
    expect(asked[0]?.[0].toLowerCase()).toContain(name === 'create' ? 'write' : name);
  });

  describe.each(Object.entries(calls))(
    '%s refuses a file outside the container without a request',
    (_name, call) => {
      it.each([
        'file:///etc/passwd',
        'file:///repo/.agents',
        'file:///repo/.agents/skills-and-more/x',
        'file:///repo/.agents/skills/../../secret',
        'file:///repo/.agents/skills/%2e%2e/secret',
        'file:///repo/.agents/skills/..%2f..%2fsecret',
        'file:///repo/.agents/skills/a%5c..%5csecret',
        'file:///repo/.agents/skills/a%00b',
        'file:///repo/.agents/skills/%zz',
        'file://elsewhere/repo/.agents/skills/x',
        'http:///repo/.agents/skills/x',
        'file:///repo/.agents/skills/x?query',
        '/repo/.agents/skills/x',
        '',
      ])('%s', async (uri) => {
        asked.length = 0;
        await expect(call(uri)).rejects.toMatchObject({
          code: 'out-of-bounds',
          exitCode: 1,
          hint: expect.any(String),
        });
        expect(asked).toEqual([]);
      });
    },
  );

  it('are decoded where the host sends them as base64', async () => {
    answers['resourceRead'] = { data: Buffer.from('grüße').toString('base64'), encoding: 'base64' };
    await expect(calls.read(`${bounds[0]}/x`)).resolves.toBe('grüße');
  });

  it('are listed without invalid entries', async () => {
    await expect(calls.list(`${bounds[0]}/x`)).resolves.toEqual([{ name: 'a', type: 'file' }]);
  });

  it('are created, never overwritten', async () => {
    asked.length = 0;
    await calls.create(`${bounds[0]}/x/SKILL.md`);
    expect(asked).toEqual([
      [
        'resourceWrite',
        {
          channel: 'ahp-root://',
          uri: `${bounds[0]}/x/SKILL.md`,
          data: 'text',
          encoding: 'utf-8',
          createOnly: true,
        },
      ],
    ]);
  });

  it.each([null, 7, { data: 7 }, {}])('that come as %j are refused', async (answer) => {
    answers['resourceRead'] = answer;
    await expect(calls.read(`${bounds[0]}/x`)).rejects.toMatchObject({ code: 'malformed-frame' });
  });
});

describe('what may be read and written', () => {
  const list = [
    directory('mine', [skill('a', { uri: 'file:///skills/a/SKILL.md' })], { uri: 'file:///mine' }),
    directory('locked', [], { uri: 'file:///locked', writable: false }),
    plugin('p', [{ ...skill('agent', { uri: 'file:///p/agents/x.md' }), type: 'agent' }], {
      uri: 'file:///p',
    }),
    plugin('nowhere', [], { uri: '' }),
  ] as unknown as Customization[];

  it('reads containers, their entries, and the folder of a skill', () => {
    expect(readableBounds(list)).toEqual([
      'file:///mine',
      'file:///skills/a/SKILL.md',
      'file:///skills/a',
      'file:///locked',
      'file:///p',
      'file:///p/agents/x.md',
    ]);
    expect(readableBounds(undefined)).toEqual([]);
  });

  it('writes into writable directories alone', () => {
    expect(writableBounds(list)).toEqual(['file:///mine']);
    expect(writableBounds(undefined)).toEqual([]);
  });
});
