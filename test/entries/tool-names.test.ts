import { describe, expect, it } from 'vitest';
import { toolShort, toolsReading } from '../../src/entries/tool-names.js';
import { toolTitles } from '../../src/protocol/tool-titles.js';
import { standing } from '../support/standing.js';

const entry = (...ids: string[]) => ({ tools: ids.map((id) => standing(id)) });

describe('the tools of a list', () => {
  it('are those that read an entry, in the same order whatever the entries are', () => {
    expect(toolsReading([entry('opencode', 'zed'), entry('claude'), entry('codex', 'ants')])).toEqual([
      'claude',
      'codex',
      'opencode',
      'ants',
      'zed',
    ]);
    expect(toolsReading([])).toEqual([]);
  });

  it('each have two letters of their own', () => {
    const letters = Object.keys(toolTitles).map(toolShort);
    expect(letters).toEqual(['cl', 'cx', 'co', 'ge', 'oc', 'qw', 'ki']);
    expect(toolShort('zed')).toBe('ze');
    expect(toolShort('constructor')).toBe('co');
  });
});
