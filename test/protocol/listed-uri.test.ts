import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isListedUri, listedName, listedUri } from '../../src/protocol/listed-uri.js';

describe('the uri of what has no file', () => {
  it.each([
    ['skill', 'lint', 'acp:/skill/lint'],
    ['command', 'pack:review', 'acp:/command/pack%3Areview'],
    ['command', 'a/b', 'acp:/command/a%2Fb'],
    ['agent', 'My Agent', 'acp:/agent/My%20Agent'],
    ['skill', '50%', 'acp:/skill/50%25'],
    ['skill', 'größe', 'acp:/skill/gr%C3%B6%C3%9Fe'],
    ['skill', '', 'acp:/skill/'],
    ['skill', '../x', 'acp:/skill/..%2Fx'],
  ])('has the type and the name: %s %j', (type, name, uri) => {
    expect(listedUri(type, name)).toBe(uri);
    expect([isListedUri(uri), listedName(uri)]).toEqual([true, name]);
  });

  it('has half of a surrogate pair, as a cut name may have it, replaced', () => {
    expect(listedName(listedUri('skill', '😀'.slice(0, 1)))).toBe('\ufffd');
  });

  it('identifies its name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('skill', 'command', 'agent'),
        (name, type) => {
          const uri = listedUri(type, name);
          expect([isListedUri(uri), listedName(uri)]).toEqual([true, name]);
          expect(uri).toMatch(/^acp:\/[a-z]+\/[^\s/]*$/);
        },
      ),
    );
  });
});

it.each(['file:///repo/SKILL.md', 'acp:skill', 'acp', '', 'xacp:/skill/a', 'mcp://a', '/acp:/a'])(
  'there is a file behind %j',
  (uri) => expect(isListedUri(uri)).toBe(false),
);

it.each(['acp:/skill/50%', 'acp:/skill/%ff', 'acp:/%'])(
  'the name in a uri of another host is read, even if it is not encoded: %s',
  (uri) => expect(listedName(uri)).toBe(uri.slice(uri.lastIndexOf('/') + 1)),
);
