import { describe, expect, it } from 'vitest';
import { intentOf } from '../../src/app/input-intent.js';
import type { OpenView } from '../../src/picker/open-view.js';
import { keyEvent } from '../../src/terminal/input-events.js';

const views: OpenView['type'][] = ['list', 'batch', 'detail', 'chooser', 'help'];

describe('input', () => {
  it.each(views)('that is pasted is text or nothing, and never a command: %s', (view) => {
    const isTyping = view === 'list' || view === 'chooser';
    for (const text of ['o', 'f', 'e', '?', ' ', 'release notes'])
      expect(intentOf({ type: 'paste', text }, view, false)).toEqual(
        isTyping ? { type: 'insert', text } : null,
      );
  });

  it('that is typed has the meaning in the table of keys', () => {
    expect(intentOf({ type: 'text', text: '?' }, 'list', false)).toEqual({ type: 'help' });
    expect(intentOf({ type: 'text', text: 'o' }, 'batch', false)).toEqual({
      type: 'batch-all',
      enabled: true,
    });
    expect(intentOf(keyEvent('space'), 'list', true)).toEqual({ type: 'insert', text: ' ' });
    expect(intentOf(keyEvent('x', { ctrl: true }), 'list', false)).toEqual({ type: 'batch' });
    expect(intentOf(keyEvent('f9'), 'list', false)).toBeNull();
  });
});
