import { describe, expect, test } from 'vitest';
import { captureFlag, editFlag, type FlagTable } from '../../../../src/host/tools/edit/toml-flag.js';
import { offsetOf } from '../../../../src/host/tools/edit/toml-statements.js';

const server: FlagTable = { table: ['mcp_servers', 'a'], isOwnTable: false };
const plugin: FlagTable = { table: ['plugins', 'kit@market'], isOwnTable: true };

describe('a flag is switched off and its line removed again', () => {
  test.each<[name: string, place: FlagTable, before: string, off: string]>([
    [
      'in a table',
      server,
      '[mcp_servers.a]\ncommand = "x"\n',
      '[mcp_servers.a]\ncommand = "x"\nenabled = false\n',
    ],
    [
      'before a comment and another table',
      server,
      '[mcp_servers.a]\ncommand = "x" # y\n\n# next\n[b]\n',
      '[mcp_servers.a]\ncommand = "x" # y\nenabled = false\n\n# next\n[b]\n',
    ],
    [
      'not in a table below it',
      server,
      '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nK = "v"\n',
      '[mcp_servers.a]\ncommand = "x"\nenabled = false\n[mcp_servers.a.env]\nK = "v"\n',
    ],
    [
      'without a line end',
      server,
      '[mcp_servers.a]\ncommand = "x"',
      '[mcp_servers.a]\ncommand = "x"\nenabled = false',
    ],
    [
      'with line ends of Windows',
      server,
      '[mcp_servers.a]\r\ncommand = "x"\r\n',
      '[mcp_servers.a]\r\ncommand = "x"\r\nenabled = false\r\n',
    ],
    [
      'among dotted keys',
      server,
      'mcp_servers.a.command = "x"\nmodel = "y"\n',
      'mcp_servers.a.command = "x"\nmcp_servers.a.enabled = false\nmodel = "y"\n',
    ],
    [
      'in a quoted table',
      server,
      '["mcp_servers"."a"]\ncommand = "x"\n',
      '["mcp_servers"."a"]\ncommand = "x"\nenabled = false\n',
    ],
    ['in a new table', plugin, 'model = "x"\n', 'model = "x"\n\n[plugins."kit@market"]\nenabled = false\n'],
    ['in an empty file', plugin, '', '[plugins."kit@market"]\nenabled = false\n'],
  ])('%s', (_, place, before, off) => {
    expect(editFlag(before, { ...place, enabled: false })).toBe(off);
    expect(editFlag(off, { ...place, enabled: undefined })).toBe(before);
  });
});

test('a flag that exists is changed in place', () => {
  const text = '[plugins."kit@market"]\nenabled = true # mine\n';
  const off = '[plugins."kit@market"]\nenabled = false # mine\n';
  expect(editFlag(text, { ...plugin, enabled: false })).toBe(off);
  expect(editFlag(off, { ...plugin, enabled: undefined })).toBe(text);
});

test('a table in one line is not edited', () => {
  const edit = { ...plugin, enabled: false };
  expect(() => editFlag('plugins = { "kit@market" = { enabled = true } }\n', edit)).toThrow(
    '[plugins."kit@market"] is not written as a table of its own',
  );
});

test('a server that the file does not declare is not switched', () => {
  expect(() => editFlag('model = "x"\n', { ...server, enabled: false })).toThrow(
    '[mcp_servers.a] is not written as a table of its own',
  );
});

describe('a recorded flag comes back as it was', () => {
  test.each<[name: string, place: FlagTable, before: string, after: string]>([
    [
      'its value',
      plugin,
      '[plugins."kit@market"]\n  enabled=true # on\n',
      '[plugins."kit@market"]\n  enabled=false # on\n',
    ],
    [
      'its line',
      server,
      '[mcp_servers.a]\nenabled  = true\ncommand = "x"\n',
      '[mcp_servers.a]\ncommand = "x"\n',
    ],
    ['its table', plugin, 'a = 1\n\n[plugins."kit@market"]\nenabled = true\n\n[z]\n', 'a = 1\n\n[z]\n'],
    [
      'its last line',
      server,
      '[mcp_servers.a]\ncommand = "x"\nenabled = true',
      '[mcp_servers.a]\ncommand = "x"',
    ],
  ])('%s', (_, place, before, after) => {
    const setting = captureFlag(before, place);
    expect(editFlag(after, { ...place, setting })).toBe(before);
  });

  test('no flag', () => {
    const text = '[mcp_servers.a]\ncommand = "x"\n';
    expect(captureFlag(text, server)).toBeUndefined();
    expect(editFlag(`${text}enabled = false\n`, { ...server, setting: undefined })).toBe(text);
  });
});

describe('a table that was there before its flag', () => {
  const header = '[plugins."kit@market"]';
  const below = '\n[plugins."kit@market".mcp_servers.a]\nenabled = false\n';

  test.each([
    ['alone', `${header}\n`],
    ['without a line end', header],
    ['with a comment', `${header} # mine\n`],
    ['before another one', `a = 1\n\n${header}\n\n[z]\n`],
    ['before a table of its own', `${header}\n${below}`],
  ])('%s stays when the flag is taken back', (_, text) => {
    const setting = captureFlag(text, plugin);
    expect(setting?.text.trim()).toMatch(/^\[plugins/);
    for (const enabled of [false, true]) {
      const after = editFlag(text, { ...plugin, enabled });
      expect(editFlag(after, { ...plugin, setting })).toBe(text);
    }
  });

  test('stays when the flag is removed, if it has tables below it', () => {
    const text = header + below;
    expect(editFlag(editFlag(text, { ...plugin, enabled: false }), { ...plugin, enabled: undefined })).toBe(
      text,
    );
  });

  test('comes back if it is gone', () => {
    const text = `a = 1\n\n${header}\n\n[z]\n`;
    const setting = captureFlag(text, plugin);
    expect(editFlag('a = 1\n\n[z]\n', { ...plugin, setting })).toBe(text);
  });

  test('is removed with the flag if the flag came with it', () => {
    const made = editFlag(below, { ...plugin, enabled: false });
    expect(captureFlag(below, plugin)).toBeUndefined();
    expect(editFlag(made, { ...plugin, setting: undefined })).toBe(below);
  });
});

describe('the line of a setting', () => {
  const text = 'a = { b = 1 }\n[c]\nd = 1\n[[e.f]]\ng = 1\n[[e.f]]\ng = 2\n';
  test.each<[path: (string | number)[], line: string | undefined]>([
    [['a', 'b'], 'a = { b = 1 }'],
    [['c', 'd'], 'd = 1'],
    [['c', 'missing'], '[c]'],
    [['e', 'f', 1], '[[e.f]]'],
    [['e', 'f', 1, 'g'], 'g = 2'],
    [['nowhere'], undefined],
  ])('%j', (path, line) => {
    const offset = offsetOf(text, path);
    expect(offset === undefined ? undefined : text.slice(offset).split('\n')[0]).toBe(line);
  });
});
