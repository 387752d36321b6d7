import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryDirectories, findHosts } from '../../src/client/index.js';
import { clientLimits } from '../../src/client/limits.js';

const secret = 'S3cretT0ken';
let home = '';
let directory = '';

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skillpick-endpoints-'));
  directory = join(home, '.config', 'Code', 'agent-host', 'local-endpoint', 'entries');
  mkdirSync(directory, { recursive: true });
});

afterEach(() => rmSync(home, { recursive: true }));

const places = (env: Record<string, string> = {}, platform = 'linux') => ({ env, platform, home });

const entry = (fields: object = {}) => ({
  schemaVersion: 2,
  type: 'editor',
  pid: process.pid,
  instanceId: 'i-1',
  protocolVersion: '0.9.0',
  connectionToken: secret,
  endpoint: { type: 'socket', path: '/run/a b.sock' },
  quality: 'stable',
  ...fields,
});

function publish(name: string, content: unknown = entry(), mode = 0o600): string {
  const file = join(directory, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  chmodSync(file, mode);
  return file;
}

/** The number of a process that has already ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('a host that has published itself', () => {
  it('is found, and its token is not in anything that is printed', () => {
    const file = publish('one.json');
    const found = findHosts(places());
    expect(found.refused).toEqual([]);
    expect(found.hosts).toHaveLength(1);
    const [host] = found.hosts;
    expect(host).toMatchObject({
      file,
      name: 'Code',
      type: 'editor',
      pid: process.pid,
      protocolVersion: '0.9.0',
      url: 'ws+unix:/run/a b.sock',
      instanceId: 'i-1',
      quality: 'stable',
      isAlive: true,
    });
    expect(host?.revealToken()).toBe(secret);
    for (const text of [inspect(found, { depth: 9, showHidden: true }), JSON.stringify(found)]) {
      expect(text).not.toContain(secret);
    }
  });

  it.each([
    [{ type: 'tcp', host: '127.0.0.1', port: 4711 }, 'ws://127.0.0.1:4711'],
    [{ type: 'tcp', host: '::1', port: 4711 }, 'ws://[::1]:4711'],
    [{ type: 'tcp', host: '0.0.0.0', port: 4711 }, 'ws://127.0.0.1:4711'],
    [{ type: 'tcp', host: '::', port: 4711 }, 'ws://[::1]:4711'],
    [{ type: 'tcp', host: '[::]', port: 4711 }, 'ws://[::1]:4711'],
    [{ type: 'socket', path: '/run/x.sock' }, 'ws+unix:/run/x.sock'],
  ])('is at %j', (endpoint, url) => {
    publish('one.json', entry({ endpoint }));
    expect(findHosts(places()).hosts.map((host) => host.url)).toEqual([url]);
  });

  it('is not alive once its process is gone', () => {
    publish('dead.json', entry({ pid: deadPid() }));
    publish('strange.json', entry({ pid: 2 ** 40 }));
    expect(findHosts(places()).hosts.map(({ isAlive }) => isAlive)).toEqual([false, false]);
  });

  it('is looked for in every place, even if the place does not exist', () => {
    publish('one.json');
    const runtime = join(home, 'agent-host', 'skillpick', 'entries');
    mkdirSync(runtime, { recursive: true, mode: 0o700 });
    writeFileSync(
      join(runtime, 'two.json'),
      JSON.stringify(entry({ type: 'standalone', instanceId: 'i-2' })),
      { mode: 0o600 },
    );
    const { hosts } = findHosts(places({ XDG_RUNTIME_DIR: join(home, 'agent-host') }));
    expect(hosts.map(({ instanceId, name }) => [instanceId, name])).toEqual([
      ['i-2', 'skillpick'],
      ['i-1', 'Code'],
    ]);
  });
});

describe('the list that older builds of an editor share', () => {
  /** An item as the first builds wrote it. */
  const older = (fields: object = {}) => {
    const { endpoint, quality, ...rest } = entry();
    return { ...rest, schemaVersion: 1, endpointPath: '/tmp/vscode-ah/old.sock', ...fields };
  };
  const list = (content: unknown, mode?: number) => publish('../metadata.json', content, mode);
  const inList = () => join(dirname(directory), 'metadata.json');

  it('names hosts of both schemas, with or without a directory of entries', () => {
    list([older(), entry({ instanceId: 'i-2', type: 'standalone' })]);
    const expected = [
      {
        file: inList(),
        name: 'Code',
        instanceId: 'i-1',
        url: 'ws+unix:/tmp/vscode-ah/old.sock',
        isAlive: true,
      },
      { file: inList(), name: 'Code', instanceId: 'i-2', url: 'ws+unix:/run/a b.sock', type: 'standalone' },
    ];
    expect(findHosts(places())).toMatchObject({ hosts: expected, refused: [] });
    rmSync(directory, { recursive: true });
    const { hosts } = findHosts(places());
    expect(hosts).toMatchObject(expected);
    expect(hosts[0]?.revealToken()).toBe(secret);
  });

  it('counts less than an entry file, and a later item more than an earlier one', () => {
    const file = publish('one.json', entry({ instanceId: 'i-1' }));
    list([older(), older({ instanceId: 'i-2' }), older({ instanceId: 'i-2', endpointPath: '/newer.sock' })]);
    expect(findHosts(places()).hosts).toMatchObject([{ file }, { url: 'ws+unix:/newer.sock' }]);
  });

  it('does not lose its good items to those that cannot be read', () => {
    list([older(), entry({ instanceId: 'i-2', schemaVersion: 3 }), older({ pid: 0 }), secret]);
    const found = findHosts(places());
    expect(found.hosts).toHaveLength(1);
    expect(found.refused.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('schema version 3'),
      expect.stringContaining('"pid"'),
      expect.stringContaining('not an object'),
    ]);
    expect(inspect(found, { depth: 9 })).not.toContain(secret);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['can be read by others', () => list([older()], 0o644), /open to others/],
    ['is a link', () => symlinkSync(publish('x', [older()]), inList()), /it is a link/],
    ['is too large', () => list(' '.repeat(clientLimits.endpointListBytes + 1)), /too large/],
    ['is one entry', () => list(older()), /not a list/],
  ])('is not trusted if it %s', (_what, make, reason) => {
    make();
    expect(findHosts(places())).toEqual({
      hosts: [],
      refused: [{ file: inList(), reason: expect.stringMatching(reason) }],
    });
  });

  it('reports a process that has ended', () => {
    list([older({ pid: deadPid() })]);
    expect(findHosts(places()).hosts).toMatchObject([{ isAlive: false }]);
    expect(readdirSync(dirname(directory))).toContain('metadata.json');
  });
});

describe('an entry that is not trusted', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['can be read by others', () => publish('x.json', entry(), 0o644), /open to others/],
    ['can be written by the group', () => publish('x.json', entry(), 0o620), /open to others/],
    ['is a link', () => symlinkSync(publish('target'), join(directory, 'x.json')), /it is a link/],
    ['is a directory', () => mkdirSync(join(directory, 'x.json'), { mode: 0o700 }), /not a plain file/],
    ['is a pipe', () => spawnSync('mkfifo', ['-m', '600', join(directory, 'x.json')]), /not a plain file/],
    ['is too large', () => publish('x.json', ' '.repeat(clientLimits.endpointEntryBytes + 1)), /too large/],
    ['is empty', () => publish('x.json', ''), /not JSON/],
    ['is not JSON', () => publish('x.json', `{"connectionToken":"${secret}"`), /not JSON/],
    ['is a list', () => publish('x.json', [secret]), /not an object/],
    ['is of an older schema', () => publish('x.json', entry({ schemaVersion: 1 })), /schema version 1/],
    ['is of a newer schema', () => publish('x.json', entry({ schemaVersion: 3 })), /schema version 3/],
    ['has no token', () => publish('x.json', entry({ connectionToken: 7 })), /"connectionToken"/],
    ['has no process', () => publish('x.json', entry({ pid: 0 })), /"pid"/],
    ['has an impossible process id', () => publish('x.json', entry({ pid: -1 })), /"pid"/],
    [
      'has no address',
      () => publish('x.json', entry({ endpoint: { type: 'pigeon' } })),
      /neither a socket nor a port/,
    ],
  ])('%s', (_what, make, reason) => {
    make();
    const found = findHosts(places());
    expect(found.hosts).toEqual([]);
    expect(found.refused).toEqual([
      { file: join(directory, 'x.json'), reason: expect.stringMatching(reason) },
    ]);
    expect(inspect(found, { depth: 9 })).not.toContain(secret);
  });

  it('does not hide the others, and files of other kinds are ignored', () => {
    publish('a.json', 'junk');
    publish('b.json');
    publish('notes.txt', 'junk');
    const { hosts, refused } = findHosts(places());
    expect([hosts.length, refused.length]).toEqual([1, 1]);
  });

  it('is reported up to a limit', () => {
    for (let number = 0; number < clientLimits.endpointEntries + 10; number += 1)
      publish(`${number}.json`, 'junk');
    expect(findHosts(places()).refused).toHaveLength(clientLimits.endpointEntries);
  });
});

describe('entries that outlive their hosts', () => {
  const runtime = () => join(home, '.local/state/skillpick/run');

  /** Publishes this many entries of a dead process, and then one of this process. */
  function leaveBehind(count: number): void {
    const pid = deadPid();
    for (let number = 0; number < count; number += 1)
      publish(`dead-${number}.json`, entry({ pid, instanceId: `dead-${number}` }));
    publish('living.json', entry({ instanceId: 'living' }));
  }

  it.each([300, clientLimits.endpointFiles + 10])(
    'do not hide one that runs, even if there are %i',
    (count) => {
      leaveBehind(count);
      const { hosts } = findHosts(places());
      expect(hosts.filter(({ isAlive }) => isAlive).map(({ instanceId }) => instanceId)).toEqual(['living']);
      expect(hosts).toHaveLength(clientLimits.endpointEntries);
    },
  );

  it('are removed with their tokens if they are our own', () => {
    directory = join(runtime(), 'entries');
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    mkdirSync(join(runtime(), 'tokens'), { mode: 0o700 });
    for (const name of ['dead-0', 'living', 'other']) writeFileSync(join(runtime(), 'tokens', name), 'token');
    leaveBehind(300);
    publish('odd.json', entry({ pid: deadPid(), instanceId: '../tokens/other' }));
    publish('junk.json', 'junk');
    findHosts(places());
    expect(readdirSync(directory).toSorted()).toEqual(['junk.json', 'living.json']);
    expect(readdirSync(join(runtime(), 'tokens')).toSorted()).toEqual(['living', 'other']);
  });

  it('are left alone if their processes run in another container', () => {
    directory = join(runtime(), 'entries');
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    publish('far.json', entry({ pid: deadPid(), instanceId: 'far', pidNamespace: 'pid:[1]' }));
    expect(findHosts(places()).hosts).toMatchObject([{ instanceId: 'far', isAlive: true }]);
    expect(readdirSync(directory)).toEqual(['far.json']);
  });

  it('are left alone if they belong to an editor', () => {
    leaveBehind(3);
    findHosts(places());
    expect(readdirSync(directory)).toHaveLength(4);
  });
});

describe('a directory that is not trusted', () => {
  const runtime = () => join(home, '.local/state/skillpick/run');
  const editor = () => join(home, '.config/Code/agent-host/local-endpoint');

  /** An entry in a directory of ours elsewhere, to which a link leads. */
  function elsewhere(): string {
    directory = join(home, 'elsewhere/entries');
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    publish('x.json');
    return join(home, 'elsewhere');
  }

  function linked(path: string, target: string): string {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    symlinkSync(target, path);
    return path;
  }

  it.each<[string, () => string, RegExp]>([
    ['our own, a link', () => linked(runtime(), elsewhere()), /it is a link/],
    [
      'our entries, a link',
      () => linked(join(runtime(), 'entries'), join(elsewhere(), 'entries')),
      /it is a link/,
    ],
    ['an editor’s, a link', () => linked(editor(), elsewhere()), /it is a link/],
    [
      'an editor’s entries, a link',
      () => linked(join(editor(), 'entries'), join(elsewhere(), 'entries')),
      /link/,
    ],
    [
      'our own, open to others',
      () => {
        directory = join(runtime(), 'entries');
        mkdirSync(directory, { recursive: true, mode: 0o755 });
        publish('x.json');
        return runtime();
      },
      /open to others: it should have mode 700/,
    ],
    [
      'an editor’s, writable for others',
      () => {
        publish('x.json');
        chmodSync(directory, 0o722);
        return directory;
      },
      /open to others/,
    ],
  ])('%s', (_what, make, reason) => {
    const file = make();
    expect(findHosts(places())).toEqual({
      hosts: [],
      refused: [{ file, reason: expect.stringMatching(reason) }],
    });
  });
});

describe('the places to look in', () => {
  const inside = (base: string) => (path: string) => path.startsWith(`${base}/`);

  it('are the runtime directory first, then those of the editors', () => {
    const [own, ...editors] = entryDirectories({ env: {}, platform: 'linux', home: '/home/me' });
    expect(own).toBe('/home/me/.local/state/skillpick/run/entries');
    expect(editors).toContain('/home/me/.config/Code/agent-host/local-endpoint/entries');
    expect(editors).toContain('/home/me/.config/Code - Insiders/agent-host/local-endpoint/entries');
    expect(editors).toContain('/home/me/.local/share/code-server/agent-host/local-endpoint/entries');
  });

  it.each([
    ['linux', { XDG_CONFIG_HOME: '/cfg', XDG_DATA_HOME: '/data' }, '/cfg/Cursor'],
    ['linux', { XDG_CONFIG_HOME: '' }, '/home/me/.config/Cursor'],
    ['linux', { VSCODE_PORTABLE: '/portable' }, '/portable/user-data'],
    ['linux', { VSCODE_APPDATA: '/moved' }, '/moved/Code - Insiders'],
    ['linux', { VSCODE_APPDATA: '/moved' }, '/home/me/.config/Code'],
    ['darwin', { VSCODE_APPDATA: '/moved' }, '/moved/VSCodium'],
    ['win32', { VSCODE_APPDATA: '/moved', APPDATA: '/roaming' }, '/moved/Cursor'],
    ['darwin', {}, '/home/me/Library/Application Support/VSCodium'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Code'],
    ['win32', {}, '/home/me/AppData/Roaming/Code'],
    ['win32', { APPDATA: '' }, '/home/me/AppData/Roaming/Code'],
  ])('on %s with %j include %s', (platform, env, base) => {
    const directories = entryDirectories({ env, platform, home: '/home/me' });
    expect(directories.filter(inside(base))).toEqual([`${base}/agent-host/local-endpoint/entries`]);
  });

  it.each(['linux', 'darwin', 'win32'])('are never relative on %s', (platform) => {
    const env = {
      APPDATA: '',
      LOCALAPPDATA: '',
      XDG_CONFIG_HOME: '',
      XDG_RUNTIME_DIR: '',
      VSCODE_PORTABLE: '',
      VSCODE_APPDATA: '',
      XDG_DATA_HOME: '',
    };
    for (const path of entryDirectories({ env, platform, home: '/home/me' }))
      expect(path).toMatch(/^\/home\/me/);
  });
});
