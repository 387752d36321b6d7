import { describe, expect, it } from 'vitest';
import { obstacleIn, obstacleTexts } from '../../src/entries/obstacles.js';
import type { ToolStanding } from '../../src/protocol/tool-standing.js';
import { standing } from '../support/standing.js';

const textsOf = (...standings: ToolStanding[]) =>
  obstacleTexts(standings.flatMap((one) => obstacleIn(one, false, (file) => file.slice(1)) ?? []));

const held = (id: string, note: string) => standing(id, { enabled: false, inEffect: true, note });

describe('what keeps tools from doing what was asked for', () => {
  it('is nothing if they do it', () => {
    expect(textsOf(standing('codex', { enabled: false }))).toEqual([]);
  });

  it('is the setting that decides instead', () => {
    const why = { file: '/a.json', line: 4, text: 'x = 1' };
    expect(textsOf(standing('codex', { why }))).toEqual([
      { text: 'still on in Codex: a.json:4 x = 1', short: 'still on in Codex' },
    ]);
  });

  it('is said once for all tools, each with its own reason', () => {
    const texts = textsOf(
      held('copilot', 'a remark; Copilot CLI obeys this once it is started'),
      held('gemini', 'no trust'),
      held('qwen', 'no trust'),
    );
    expect(texts).toEqual([
      {
        text: 'not obeyed yet by Copilot CLI: it obeys once it is started; not obeyed yet by Gemini CLI, Qwen Code: no trust',
        short: 'not obeyed yet by 3 tools',
      },
    ]);
  });
});
