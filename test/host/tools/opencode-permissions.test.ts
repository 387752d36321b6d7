import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fits, ruleIn } from '../../../src/host/tools/opencode/opencode-permissions.js';

/** The action for a skill; the weakest content comes first. */
const actionFor = (contents: readonly unknown[], name: string): unknown =>
  ruleIn(contents, 'skill', name, ['build'])?.action;

describe('patterns', () => {
  it.each([
    ['', '', true],
    ['*', '', true],
    ['?', '', false],
    ['a', 'a', true],
    ['a', 'ab', false],
    ['l?n*', 'lint', true],
    ['*t', 'lint-test', true],
    ['*t*', 'lint', true],
    ['**', 'lint', true],
    ['*int?', 'lint', false],
    ['l...', 'lint', false],
    ['*a*b', 'ab-ab-a', false],
    ['[a]', 'a', false],
    ['*', 'two\nlines', true],
  ])('%j and %j', (pattern, text, expected) => {
    expect(fits(pattern, text)).toBe(expected);
  });

  it('match what the equivalent regular expression matches', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (glob, name) => {
        const expression = glob.replaceAll('*', '.*').replaceAll('?', '.');
        expect(fits(glob, name)).toBe(new RegExp(`^${expression}$`).test(name));
      }),
    );
  });

  it('are matched in bounded time, even if a repository’s patterns are malicious', () => {
    const rules = { [`${'*a'.repeat(100)}*b`]: 'deny' };
    expect(actionFor([{ permission: { skill: rules } }], 'a'.repeat(300))).toBeUndefined();
    expect(actionFor([{ permission: { [`${'*s'.repeat(1_000)}`]: rules } }], 'a')).toBeUndefined();
  });
});

describe('permissions', () => {
  it('may be nested to any depth', () => {
    const deep = () => JSON.parse(`${'{"skill":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    const contents = [{ permission: deep() }, { permission: deep() }];
    expect(actionFor(contents, 'lint')).toBeUndefined();
  });

  it('keep the order of the weaker file, with the values of the stronger', () => {
    const weaker = { permission: { bash: 'ask', skill: { lint: 'allow', '*': 'deny' } } };
    const stronger = { permission: { skill: { lint: 'ask', other: 'allow' }, '*': 'allow' } };
    expect(actionFor([weaker, { permission: { skill: { lint: 'ask', other: 'allow' } } }], 'lint')).toBe(
      'deny',
    );
    expect(actionFor([weaker, stronger], 'lint')).toBe('allow');
    expect(actionFor([weaker, { permission: { skill: { other: 'allow' } } }], 'other')).toBe('allow');
  });

  it('name the file and the setting of the rule that counts', () => {
    const contents = [
      { permission: { skill: { '*': 'deny' } } },
      { permission: { skill: { lint: 'allow' } } },
    ];
    expect(ruleIn(contents, 'skill', 'lint', [])).toEqual({
      action: 'allow',
      by: 1,
      at: ['permission', 'skill', 'lint'],
    });
    expect(ruleIn(contents, 'skill', 'other', [])).toMatchObject({ by: 0, at: ['permission', 'skill', '*'] });
  });

  it('count before those of the agent that a session starts with', () => {
    const build = { permission: { skill: { lint: 'deny' } } };
    const plan = { tools: { skill: false } };
    const content = { permission: { skill: 'allow' }, agent: { build, plan } };
    expect(actionFor([content], 'lint')).toBe('deny');
    expect(actionFor([content], 'other')).toBe('allow');
    expect(actionFor([content, { default_agent: 'plan' }], 'other')).toBe('deny');
  });

  it('count more than the older form', () => {
    expect(actionFor([{ permission: { skill: 'allow' } }, { tools: { skill: false } }], 'lint')).toBe(
      'allow',
    );
    expect(actionFor([{ tools: { skill: false } }], 'lint')).toBe('deny');
  });

  it('may be taken back by null', () => {
    const contents = [{ permission: { skill: { lint: 'deny' } } }, { permission: { skill: { lint: null } } }];
    expect(actionFor(contents, 'lint')).toBeUndefined();
  });
});
