import { describe, expect, it } from 'vitest';
import { addressable } from '../../src/entries/filter.js';
import { partsOf } from '../../src/entries/parts.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { abilitiesOf } from '../../src/protocol/versions.js';
import { directory, extras, modelOf, plugin, skill } from '../support/picker.js';
import { standing } from '../support/standing.js';

/** Returns the names of the entries through which the first container is switched. */
function partNames(container: ReturnType<typeof plugin>): string[] {
  const { list } = modelOf([container]);
  const entries = addressable(list, { abilities: abilitiesOf(undefined), host: { isOwn: true } });
  return partsOf(entries[0]!, entries).map(({ name }) => name);
}

const inTools = (...tools: ToolStanding[]) => extras({ tools });
const lint = skill('lint', inTools(standing('gemini')));

describe('the entries through which a container is switched', () => {
  it('are those of a directory', () => {
    expect(partNames(directory('.agents/skills', [lint]))).toEqual(['lint']);
  });

  it('are those of a plugin that no tool has a switch for', () => {
    const fixed = standing('copilot', { switchable: [], isFixed: true });
    expect(partNames(plugin('kit', [lint], inTools(fixed)))).toEqual(['lint']);
  });

  it('are none if the file of the plugin’s own switch is broken', () => {
    const broken = standing('gemini', { switchable: [] });
    const fixed = standing('copilot', { switchable: [], isFixed: true });
    expect(partNames(plugin('kit', [lint], inTools(fixed, broken)))).toEqual([]);
  });
});
