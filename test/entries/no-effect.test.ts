import { describe, expect, it } from 'vitest';
import { noEffectReason } from '../../src/entries/no-effect.js';
import { standing } from '../support/standing.js';

const why = { file: '/etc/claude/settings.json', line: 4, text: 'skillOverrides.a = "on"' };

describe('a switch without effect', () => {
  it.each([
    [
      'the setting that decides',
      [standing('claude', { why })],
      'Claude Code follows /etc/claude/settings.json:4 skillOverrides.a = "on"',
    ],
    [
      'a setting whose line is not known',
      [standing('claude', { why: { ...why, line: null } })],
      'Claude Code follows /etc/claude/settings.json skillOverrides.a = "on"',
    ],
    ['the note of the tool', [standing('codex', { note: 'it is managed' })], 'Codex: it is managed'],
    [
      'a note that names the tool',
      [standing('codex', { note: 'Codex does not trust this folder' })],
      'Codex does not trust this folder',
    ],
    [
      'another entry of its name',
      [standing('codex', { enabled: false, inEffect: true, shadowedBy: 'x' })],
      'Codex uses another entry of its name',
    ],
    [
      'every tool that does not follow, and no other',
      [
        standing('claude', { why }),
        standing('gemini', { enabled: false, why }),
        standing('codex', { note: 'it is managed' }),
      ],
      'Claude Code follows /etc/claude/settings.json:4 skillOverrides.a = "on"; Codex: it is managed',
    ],
    ['nothing if nothing is known', [standing('claude')], 'no reason is known'],
    ['nothing without tools', [], 'no reason is known'],
  ])('names %s', (_name, tools, reason) => {
    expect(noEffectReason(false, tools)).toBe(reason);
  });

  it('names every setting if it was a reset', () => {
    expect(noEffectReason(null, [standing('claude', { enabled: false, why })])).toContain(
      'Claude Code follows',
    );
  });
});
