/** Checks that a user's settings are never damaged, even if they are odd or another program writes them. */

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claude } from '../../../src/host/tools/claude/claude.js';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { copilot } from '../../../src/host/tools/copilot/copilot.js';
import { gemini } from '../../../src/host/tools/gemini/gemini.js';
import { kilo } from '../../../src/host/tools/kilo/kilo.js';
import { opencode } from '../../../src/host/tools/opencode/opencode.js';
import { SettingsMistake } from '../../../src/host/tools/refusal.js';
import type { EntryRef, Tool, ToolScope } from '../../../src/host/tools/tool.js';
import { Scene, type ToolOutcome } from './scene.js';

/** Where each tool has its skills, and which file its switches are in. */
const setups: readonly [tool: Tool, place: string, file: string, scope: ToolScope][] = [
  [claude, '.claude/skills', '.claude/settings.local.json', 'workspace'],
  [claude, '.claude/skills', '~/.claude/settings.json', 'global'],
  [codex, '.agents/skills', '~/.codex/config.toml', 'global'],
  [copilot, '.github/skills', '.github/copilot/settings.local.json', 'workspace'],
  [copilot, '.github/skills', '~/.copilot/settings.json', 'global'],
  [gemini, '.gemini/skills', '.gemini/settings.json', 'workspace'],
  [gemini, '.gemini/skills', '~/.gemini/settings.json', 'global'],
  [opencode, '.opencode/skills', 'opencode.json', 'workspace'],
  [opencode, '.opencode/skills', '~/.config/opencode/opencode.json', 'global'],
  [kilo, '.kilo/skills', '.kilo/kilo.jsonc', 'workspace'],
  [kilo, '.kilo/skills', '~/.config/kilo/kilo.jsonc', 'global'],
];
const named = setups.map(([tool, ...rest]) => [tool.title, tool, ...rest] as const);

async function turn(
  scene: Scene,
  tool: Tool,
  entry: EntryRef,
  scope: ToolScope,
  enabled: boolean | undefined,
): Promise<ToolOutcome> {
  const [outcome] = await scene.switches(tool).change([{ entry, scope, enabled }]);
  return outcome as ToolOutcome;
}

describe('a blank file is blank again after a switch was taken back', () => {
  const blank = named.filter(([, tool]) => tool !== gemini);
  test.for(blank)('$0: $3', async ([, tool, place, file, scope]) => {
    // opencode and Kilo read an empty file, but none of blanks.
    const isOfFamily = tool === opencode || tool === kilo;
    for (const text of isOfFamily ? [''] : ['', '\n', ' \n\n']) {
      const scene = new Scene();
      scene.write(file, text);
      const entry = scene.skill(place, 'lint');
      await turn(scene, tool, entry, scope, false);
      expect(scene.read(file)).toContain('lint');
      await turn(scene, tool, entry, scope, true);
      expect(scene.read(file)).toBe(text);
    }
  });
});

describe('a file that its tool cannot read is refused with the reason, and not touched', () => {
  const [local, user, config, mine] = [
    '.gemini/settings.json',
    '~/.claude/settings.json',
    '~/.codex/config.toml',
    '~/.copilot/settings.json',
  ];
  const rules = 'opencode.json';
  const off = '"skillOverrides": {"a": "off"}';
  const rows: [tool: Tool, file: string, text: string, reason: string][] = [
    [gemini, local, '', 'line 1, column 1: it is empty'],
    [gemini, local, ' \n', 'line 1, column 1: it is empty'],
    [gemini, local, '// mine\n', 'line 1, column 1: it is empty'],
    [gemini, local, 'null', 'it is not an object'],
    [gemini, local, '{"skills": {"disabled": ["a", 3]}}', '"skills.disabled" is not a list of names'],
    [claude, user, `{${off},\n "permissions": 5}`, 'line 2, column 17: "permissions" is not an object'],
    [claude, user, `{${off}, "permissions": null}`, '"permissions" is not an object'],
    [claude, user, `{${off}, "permissions": {"deny": "x"}}`, '"permissions.deny" is not a list'],
    [claude, user, `{${off}, "permissions": {"allow": 5}}`, '"permissions.allow" is not a list'],
    [claude, user, `{${off}, "permissions": {"ask": 5}}`, '"permissions.ask" is not a list'],
    [claude, user, `{${off}, "enabledPlugins": []}`, '"enabledPlugins" is not an object'],
    [claude, user, '{"enabledPlugins": {"a@b": "x"}}', '"enabledPlugins.a@b" is not true, false or a list'],
    [claude, user, '{"enabledPlugins": {"a@b": [3]}}', '"enabledPlugins.a@b" is not true, false or a list'],
    [claude, user, '{"skillOverrides": []}', '"skillOverrides" is not an object'],
    [claude, user, '{"skillOverrides": {"a": "never"}}', '"skillOverrides.a" is not "on" or "name-only"'],
    [claude, user, '{"skillOverrides": {"a": null}}', '"skillOverrides.a" is not "on" or "name-only"'],
    [claude, user, `{${off}, "env": 5}`, '"env" is not an object'],
    [claude, user, `{${off}, "model": 5}`, '"model" is not a text'],
    [
      codex,
      config,
      '\n[[skills.config]]\npath = "/a"\n',
      'line 2, column 1: a [[skills.config]] block has no',
    ],
    [
      codex,
      config,
      '[[skills.config]]\nname = "a"\nenabled = "no"\n',
      'has no "enabled" that is true or false',
    ],
    [codex, config, '[[skills.config]]\nname = 5\nenabled = true\n', 'has a name that is not a text'],
    [codex, config, '[[skills.config]]\npath = 5\nenabled = true\n', 'has a path that is not a text'],
    [codex, config, 'skills.config = [{ name = "a" }]\n', 'has no "enabled" that is true or false'],
    [codex, config, '[skills.config]\nenabled = false\n', '"skills.config" is not a list'],
    [codex, config, 'skills = 5\n', '"skills" is not a table'],
    [copilot, mine, '{"disabledSkills": ["a", 3]}', '"disabledSkills" is not a list of names'],
    [copilot, mine, '{"subagents": 5}', '"subagents" is not an object'],
    [copilot, mine, '{"subagents": {"disabledSubagents": 5}}', '"subagents.disabledSubagents" is not a list'],
    [opencode, rules, '\n', 'line 1, column 1: it is empty'],
    [opencode, rules, '// mine\n', 'line 1, column 1: it is empty'],
    [opencode, rules, '{"permission": 5}', '"permission" is not an object, "allow"'],
    [opencode, rules, '{"permission": {"bash": []}}', '"permission.bash" is not an object, "allow"'],
    [opencode, rules, '{"permission": {"skill": {"a": "no"}}}', '"permission.skill.a" is not "allow" or'],
    [opencode, rules, '{"agent": []}', '"agent" is not an object'],
    [opencode, rules, '{"agent": {"a": 5}}', '"agent.a" is not an object'],
    [opencode, rules, '{"agent": {"a": {"disable": "yes"}}}', '"agent.a.disable" is not true or false'],
  ];
  test.each(rows.map((row) => [row[0].title, row[2], row] as const))('%s: %j', async (_, __, row) => {
    const [tool, file, text, reason] = row;
    const scene = new Scene();
    scene.write(file, text);
    const [, place] = setups.find(([other]) => other === tool)!;
    const entry = scene.skill(place, 'lint');
    const scope = file.startsWith('~') ? 'global' : 'workspace';
    const refused = expect.stringContaining(reason);
    for (const enabled of [false, true, undefined]) {
      expect(await turn(scene, tool, entry, scope, enabled)).toEqual({ refused });
    }
    expect(scene.read(file)).toBe(text);
    expect(scene.switches(tool).problems).toMatchObject([{ file: scene.path(file) }]);
  });
});

describe('a file that is valid though it looks odd is written', () => {
  const rows: [tool: Tool, file: string, text: string][] = [
    [claude, '~/.claude/settings.json', ''],
    [claude, '~/.claude/settings.json', '{"permissions": {"deny": ["Read(.env)", 3]}, "hooks": 5}'],
    [claude, '~/.claude/settings.json', '{"enabledPlugins": {"a": true, "b@c": ["1.0.0"]}}'],
    [codex, '~/.codex/config.toml', ''],
    [codex, '~/.codex/config.toml', '[[skills.config]]\nenabled = false\n'],
    [gemini, '~/.gemini/settings.json', '{"agents": 5}'],
    [opencode, 'opencode.json', ''],
    [opencode, 'opencode.json', '{"permission": {"*": "ask", "bash": {"git *": "allow"}},}'],
  ];
  test.each(rows.map((row) => [row[0].title, row[2], row] as const))('%s: %j', async (_, __, row) => {
    const [tool, file, text] = row;
    const scene = new Scene();
    scene.write(file, text);
    const [, place] = setups.find(([other]) => other === tool)!;
    const entry = scene.skill(place, 'lint');
    const scope = file.startsWith('~') ? 'global' : 'workspace';
    expect(await turn(scene, tool, entry, scope, false)).toMatchObject({ state: { enabled: false } });
    expect(await turn(scene, tool, entry, scope, true)).toMatchObject({ state: { enabled: true } });
    expect(scene.read(file)).toBe(text);
  });
});

describe('a file that holds nothing but the switch', () => {
  test('as Gemini CLI writes it, without a last line end, is left as an empty object', async () => {
    const scene = new Scene();
    const entry = scene.skill('.gemini/skills', 'lint');
    scene.write('.gemini/settings.json', '{\n  "skills": {\n    "disabled": [\n      "lint"\n    ]\n  }\n}');
    await turn(scene, gemini, entry, 'workspace', true);
    expect(scene.read('.gemini/settings.json')).toBe('{}');
  });

  test.each(named)('is removed if it was made for it: %s', async (_, tool, place, file, scope) => {
    const scene = new Scene();
    const entry = scene.skill(place, 'lint');
    const before = readdirSync(scene.folder, { recursive: true });
    await turn(scene, tool, entry, scope, false);
    expect(existsSync(scene.path(file))).toBe(true);
    await turn(scene, tool, scene.skill(place, 'lint'), scope, true);
    const left = readdirSync(scene.folder, { recursive: true }).filter(
      (path) => !/\.local/.test(String(path)),
    );
    expect(left.toSorted()).toEqual(before.toSorted());
  });

  test('is switched as asked, though another file that was made here is gone with its directory', async () => {
    const scene = new Scene();
    const entry = scene.skill('.claude/skills', 'lint');
    await turn(scene, claude, entry, 'workspace', false);
    // A parent directory of the file that was made is a file now.
    renameSync(scene.path('.claude'), scene.path('old'));
    writeFileSync(scene.path('.claude'), '');
    const outcome = await scene.switches(claude).change([{ entry, scope: 'global', enabled: false }]);
    expect(outcome).toMatchObject([{ state: { enabled: false } }]);
    expect(scene.read('~/.claude/settings.json')).toContain('"lint": "off"');
  });

  test('keeps a comment between a key and its emptied value', async () => {
    const scene = new Scene();
    const entry = scene.skill('.gemini/skills', 'lint');
    scene.write('.gemini/settings.json', '{\n  "skills": // agreed\n  {"disabled": ["lint"]}\n}\n');
    await turn(scene, gemini, entry, 'workspace', true);
    expect(scene.read('.gemini/settings.json')).toContain('// agreed');
  });

  test.each(named)('stays if it was there before: %s', async (_, tool, place, file, scope) => {
    const made = new Scene();
    await turn(made, tool, made.skill(place, 'lint'), scope, false);
    const scene = new Scene();
    const entry = scene.skill(place, 'lint');
    scene.write(file, made.read(file)?.replaceAll(made.folder, scene.folder));
    expect(await turn(scene, tool, entry, scope, true)).toMatchObject({ state: { enabled: true } });
    expect(scene.read(file)).toBe(tool.emptyText);
  });

  test.each(named)('stays if another program has replaced it: %s', async (_, tool, place, file, scope) => {
    const scene = new Scene();
    const entry = scene.skill(place, 'lint');
    await turn(scene, tool, entry, scope, false);
    writeFileSync(scene.path('other'), scene.read(file) ?? '');
    renameSync(scene.path('other'), scene.path(file));
    await turn(scene, tool, entry, scope, true);
    expect(scene.read(file)).toBe(tool.emptyText);
  });

  test('is removed after many switches in it, and other files next to it stay', async () => {
    const scene = new Scene();
    const [a, b] = [scene.skill('~/.claude/skills', 'a'), scene.skill('~/.claude/skills', 'b')];
    for (const [entry, enabled] of [
      [a, false],
      [b, false],
      [a, true],
    ] as const)
      await turn(scene, claude, entry, 'workspace', enabled);
    scene.write('.claude/mine.txt', 'mine');
    await turn(scene, claude, b, 'workspace', true);
    expect(readdirSync(scene.path('.claude'))).toEqual(['mine.txt']);
  });

  test('leaves a directory that was there before', async () => {
    const scene = new Scene();
    const entry = scene.skill('~/.claude/skills', 'lint');
    mkdirSync(scene.path('.claude'));
    await turn(scene, claude, entry, 'workspace', false);
    await turn(scene, claude, entry, 'workspace', true);
    expect(readdirSync(scene.path('.claude'))).toEqual([]);
  });

  test('stays if the list of made files is lost', async () => {
    const scene = new Scene();
    const entry = scene.skill('.claude/skills', 'lint');
    await turn(scene, claude, entry, 'workspace', false);
    rmSync(scene.path('~/.local'), { recursive: true });
    await turn(scene, claude, entry, 'workspace', true);
    expect(scene.read('.claude/settings.local.json')).toBe('{}\n');
  });
});

describe('a block of Codex that holds more than the switch', () => {
  const file = '~/.codex/config.toml';
  const rest = '\n[[skills.config]]\nname = "other"\nenabled = false\n\n# the end\n';

  test.each([
    [
      'a comment on its header',
      (path: string) => `[[skills.config]] # mine\npath = "${path}"\nenabled = true\n`,
    ],
    ['a comment inside', (path: string) => `[[skills.config]]\n# why\npath = "${path}"\nenabled = true\n`],
    ['a comment behind', (path: string) => `[[skills.config]]\nenabled = true # why\npath = "${path}"\n`],
    ['another field', (path: string) => `[[skills.config]]\nenabled = true\npath = "${path}"\nextra = 1\n`],
  ])('is restored byte for byte: %s', async (_, block) => {
    const scene = new Scene();
    const entry = scene.skill('.agents/skills', 'lint');
    for (const text of [block(entry.canonicalPath), `model = "x"\n\n${block(entry.canonicalPath)}${rest}`]) {
      scene.write(file, text);
      expect(await turn(scene, codex, entry, 'global', false)).toMatchObject({ state: { enabled: false } });
      expect(await turn(scene, codex, entry, 'global', true)).toMatchObject({ state: { enabled: true } });
      expect(scene.read(file)).toBe(text);
    }
  });

  test('keeps what is in it when it is reset', async () => {
    const scene = new Scene();
    const entry = scene.skill('.agents/skills', 'lint');
    const text = `[[skills.config]] # mine\npath = "${entry.canonicalPath}"\nenabled = false\n`;
    scene.write(file, text);
    expect(await turn(scene, codex, entry, 'global', undefined)).toMatchObject({ state: { enabled: true } });
    expect(scene.read(file)).toBe(text.replace('false', 'true'));
  });

  const part = fc.constantFrom(
    '# note\n',
    '[a@]\nb = 1 # c\n',
    '[[skills.config]]\nname = "lint"\nenabled = @\n',
    '[[skills.config]] # name\nname = "other" # other\nenabled = @\n',
    '[[skills.config]]\npath = "$"\nenabled = @\n',
    '[[skills.config]] # head\npath = "$"\nenabled = @\n',
    '[[skills.config]]\n# inside\nenabled = @ # flag\npath = "$" # path\n# after\n',
  );

  test('loses no comment, and the switch counts', async () => {
    const scene = new Scene();
    const entry = scene.skill('.agents/skills', 'lint');
    const commentsOf = (text: string) => [...text.matchAll(/#.*/g)].map(([comment]) => comment);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(part, fc.boolean()), { maxLength: 6 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
        async (parts, flags) => {
          const fill = ([text, flag]: [string, boolean], at: number) =>
            text.replace('[a@]', `[a${at}]`).replace('@', String(flag)).replace('$', entry.canonicalPath);
          const before = parts.map(fill).join('\n');
          scene.write(file, before);
          for (const enabled of flags) {
            const outcome = await turn(scene, codex, entry, 'global', enabled);
            expect(outcome).toMatchObject({ state: { enabled } });
            expect(commentsOf(scene.read(file) ?? '')).toEqual(commentsOf(before));
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a file that is read back after a write', () => {
  const file = '~/.claude/settings.json';
  const mistake = () => new SettingsMistake(1, 1, 'no');

  /** Claude Code with another parser for texts in which the skill is switched; counts how often it parses one. */
  function claudeWith(rule: (times: number) => void): Tool {
    let times = 0;
    const parse: Tool['parse'] = (text, file) => {
      if (text.includes('lint')) {
        times += 1;
        rule(times);
      }
      return claude.parse(text, file);
    };
    return { ...(claude as Tool), parse };
  }

  test.each([
    ['a file', '{"model": "x"}\n'],
    ['no file', undefined],
  ])('is put back if the tool cannot read it: %s', async (_, before) => {
    const scene = new Scene();
    const entry = scene.skill('.claude/skills', 'lint');
    scene.write(file, before);
    const tool = claudeWith((times) => {
      if (times % 2 === 0) throw mistake();
    });
    const outcome = await turn(scene, tool, entry, 'global', false);
    expect(outcome).toEqual({ refused: expect.stringContaining('has a mistake in line 1, column 1: no') });
    expect(scene.read(file)).toBe(before);
  });

  test('is not put back if another program has written meanwhile', async () => {
    const scene = new Scene();
    const entry = scene.skill('.claude/skills', 'lint');
    const tool = claudeWith((times) => {
      if (times !== 2) return;
      scene.write(file, '{"theirs": 1}');
      throw mistake();
    });
    expect(await turn(scene, tool, entry, 'global', false)).toHaveProperty('refused');
    expect(scene.read(file)).toBe('{"theirs": 1}');
  });

  test('is never written if the plan shows that the tool could not read it', async () => {
    const scene = new Scene();
    const entry = scene.skill('.claude/skills', 'lint');
    scene.write(file, '{}\n');
    const tool = claudeWith(() => {
      throw mistake();
    });
    const refused = `Claude Code could not read ${scene.path(file)} with the switch in it: no`;
    const request = { entry, scope: 'global', enabled: false } as const;
    expect(scene.switches(tool).check([request])).toEqual([refused]);
    expect(await turn(scene, tool, entry, 'global', false)).toEqual({ refused });
    expect(scene.read(file)).toBe('{}\n');
  });
});

test('an unexpected error while a switch is written does not undo the switch before it', async () => {
  const scene = new Scene();
  const [one, two] = ['one', 'two'].map((name) => scene.skill('.claude/skills', name)) as [
    EntryRef,
    EntryRef,
  ];
  let isBroken = false;
  const ruleFor: Tool['ruleFor'] = (...args) => {
    if (isBroken) throw new Error('unexpected');
    return claude.ruleFor(...args);
  };
  const switches = scene.switches({ ...(claude as Tool), ruleFor });
  const off = (entry: EntryRef) => [{ entry, scope: 'workspace', enabled: false } as const];
  await switches.change(off(one));
  const before = scene.read('.claude/settings.local.json');
  const requests = off(two);
  switches.check(requests);
  isBroken = true;
  expect(() => switches.write(requests)).toThrow('unexpected');
  isBroken = false;
  switches.putBack();
  expect(scene.read('.claude/settings.local.json')).toBe(before);
});
