import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/entries/entries.js';
import { formatLine, formatTable, stateWord } from '../../src/output/format.js';
import { abilityOf } from '../../src/text/ability.js';
import { createTheme } from '../../src/text/theme.js';
import { agent, directory, extras, modelOf, type Node, plugin, server, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

const entriesOf = (...nodes: Node[]): Entry[] => modelOf(nodes).list.entries;
const plainTheme = (ascii = false) => createTheme(abilityOf({}, false), ascii);

const all = () =>
  entriesOf(
    directory('d', [
      skill('s', { description: 'What s does' }),
      agent('quiet', { disableUserInvocation: true, disableModelInvocation: true }),
      skill('off', { enabled: false }),
      skill(
        'mixed',
        extras({
          tools: [
            { id: 'a', enabled: true },
            { id: 'b', enabled: false },
          ],
        }),
      ),
    ]),
    plugin('p', [skill('under')], { enabled: false }),
    server('m'),
  );

describe('the table in a pipe', () => {
  it('has state, gates, kind, name, container and description', async () => {
    expect(await formatTable(all(), plainTheme())).toEqual([
      'on     user  model  skill      s      d          What s does',
      'on     ·     ·      agent      quiet  d',
      'off    user  model  skill      off    d',
      'mixed  user  model  skill      mixed  d',
      'off    user  model  skill      under  p',
      'on     -     -      mcpServer  m      mcpServer',
    ]);
  });

  it('dims what is off if colours are forced', async () => {
    const lines = await formatTable(all(), createTheme(abilityOf({ FORCE_COLOR: '1' }, false), false));
    expect(lines.map((line) => line.startsWith('\u001b[2m'))).toEqual([
      false,
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  it('is ASCII on request', async () => {
    const lines = await formatTable(all(), plainTheme(true));
    for (const line of lines) expect(line).toMatch(/^[\x20-\x7e]*$/);
  });

  it('distinguishes all four combinations of gates without colour', async () => {
    const nodes = [true, false].flatMap((user) =>
      [true, false].map((model) =>
        skill('x', { disableUserInvocation: user, disableModelInvocation: model }),
      ),
    );
    const lines = await formatTable(entriesOf(directory('d', nodes)), plainTheme());
    expect(new Set(lines).size).toBe(4);
  });
});

describe('the state', () => {
  const shadowed = standing('a', { inEffect: false, shadowedBy: 'x' });
  const refused = standing('a', { inEffect: false, isRefused: true });

  it.each([
    ['on', [standing('a'), { ...shadowed, id: 'b' }]],
    ['on', []],
    ['off', [standing('a', { enabled: false })]],
    ['mixed', [standing('a'), standing('b', { enabled: false })]],
    ['shadowed', [shadowed]],
    ['refused', [refused]],
  ])('is %s', (word, tools) => {
    const [entry] = entriesOf(directory('d', [skill('s', extras({ tools }))]));
    expect(stateWord(entry!)).toBe(word);
    expect(formatLine(entry!, 'tsv').split('\t')[0]).toBe(word);
  });
});

describe('lines for scripts', () => {
  it.each([
    ['names', 'quiet'],
    ['ids', 'quiet'],
    ['uris', 'file:///repo/quiet'],
    ['tsv', 'on\t·\t·\tagent\tquiet\td\tfile:///repo/quiet\t'],
  ] as const)('%s', (format, expected) => expect(formatLine(all()[1]!, format)).toBe(expected));

  it('print the entry of the document for jsonl', () => {
    expect(JSON.parse(formatLine(all()[0]!, 'jsonl'))).toMatchObject({
      id: 's',
      containerId: 'd',
      enabled: true,
    });
  });

  it.each(['names', 'ids', 'uris', 'tsv', 'jsonl'] as const)('%s is always one line', (format) => {
    const evil = 'a\nb\tc\u001b[2J\u2028d';
    const [entry] = entriesOf(directory(evil, [skill(evil, { name: evil, uri: evil, description: evil })]));
    const line = formatLine(entry!, format);
    expect(line).not.toMatch(/[\n\r\u001b]/);
    if (format === 'tsv') expect(line.split('\t')).toHaveLength(8);
  });

  it('print an id unchanged, so that it can be used again', () => {
    const [entry] = entriesOf(directory('d', [skill('  odd  id/é ')]));
    expect(formatLine(entry!, 'ids')).toBe('  odd  id/é ');
  });
});
