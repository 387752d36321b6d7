import { describe, expect, it } from 'vitest';
import { addressable, filterable } from '../../src/entries/filter.js';
import { checkTools, toolChoice } from '../../src/entries/tool-choice.js';
import { abilitiesOf } from '../../src/protocol/versions.js';
import { directory, extras, modelOf, plugin, server, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

const readBy = (...ids: string[]) => extras({ tools: ids.map((id) => standing(id)) });

const { list } = modelOf([
  directory('.agents/skills', [
    skill('both', readBy('claude', 'codex')),
    skill('codex-only', readBy('codex')),
  ]),
  directory('elsewhere', [skill('unread')]),
  plugin('acme', [], readBy('claude')),
  server('m'),
]);
const session = { abilities: abilitiesOf(undefined), host: { isOwn: true } };

describe('entries limited to tools', () => {
  it('are those that one of the tools reads', () => {
    const read = (...tools: string[]) => filterable(list, session, { types: [], tools }).map(({ id }) => id);
    expect(read('claude')).toEqual(['both']);
    expect(read('codex')).toEqual(['both', 'codex-only']);
    expect(read('gemini')).toEqual([]);
  });

  it('include the containers of what is read', () => {
    const ids = addressable(list, session, ['codex']).map(({ id }) => id);
    expect(ids).toEqual(['.agents/skills', 'both', 'codex-only']);
    const plugins = filterable(list, session, { types: ['plugin'], tools: ['claude'] });
    expect(plugins.map(({ id }) => id)).toContain('acme');
  });

  it('include a directory as its entries are in the tools', () => {
    const off = extras({ tools: [standing('claude', { enabled: false }), standing('codex')] });
    const codexOff = extras({ tools: [standing('codex', { enabled: false })] });
    const children = [skill('lint', off), skill('other', readBy('codex')), skill('last', codexOff)];
    const folder = directory('.agents/skills', children);
    const found = (...tools: string[]) => {
      const [entry] = addressable(modelOf([folder]).list, session, tools);
      return [entry?.id, entry?.enabled, entry?.effectiveEnabled, entry?.offBy];
    };
    expect(found('claude')).toEqual(['.agents/skills', false, false, 'self']);
    expect(found('codex')).toEqual(['.agents/skills', true, true, null]);
    expect(found('claude', 'codex')).toEqual(['.agents/skills', true, true, null]);
  });

  it('are all entries without a choice', () => {
    expect(filterable(list, session, { types: [] })).toBe(list.entries);
  });
});

describe('the choice of tools', () => {
  const agents = ['agents', 'claude', 'codex'].map((provider) => ({ provider }));
  const check =
    (tools: string[] | undefined, isOwn = true, present = agents) =>
    () =>
      checkTools(tools, { host: { isOwn }, agents: present });

  it('may name tools that are present', () => {
    expect(check(['claude', 'codex'])).not.toThrow();
    expect(check(undefined, false)).not.toThrow();
  });

  it.each(['gemini', 'agents', 'cursor'])('is refused for %s, with the tools that there are', (id) => {
    expect(check(['claude', id])).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message: `There is no agent tool "${id}" here.`,
        hint: 'There are: claude, codex.',
      }),
    );
    expect(check([id], true, [{ provider: 'agents' }])).toThrow(
      expect.objectContaining({ hint: 'None was found on this machine.' }),
    );
  });

  it('is refused on another host', () => {
    expect(check(['claude'], false)).toThrow(
      expect.objectContaining({ exitCode: 2, code: 'tools-unsupported' }),
    );
  });

  it('has the full names of the tools', () => {
    expect(toolChoice(['claude', 'codex'])).toBe('Claude Code or Codex');
  });
});
