import { describe, expect, it } from 'vitest';
import { bareLabels } from '../../src/entries/container-labels.js';
import { listEntries } from '../../src/entries/entries.js';
import { entryDocument } from '../../src/output/document.js';
import { formatLine, formatTable, stateWord } from '../../src/output/format.js';
import { formatTerminalList } from '../../src/output/terminal-list.js';
import { abilityOf } from '../../src/text/ability.js';
import { createTheme } from '../../src/text/theme.js';
import { extras, type Node, skill } from '../support/picker.js';
import { otherHost, standing } from '../support/standing.js';

const nodes: Node[] = [
  skill('unknown', { uri: 'acp:/skill/unknown', description: 'Does it.' }),
  skill('needy', { ...extras({ details: { compatibility: 'Needs git.' } }), description: 'Does more.' }),
  skill('off', extras({ tools: [standing('claude', { enabled: false })] })),
];
const { entries } = listEntries({ customizations: nodes } as unknown as Parameters<typeof listEntries>[0], {
  ...otherHost,
  listsOnly: true,
});
const [unknown] = entries;
const theme = (env: Record<string, string>, isAscii = false) => createTheme(abilityOf(env, false), isAscii);

describe('what is not said', () => {
  it('is a dash in a table, in tsv and in one word', async () => {
    expect(stateWord(unknown!)).toBe('-');
    expect(formatLine(unknown!, 'tsv').split('\t').slice(0, 5)).toEqual(['-', '-', '-', 'skill', 'unknown']);
    const [line] = await formatTable(entries, theme({}));
    expect(line).toMatch(/^- +- +- +skill +unknown +/);
  });

  it('is not dimmed, as what is off', async () => {
    const lines = await formatTable(entries, theme({ FORCE_COLOR: '1' }));
    expect(lines.map((line) => line.startsWith('\u001b[2m'))).toEqual([false, false, true]);
  });

  it('is null in a document', () => {
    expect(entryDocument(unknown!)).toMatchObject({
      ...{ enabled: null, effectiveEnabled: null, mixed: false, offBy: null, tools: [] },
      ...{ gatesFrom: null, userInvocable: null, modelInvocable: null },
    });
  });
});

describe('the list of a terminal', () => {
  const linesOf = (isAscii: boolean) =>
    formatTerminalList(
      { entries, agent: null, labels: bareLabels, tools: [], broken: [] },
      { theme: theme({}, isAscii), columns: 100 },
    );

  it.each([
    [false, '–', '!'],
    [true, '?', '!'],
  ])('has a sign for it, and a mark for what a skill needs: ASCII %s', (isAscii, sign, mark) => {
    const lines = linesOf(isAscii);
    expect(lines.find((line) => line.includes('unknown'))).toMatch(`${sign} not said`);
    expect(lines.find((line) => line.includes('needy'))).toContain(`${mark} Needs git.  Does more.`);
  });
});
