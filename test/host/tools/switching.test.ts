import { describe, expect, test } from 'vitest';
import { claude } from '../../../src/host/tools/claude/claude.js';
import { codex } from '../../../src/host/tools/codex/codex.js';
import { copilot } from '../../../src/host/tools/copilot/copilot.js';
import { gemini } from '../../../src/host/tools/gemini/gemini.js';
import { kilo } from '../../../src/host/tools/kilo/kilo.js';
import { opencode } from '../../../src/host/tools/opencode/opencode.js';
import type { EntryRef, Tool, ToolScope } from '../../../src/host/tools/tool.js';
import { Scene } from './scene.js';

interface Setup {
  tool: Tool;
  kind: 'skill' | 'agent';
  scope: ToolScope;
  /** The file that is written. */
  file: string;
}

/** One way a tool keeps a switch, with the texts before and after `lint` is switched off. */
interface Case extends Setup {
  name: string;
  before: string | undefined;
  after: string;
}

const places: Record<string, [skills: string, agents: string]> = {
  claude: ['.claude/skills', '.claude/agents'],
  codex: ['.agents/skills', '.codex/agents'],
  copilot: ['.github/skills', '.github/agents'],
  gemini: ['.gemini/skills', '.gemini/agents'],
  opencode: ['.opencode/skills', '.opencode/agents'],
  kilo: ['.kilo/skills', '.kilo/agents'],
};

function lint(scene: Scene, { tool, kind }: Setup): EntryRef {
  const [skills, agents] = places[tool.id] ?? ['', ''];
  return kind === 'skill' ? scene.skill(skills, 'lint') : scene.entry('agent', agents, 'lint.md');
}

const claudeLocal = {
  tool: claude,
  kind: 'skill',
  scope: 'workspace',
  file: '.claude/settings.local.json',
} as const;
const claudeUser = { tool: claude, kind: 'skill', scope: 'global', file: '~/.claude/settings.json' } as const;
const claudeAgents = { ...claudeUser, kind: 'agent' } as const;
const codexUser = { tool: codex, kind: 'skill', scope: 'global', file: '~/.codex/config.toml' } as const;
const copilotUser = {
  tool: copilot,
  kind: 'skill',
  scope: 'global',
  file: '~/.copilot/settings.json',
} as const;
const copilotLocal = {
  tool: copilot,
  kind: 'skill',
  scope: 'workspace',
  file: '.github/copilot/settings.local.json',
} as const;
const copilotAgents = { ...copilotUser, kind: 'agent' } as const;
const geminiUser = { tool: gemini, kind: 'skill', scope: 'global', file: '~/.gemini/settings.json' } as const;
const geminiLocal = {
  tool: gemini,
  kind: 'skill',
  scope: 'workspace',
  file: '.gemini/settings.json',
} as const;
const geminiAgents = { ...geminiLocal, kind: 'agent' } as const;
const opencodeUser = {
  tool: opencode,
  kind: 'skill',
  scope: 'global',
  file: '~/.config/opencode/opencode.json',
} as const;
const opencodeLocal = { tool: opencode, kind: 'skill', scope: 'workspace', file: 'opencode.json' } as const;
const opencodeAgents = { ...opencodeLocal, kind: 'agent' } as const;

const lines = (...parts: string[]) => `${parts.join('\n')}\n`;

const jsonCases: readonly Case[] = [
  {
    ...claudeLocal,
    name: 'no file',
    before: undefined,
    after: lines('{', '  "skillOverrides": {', '    "lint": "off"', '  }', '}'),
  },
  {
    ...claudeLocal,
    name: 'other settings',
    before: lines(
      '{',
      '  "permissions": {',
      '    "allow": ["Bash(ls)"]',
      '  },',
      '  "unknown": [1, {"x": null}]',
      '}',
    ),
    after: lines(
      '{',
      '  "permissions": {',
      '    "allow": ["Bash(ls)"]',
      '  },',
      '  "unknown": [1, {"x": null}],',
      '  "skillOverrides": {',
      '    "lint": "off"',
      '  }',
      '}',
    ),
  },
  {
    ...claudeUser,
    name: 'CRLF, tabs and no last line end',
    before: '\uFEFF{\r\n\t"skillOverrides": {\r\n\t\t"a": "name-only"\r\n\t}\r\n}',
    after: '\uFEFF{\r\n\t"skillOverrides": {\r\n\t\t"a": "name-only",\r\n\t\t"lint": "off"\r\n\t}\r\n}',
  },
  {
    ...claudeAgents,
    name: 'other rules',
    before: '{"permissions": {"deny": ["Read(.env)", 3]}}\n',
    after: '{"permissions": {"deny": ["Read(.env)", 3, "Agent(lint)"]}}\n',
  },
  {
    ...copilotUser,
    name: 'comments and trailing commas',
    before: lines(
      '// mine',
      '{',
      '  "theme": "dim", // dark',
      '  "disabledSkills": [',
      '    "a", // why',
      '  ],',
      '}',
    ),
    after: lines(
      '// mine',
      '{',
      '  "theme": "dim", // dark',
      '  "disabledSkills": [',
      '    "a", // why',
      '    "lint",',
      '  ],',
      '}',
    ),
  },
  { ...copilotUser, name: 'what Copilot CLI leaves', before: '{}', after: '{ "disabledSkills": ["lint"] }' },
  {
    ...copilotLocal,
    name: 'no file',
    before: undefined,
    after: lines('{', '  "disabledSkills": [', '    "lint"', '  ]', '}'),
  },
  {
    ...copilotAgents,
    name: 'other settings',
    before: lines('{', '  "subagents": {', '    "maxDepth": 2', '  }', '}'),
    after: lines(
      '{',
      '  "subagents": {',
      '    "maxDepth": 2,',
      '    "disabledSubagents": [',
      '      "lint"',
      '    ]',
      '  }',
      '}',
    ),
  },
  {
    ...geminiUser,
    name: 'no file',
    before: undefined,
    after: lines('{', '  "skills": {', '    "disabled": [', '      "lint"', '    ]', '  }', '}'),
  },
  {
    ...geminiLocal,
    name: 'what Gemini CLI leaves',
    before: '{\n  "skills": {\n    "disabled": []\n  }\n}',
    after: '{\n  "skills": {\n    "disabled": [ "lint" ]\n  }\n}',
  },
  {
    ...geminiAgents,
    name: 'comments',
    before: lines('{', '  /* mine */', '  "ui": {"theme": "x"} // end', '}'),
    after: lines(
      '{',
      '  /* mine */',
      '  "ui": {"theme": "x"}, // end',
      '  "agents": {',
      '    "overrides": {',
      '      "lint": {',
      '        "enabled": false',
      '      }',
      '    }',
      '  }',
      '}',
    ),
  },
  {
    ...geminiAgents,
    name: 'other overrides of the agent',
    before: '{"agents": {"overrides": {"lint": {"runConfig": {"maxTurns": 3}}}}}',
    after: '{"agents": {"overrides": {"lint": {"runConfig": {"maxTurns": 3}, "enabled": false}}}}',
  },
  {
    ...opencodeLocal,
    name: 'a schema',
    before: lines('{', '  "$schema": "https://opencode.ai/config.json"', '}'),
    after: lines(
      '{',
      '  "$schema": "https://opencode.ai/config.json",',
      '  "permission": {',
      '    "skill": {',
      '      "lint": "deny"',
      '    }',
      '  }',
      '}',
    ),
  },
  {
    ...opencodeUser,
    name: 'rules before it',
    before: '{"permission": {"bash": "ask", "skill": {"*": "allow", "x-*": "deny",},},}',
    after: '{"permission": {"bash": "ask", "skill": {"*": "allow", "x-*": "deny", "lint": "deny",},},}',
  },
  {
    ...opencodeAgents,
    name: 'no file',
    before: undefined,
    after: lines(
      '{',
      '  "$schema": "https://opencode.ai/config.json",',
      ...['  "agent": {', '    "lint": {', '      "disable": true', '    }', '  }', '}'],
    ),
  },
  {
    ...{ tool: kilo, kind: 'skill', scope: 'workspace', file: '.kilo/kilo.jsonc', name: 'no file' },
    before: undefined,
    after: lines(
      '{',
      '  "$schema": "https://app.kilo.ai/config.json",',
      ...['  "permission": {', '    "skill": {', '      "lint": "deny"', '    }', '  }', '}'],
    ),
  },
];

const title = ({ tool, kind, scope, name }: Case) => [`${tool.title}, ${kind}, ${scope}: ${name}`] as const;

async function check(one: Case, texts: (scene: Scene) => Pick<Case, 'before' | 'after'>): Promise<void> {
  const scene = new Scene();
  const { before, after } = texts(scene);
  scene.write(one.file, before);
  const entry = lint(scene, one);
  const switches = scene.switches(one.tool);
  expect(switches.read(entry)).toMatchObject({ enabled: true, decisions: {} });

  const [off] = await switches.change([{ entry, scope: one.scope, enabled: false }]);
  expect(scene.read(one.file)).toBe(after);
  const state = { enabled: false, decisions: { [one.scope]: false }, file: scene.path(one.file) };
  expect(off).toMatchObject({ state });
  expect(scene.switches(one.tool).read(entry)).toMatchObject(state);

  const [on] = await switches.change([{ entry, scope: one.scope, enabled: true }]);
  expect(on).toMatchObject({ state: { enabled: true, decisions: {} } });
  expect(scene.read(one.file)).toBe(before);
}

describe('a file is left as it was but for the switch', () => {
  test.each(jsonCases.map((one) => [...title(one), one] as const))('%s', async (_, one) => {
    await check(one, () => one);
  });

  test.each([
    ['no file', undefined],
    ['an empty file', ''],
    ['comments and other tables', '# top\nmodel = "x" # fast\n\n[mcp_servers.a]\ncommand = "true"\n'],
    ['no last line end', 'model = "x"'],
    ['a block of its own', '[[skills.config]] # mine\n# about a\nname = "a"\nenabled = false\n'],
  ])('Codex: %s', async (name, before) => {
    await check({ ...codexUser, name, before, after: '' }, (scene) => {
      const path = scene.path('.agents/skills/lint/SKILL.md');
      const block = `[[skills.config]]\npath = "${path}"\nenabled = false`;
      const isEnded = before === undefined || before.endsWith('\n');
      const lead = before ? (isEnded ? '\n' : '\n\n') : '';
      return { before, after: (before ?? '') + lead + block + (isEnded ? '\n' : '') };
    });
  });
});

test('an inline list of Codex is edited in place', async () => {
  const scene = new Scene();
  const before = 'model = "x"\nskills.config = [{ name = "a", enabled = false }] # mine\n';
  scene.write('~/.codex/config.toml', before);
  const entry = scene.skill('.agents/skills', 'lint');
  const switches = scene.switches(codex);
  const [off] = await switches.change([{ entry, scope: 'global', enabled: false }]);
  expect(off).toMatchObject({ state: { enabled: false } });
  const item = `{ path = ${JSON.stringify(entry.canonicalPath)}, enabled = false }`;
  expect(scene.read('~/.codex/config.toml')).toBe(before.replace('}]', `}, ${item}]`));
  await switches.change([{ entry, scope: 'global', enabled: true }]);
  expect(scene.read('~/.codex/config.toml')).toBe(before);
});

test('a huge file is edited like any other', async () => {
  const scene = new Scene();
  const names = Array.from({ length: 50_000 }, (_, at) => `skill-${at}`);
  const before = `${JSON.stringify({ disabledSkills: names }, null, 2)}\n`;
  scene.write('~/.copilot/settings.json', before);
  const entry = scene.skill('.github/skills', 'lint');
  const switches = scene.switches(copilot);
  expect(switches.read(scene.skill('.github/skills', 'skill-49999')).enabled).toBe(false);
  await switches.change([{ entry, scope: 'global', enabled: false }]);
  expect(JSON.parse(scene.read('~/.copilot/settings.json') ?? '').disabledSkills).toEqual([...names, 'lint']);
  await switches.change([{ entry, scope: 'global', enabled: true }]);
  expect(scene.read('~/.copilot/settings.json')).toBe(before);
});

test('the strongest of several existing files is written', async () => {
  const scene = new Scene();
  scene.write('opencode.json', '{}\n');
  scene.write('.opencode/opencode.jsonc', '{} // mine\n');
  const entry = scene.skill('.opencode/skills', 'lint');
  await scene.switches(opencode).change([{ entry, scope: 'workspace', enabled: false }]);
  expect(scene.read('opencode.json')).toBe('{}\n');
  expect(scene.read('.opencode/opencode.jsonc')).toBe(
    '{ "permission": {"skill": {"lint": "deny"}} } // mine\n',
  );
});

test('many switches are made at once, and each has an outcome', async () => {
  const scene = new Scene();
  const entries = ['a', 'b', 'c'].map((name) => scene.skill('.claude/skills', name));
  const fixed = scene.skill('~/.claude/plugins', 'd', { plugin: 'acme' });
  const requests = [...entries, fixed].map(
    (entry) => ({ entry, scope: 'workspace', enabled: false }) as const,
  );
  const outcomes = await scene.switches(claude).change(requests);
  expect(JSON.parse(scene.read('.claude/settings.local.json') ?? '')).toEqual({
    skillOverrides: { a: 'off', b: 'off', c: 'off' },
  });
  expect(outcomes.map((outcome) => 'state' in outcome)).toEqual([true, true, true, false]);
});

test.each([
  ['Claude Code', claude, '.claude/skills', 'workspace'],
  ['Codex', codex, '.codex/skills', 'global'],
  ['Copilot CLI', copilot, '.github/skills', 'workspace'],
  ['Gemini CLI', gemini, '.gemini/skills', 'workspace'],
  ['opencode', opencode, '.opencode/skills', 'workspace'],
] as const)(
  'a file is read no more often for many switches than for few: %s',
  async (_, tool, place, scope) => {
    const timesFor = async (count: number): Promise<number> => {
      let times = 0;
      const counting: Tool = {
        ...tool,
        parse: (text, file) => {
          times += 1;
          return tool.parse(text, file);
        },
        edit: (text, edits, context, file) => {
          times += 1;
          return (tool as Tool).edit(text, edits, context, file);
        },
      };
      const scene = new Scene();
      const entries = Array.from({ length: count }, (_one, at) => scene.skill(place, `lint-${at}`));
      const switches = scene.switches(counting);
      for (const enabled of [false, true]) {
        const outcomes = await switches.change(entries.map((entry) => ({ entry, scope, enabled })));
        expect(outcomes.every((outcome) => 'state' in outcome)).toBe(true);
      }
      return times;
    };
    expect(await timesFor(40)).toBe(await timesFor(2));
  },
);

test('a switch that cannot be written does not prevent the others of its batch', async () => {
  const scene = new Scene();
  const settings = (name: string) =>
    `{"skills": {"disabled": ["${name}"]}, "agents": {"overrides": {"x": 1}}}\n`;
  scene.write('.gemini/settings.json', settings('b'));
  const [a, b] = ['a', 'b'].map((name) => scene.skill('.gemini/skills', name)) as [EntryRef, EntryRef];
  const x = scene.entry('agent', '.gemini/agents', 'x.md');
  const outcomes = await scene.switches(gemini).change([
    { entry: a, scope: 'workspace', enabled: false },
    { entry: x, scope: 'workspace', enabled: false },
    { entry: b, scope: 'workspace', enabled: true },
  ]);
  expect(outcomes).toMatchObject([
    { state: { enabled: false } },
    { refused: `${scene.path('.gemini/settings.json')}: "agents.overrides.x" is not an object` },
    { state: { enabled: true } },
  ]);
  expect(scene.read('.gemini/settings.json')).toBe(settings('a'));
});

describe('a reset', () => {
  test.each([
    ['Claude Code', claude, '.claude/skills', '.claude/settings.json', '{"skillOverrides": {"lint": "off"}}'],
    [
      'Copilot CLI',
      copilot,
      '.github/skills',
      '.github/copilot/settings.json',
      '{"disabledSkills": ["lint"]}',
    ],
    [
      'Gemini CLI, with all others',
      gemini,
      '.gemini/skills',
      '~/.gemini/settings.json',
      '{"skills": {"enabled": false}}',
    ],
  ])('changes nothing where another scope keeps it off: %s', async (_, tool, place, file, text) => {
    const scene = new Scene();
    scene.write(file, text);
    const entry = scene.skill(place, 'lint');
    const [outcome] = await scene.switches(tool).change([{ entry, scope: 'workspace', enabled: undefined }]);
    expect(outcome).toMatchObject({ state: { enabled: false, file: scene.path(file) } });
    expect(scene.read(file)).toBe(text);
  });

  test('takes back what is ours, and leaves what is not', async () => {
    const scene = new Scene();
    const text = '{"skillOverrides": {"lint": "off"}}';
    scene.write('.claude/settings.json', text);
    scene.write('.claude/settings.local.json', '{"skillOverrides": {"lint": "on"}}\n');
    const entry = scene.skill('.claude/skills', 'lint');
    const [outcome] = await scene
      .switches(claude)
      .change([{ entry, scope: 'workspace', enabled: undefined }]);
    expect(outcome).toMatchObject({ state: { enabled: false, file: scene.path('.claude/settings.json') } });
    expect(scene.read('.claude/settings.json')).toBe(text);
    expect(scene.read('.claude/settings.local.json')).toBe('{}\n');
  });

  test('changes nothing where a block by name keeps it off: Codex', async () => {
    const scene = new Scene();
    const text = '[[skills.config]]\nname = "lint"\nenabled = false\n';
    scene.write('~/.codex/config.toml', text);
    const entry = scene.skill('.agents/skills', 'lint');
    const [outcome] = await scene.switches(codex).change([{ entry, scope: 'global', enabled: undefined }]);
    const file = scene.path('~/.codex/config.toml');
    expect(outcome).toMatchObject({ state: { enabled: false, file } });
    expect(scene.read('~/.codex/config.toml')).toBe(text);
  });
});

test('decisions for both scopes are kept, and the last one counts', async () => {
  const scene = new Scene();
  const entry = scene.skill('.claude/skills', 'lint');
  const switches = scene.switches(claude);
  const outcomes = await switches.change([
    { entry, scope: 'global', enabled: false },
    { entry, scope: 'workspace', enabled: true },
  ]);
  const state = { enabled: true, decisions: { workspace: true, global: false } };
  expect(outcomes).toEqual([
    { state: expect.objectContaining(state) },
    { state: expect.objectContaining(state) },
  ]);
});

test('the last of three requests for one entry decides, and the others are not refused', async () => {
  const scene = new Scene();
  const entry = scene.skill('.claude/skills', 'lint');
  const outcomes = await scene.switches(claude).change([
    { entry, scope: 'workspace', enabled: false },
    { entry, scope: 'global', enabled: false },
    { entry, scope: 'workspace', enabled: true },
  ]);
  const state = { enabled: true, decisions: { workspace: true, global: false } };
  expect(outcomes).toEqual(Array(3).fill({ state: expect.objectContaining(state) }));
});

test('a skill that is off everywhere is switched off here too if that is asked for', async () => {
  const scene = new Scene();
  scene.write('~/.claude/settings.json', '{"skillOverrides": {"lint": "off"}}');
  const entry = scene.skill('.claude/skills', 'lint');
  const switches = scene.switches(claude);
  await switches.change([{ entry, scope: 'workspace', enabled: false }]);
  expect(switches.read(entry).decisions).toEqual({ workspace: false, global: false });
  const before = scene.read('.claude/settings.local.json');
  await switches.change([{ entry, scope: 'workspace', enabled: false }]);
  expect(scene.read('.claude/settings.local.json')).toBe(before);
});

describe('an entry that is off for another reason', () => {
  test('is switched on over a weaker file if the tool has a setting for that', async () => {
    const scene = new Scene();
    scene.write('~/.claude/settings.json', '{"skillOverrides": {"lint": "off"}}');
    const entry = scene.skill('.claude/skills', 'lint');
    const switches = scene.switches(claude);
    const [outcome] = await switches.change([{ entry, scope: 'workspace', enabled: true }]);
    expect(outcome).toMatchObject({
      state: { enabled: true, decisions: { workspace: true, global: false } },
    });
    await switches.change([{ entry, scope: 'workspace', enabled: undefined }]);
    expect(switches.read(entry)).toMatchObject({ enabled: false, decisions: { global: false } });
    expect(scene.read('.claude/settings.local.json')).toBeUndefined();
  });

  test.each([
    ['Copilot CLI', copilot, '.github/skills', '~/.copilot/settings.json', '{"disabledSkills": ["lint"]}'],
    [
      'Copilot CLI, by the repository',
      copilot,
      '.github/skills',
      '.github/copilot/settings.json',
      '{"disabledSkills": ["lint"]}',
    ],
    ['Gemini CLI', gemini, '.gemini/skills', '~/.gemini/settings.json', '{"skills": {"disabled": ["LINT"]}}'],
    [
      'Gemini CLI, with all others',
      gemini,
      '.gemini/skills',
      '~/.gemini/settings.json',
      '{"skills": {"enabled": false}}',
    ],
    [
      'opencode, by a stronger file',
      opencode,
      '.opencode/skills',
      '~/.opencode/opencode.json',
      '{"permission": {"skill": {"*": "deny"}}}',
    ],
  ])('is not switched on if that would have no effect: %s', async (_, tool, place, file, text) => {
    const scene = new Scene();
    scene.write(file, text);
    const entry = scene.skill(place, 'lint');
    const [outcome] = await scene.switches(tool).change([{ entry, scope: 'workspace', enabled: true }]);
    expect(outcome).toEqual({ refused: `${scene.path(file)} keeps it off` });
    expect(scene.read(file)).toBe(text);
  });

  test('Codex: a rule by name is overruled for the one file, and only for it', async () => {
    const scene = new Scene();
    const before = '[[skills.config]]\nname = "lint"\nenabled = false\n';
    scene.write('~/.codex/config.toml', before);
    const [entry, other] = [scene.skill('.agents/skills', 'lint'), scene.skill('~/.agents/skills', 'lint')];
    const switches = scene.switches(codex);
    await switches.change([{ entry, scope: 'global', enabled: true }]);
    expect([switches.read(entry).enabled, switches.read(other).enabled]).toEqual([true, false]);
    await switches.change([{ entry, scope: 'global', enabled: false }]);
    expect(scene.read('~/.codex/config.toml')).toBe(before);
  });

  test('opencode: a pattern is overruled by a rule after it', async () => {
    const scene = new Scene();
    const before = '{"permission": {"skill": {"lint": "allow", "li*": "deny"}}}\n';
    scene.write('opencode.json', before);
    const entry = scene.skill('.opencode/skills', 'lint');
    const switches = scene.switches(opencode);
    expect(switches.read(entry).enabled).toBe(false);
    await switches.change([{ entry, scope: 'workspace', enabled: true }]);
    expect(scene.read('opencode.json')).toBe('{"permission": {"skill": {"li*": "deny", "lint": "allow"}}}\n');
    expect(switches.read(entry).enabled).toBe(true);
  });
});

describe('an entry that cannot be switched is refused with the reason', () => {
  test.each([
    [
      'a plugin skill',
      claude,
      'skill',
      '~/.claude/plugins',
      'lint/SKILL.md',
      'acme',
      'workspace',
      'Claude Code switches the skills of a plugin only together, with the plugin',
    ],
    [
      'an agent of Codex',
      codex,
      'agent',
      '.codex/agents',
      'lint.toml',
      undefined,
      'global',
      'Codex has no switch for agents',
    ],
    [
      'a skill of Codex in one repository',
      codex,
      'skill',
      '.agents/skills',
      'lint/SKILL.md',
      undefined,
      'workspace',
      'Codex keeps no switch of skills for one repository',
    ],
    [
      'an agent of Copilot CLI in one repository',
      copilot,
      'agent',
      '.github/agents',
      'lint.md',
      undefined,
      'workspace',
      'Copilot CLI keeps no switch of agents for one repository',
    ],
    [
      'a command of opencode',
      opencode,
      'skill',
      '.opencode/commands',
      'lint.md',
      undefined,
      'workspace',
      'opencode has no switch for commands',
    ],
  ] as const)('%s', async (_, tool, kind, place, file, plugin, scope, refused) => {
    const scene = new Scene();
    const entry = scene.entry(kind, place, file, plugin === undefined ? {} : { plugin });
    expect(await scene.switches(tool).change([{ entry, scope, enabled: false }])).toEqual([{ refused }]);
  });
});
