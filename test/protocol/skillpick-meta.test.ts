import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  detailsOf,
  duplicateOf,
  fromOf,
  isKept,
  metaDecisions,
  type Problem,
  problemsOf,
  type SkillpickMeta,
  skillpickMeta,
  type ToolStanding,
  toolsOf,
  withSkillpickMeta,
} from '../../src/protocol/index.js';
import { listMetaOf, optionsOf, readProgress } from '../../src/protocol/skillpick-meta.js';
import { sentStanding } from '../../src/protocol/tool-standing.js';

const problem: Problem = {
  uri: 'file:///a',
  line: 3,
  message: 'odd',
  code: 'json-invalid',
  severity: 'warning',
};

const whole: Required<SkillpickMeta> = {
  from: 'repo',
  details: { license: 'MIT', tokens: 3, allowedTools: ['a'], metadata: { a: 'b' }, notes: ['n'] },
  duplicateOf: 'x',
  problems: [problem],
  tools: [{ id: 'codex', enabled: true, note: 'not yet' }],
  kept: true,
  enablement: [{ kind: 'global', enabled: false }],
  progress: { files: 12 },
  options: [{ id: 'model', name: 'Model', category: null, value: null, choices: [] }],
  meta: { available_skills_update: { a: 1 } },
};

/** The usual values of a standing, which are not sent. */
const defaults: ToolStanding = {
  id: 'a',
  enabled: true,
  inEffect: true,
  shadowedBy: null,
  isRefused: false,
  unobeyedIn: null,
  userInvocable: true,
  modelInvocable: true,
  invoke: null,
  why: null,
  switchable: [],
  isFixed: false,
  note: null,
};

const readAll = (meta: Record<string, unknown> | undefined) => ({
  from: fromOf(meta),
  details: detailsOf(meta),
  duplicateOf: duplicateOf(meta),
  problems: problemsOf(meta, 'file:///node'),
  tools: toolsOf(meta),
  kept: isKept(meta),
  enablement: metaDecisions(meta) ?? [],
  progress: readProgress(meta),
  options: optionsOf(meta),
  meta: listMetaOf(meta),
});

const nothing = {
  from: null,
  details: {},
  duplicateOf: null,
  problems: [],
  tools: [],
  kept: false,
  enablement: [],
  progress: null,
  options: null,
  meta: null,
};

/** A `_meta` as another program might send it. */
const sent = (fields: unknown): Record<string, unknown> => ({ skillpick: fields });

describe('what is written', () => {
  it('is read again as it was', () => {
    const overWire = JSON.parse(JSON.stringify(skillpickMeta(whole))) as Record<string, unknown>;
    const standing = { ...defaults, id: 'codex', note: 'not yet' };
    expect(readAll(overWire)).toEqual({ ...whole, tools: [standing] });
  });

  it('is added to what is there, and to what others keep under _meta', () => {
    const meta = withSkillpickMeta({ other: 1, ...skillpickMeta({ from: 'user' }) }, { kept: true });
    expect(meta).toEqual({ other: 1, skillpick: { from: 'user', kept: true } });
    expect(withSkillpickMeta(undefined, { kept: true })).toEqual(sent({ kept: true }));
  });
});

describe('what is read', () => {
  it.each([
    undefined,
    {},
    sent(null),
    sent('x'),
    sent([]),
    sent({}),
    sent({ from: 'moon', details: [], duplicateOf: 1, problems: {}, tools: 'x', kept: 1, enablement: {} }),
    ...[1, {}, { files: -1 }, { files: 1.5 }, { files: '1' }].map((progress) => sent({ progress })),
    sent({ problems: [null, 1, {}, { message: 2 }], tools: [null, { id: 1 }, { id: 'a', enabled: 1 }] }),
    sent({ tools: [{ id: 'a' }, { enabled: true }, null], enablement: [{ kind: 'global' }, null] }),
  ])('is nothing for %j', (meta) => expect(readAll(meta)).toEqual(nothing));

  it('is free of details of a wrong type, and keeps details that are not known', () => {
    const wrong = { license: 1, tokens: 'x', tools: 'x', allowedTools: [1], notes: 'x', metadata: [] };
    const right = { model: 'm', later: { a: 1 }, constructor: 'c' };
    expect(detailsOf(sent({ details: { ...wrong, ...right } }))).toEqual(right);
  });

  it.each([
    ['no code', {}, { code: null, severity: 'error' }],
    ['a code that is not known', { code: 'later' }, { code: null, severity: 'error' }],
    ['a code of another type', { code: ['too-deep'] }, { code: null, severity: 'error' }],
    ['a property of every object', { code: 'constructor' }, { code: null, severity: 'error' }],
    ['a severity that is not known', { severity: 'fatal' }, { code: null, severity: 'error' }],
    ['no uri and no line', { uri: 1, line: -1 }, { uri: 'file:///node', line: null }],
  ])('keeps a problem with %s', (_, fields, expected) => {
    const meta = sent({ problems: [{ uri: 'file:///a', line: 1, message: 'odd', ...fields }] });
    expect(problemsOf(meta, 'file:///node')).toEqual([expect.objectContaining(expected)]);
  });
});

it('is the only module that names the key', () => {
  const mention = /_meta\W+skillpick\b|\[['"`]skillpick['"`]\]|['"`]?\bskillpick['"`]?: *\{/;
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const mentioning = files.filter((file) => mention.test(readFileSync(`src/${file}`, 'utf8')));
  expect(mentioning).toEqual([join('protocol', 'skillpick-meta.ts')]);
});

describe('a standing', () => {
  const odd: ToolStanding = {
    id: 'claude',
    enabled: true,
    inEffect: false,
    shadowedBy: 'x',
    isRefused: true,
    unobeyedIn: 'shared',
    userInvocable: false,
    modelInvocable: false,
    invoke: '/x',
    why: { file: '/s.json', line: 3, text: 'a = 1' },
    switchable: ['workspace', 'global'],
    isFixed: true,
    note: 'n',
  };

  it('is read again as it was sent, and usual values are not sent', () => {
    const overWire = JSON.parse(JSON.stringify([sentStanding(odd), sentStanding(defaults)]));
    expect(toolsOf(sent({ tools: overWire }))).toEqual([odd, defaults]);
    expect(sentStanding(defaults)).toEqual({ id: 'a', enabled: true });
  });

  it('is in effect like its flag, if that is not sent', () => {
    expect(toolsOf(sent({ tools: [{ id: 'a', enabled: false }] }))).toMatchObject([{ inEffect: false }]);
  });

  it('is read without values of a wrong type', () => {
    const wrong = {
      id: 'a',
      enabled: true,
      note: 1,
      why: { file: 3 },
      switchable: ['x', 'global'],
      invoke: [],
    };
    expect(toolsOf(sent({ tools: [wrong] }))).toEqual([{ ...defaults, switchable: ['global'] }]);
  });
});
