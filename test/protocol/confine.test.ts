import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInside } from '../../src/protocol/index.js';

const base = 'file:///w/skills';

describe('isInside', () => {
  it.each([
    ['the place itself', 'file:///w/skills'],
    ['the place with a slash', 'file:///w/skills/'],
    ['a file in it', 'file:///w/skills/a/SKILL.md'],
    ['a double slash on the way', 'file:///w//skills//a'],
    ['an encoded letter', 'file:///w/%73kills/a'],
    ['an encoded space', 'file:///w/skills/a%20b'],
    ['a scheme in capitals', 'FILE:///w/skills/a'],
    ['three dots', 'file:///w/skills/...'],
    ['a name that begins with two dots', 'file:///w/skills/..a'],
    ['an encoded per cent sign', 'file:///w/skills/%252e%252e'],
  ])('accepts %s', (_, uri) => {
    expect(isInside(base, uri)).toBe(true);
  });

  it.each([
    ['the folder above', 'file:///w'],
    ['the root', 'file:///'],
    ['a neighbour', 'file:///w/agents/a'],
    ['a neighbour with the same beginning', 'file:///w/skills2'],
    ['a file of such a neighbour', 'file:///w/skills2/a'],
    ['two dots', 'file:///w/skills/../agents'],
    ['two dots that lead back inside', 'file:///w/skills/../skills/a'],
    ['two dots at the end', 'file:///w/skills/..'],
    ['one dot', 'file:///w/skills/./a'],
    ['encoded dots', 'file:///w/skills/%2e%2e/agents'],
    ['encoded dots in capitals', 'file:///w/skills/%2E%2E/agents'],
    ['half encoded dots', 'file:///w/skills/.%2e/agents'],
    ['an encoded slash', 'file:///w/skills/..%2fagents'],
    ['an encoded slash alone', 'file:///w/skills/a%2Fb'],
    ['a backslash', 'file:///w/skills/..\\agents'],
    ['a backslash alone', 'file:///w/skills/a\\b'],
    ['an encoded backslash', 'file:///w/skills/..%5cagents'],
    ['NUL', 'file:///w/skills/a\0'],
    ['an encoded NUL', 'file:///w/skills/a%00.md'],
    ['a broken escape', 'file:///w/skills/%zz'],
    ['an escape that is not UTF-8', 'file:///w/skills/%ff'],
    ['another host', 'file://evil/w/skills/a'],
    ['a named host', 'file://localhost/w/skills/a'],
    ['another scheme', 'http:///w/skills/a'],
    ['a scheme with the same beginning', 'files:///w/skills/a'],
    ['no authority', 'file:/w/skills/a'],
    ['no scheme', '/w/skills/a'],
    ['a relative path', 'skills/a'],
    ['a query', 'file:///w/skills/a?x'],
    ['a fragment', 'file:///w/skills/a#x'],
    ['another case', 'file:///w/Skills/a'],
    ['nothing', ''],
    ['no path', 'file://'],
    ['a leading space', ' file:///w/skills/a'],
  ])('refuses %s', (_, uri) => {
    expect(isInside(base, uri)).toBe(false);
  });

  it.each([
    ['with a slash at its end', 'file:///w/skills/', 'file:///w/skills/a', true],
    ['with an encoded letter', 'file:///w/%73kills', 'file:///w/skills/a', true],
    ['without an authority', 'copilotcli:/w', 'copilotcli:/w/a', true],
    ['on a host, in any case', 'vscode-remote://Box/w', 'vscode-remote://box/w/a', true],
    ['on another host', 'vscode-remote://box/w', 'vscode-remote://box2/w/a', false],
    ['that is the root', 'file:///', 'file:///etc/passwd', true],
    ['with dots in it', 'file:///w/../etc', 'file:///etc/passwd', false],
    ['with dots in it, repeated in the uri', 'file:///w/../etc', 'file:///w/../etc/passwd', false],
    ['that is nothing', '', 'file:///etc/passwd', false],
    ['that is no address', 'skills', 'skills', false],
    ['with a query', 'file:///w?x', 'file:///w?x', false],
  ])('accepts a base %s', (_, place, uri, expected) => {
    expect(isInside(place, uri)).toBe(expected);
  });

  it('accepts only uris that resolve to below the base', () => {
    const piece = fc.constantFrom(
      'a',
      '..',
      '.',
      '',
      '%2e',
      '%2e%2e',
      '%2f',
      '%5c',
      '\\',
      '%00',
      'skills',
      '2',
      '%',
      ':',
      '@',
      '~',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.constantFrom('/', ''), (pieces, joiner) => {
        const uri = `${base}/${pieces.join(joiner)}`;
        if (!isInside(base, uri)) return;
        expect(`${new URL(uri).pathname}/`.startsWith('/w/skills/')).toBe(true);
        expect(`${decodeURIComponent(new URL(uri).pathname)}/`.split('/')).not.toContain('..');
      }),
    );
  });

  it('returns a boolean for any two texts', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => typeof isInside(a, b) === 'boolean'));
  });
});
