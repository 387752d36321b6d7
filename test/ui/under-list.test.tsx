import { render } from 'ink-testing-library';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/picker/state.js';
import { UnderList } from '../../src/ui/UnderList.js';
import { bare, drawnLines, plain, type ScreenChanges, screenOf } from '../support/drawing.js';
import { inTools, ownModel } from '../support/own-session.js';
import { agent, directory, modelOf, skill } from '../support/picker.js';

/** The lines between the rule and the message line. */
const detailsOf = (model: Model, changes: ScreenChanges = {}) => drawnLines(model, changes).slice(-5, -2);

describe('the lines under the list', () => {
  it('can be drawn by themselves, with a rule above them', () => {
    const { model, rows } = screenOf(ownModel());
    const { lastFrame } = render(
      <UnderList row={rows.rows[1]} model={model} isPicking={false} columns={60} height={3} theme={plain} />,
    );
    expect(bare(lastFrame() ?? '').split('\n')).toEqual([
      ` ${'─'.repeat(58)}`,
      ' release-notes · skill · .agents/skills',
      ' Draft release notes from commits since the last tag',
      ' On in Codex, off in opencode. You can ask for it. The mod…',
    ]);
  });

  it('say why an entry cannot be chosen', () => {
    const model = modelOf([directory('d', [agent('a', { disableUserInvocation: true })])]);
    expect(detailsOf(model, { isPicking: true })[2]).toBe(
      ' a cannot be chosen: only the model may invoke it.',
    );
  });

  it('describe a plugin and a folder, with their paths', () => {
    const plugin = { cursor: { id: 'acme-tools', index: 6 } };
    expect(detailsOf(ownModel(), { state: plugin })).toEqual([
      ' acme-tools · plugin 1.2.0 · off',
      ' Holds 1. All of it is off.',
      ' /repo/acme-tools',
    ]);
    const folder = { cursor: { id: '.claude/agents', index: 4 } };
    expect(detailsOf(ownModel(), { state: folder })[0]).toBe(' .claude/agents · folder of agents · yours');
  });

  it('describe a file that was left out', () => {
    const { id } = screenOf(ownModel()).rows.rows[3]!;
    expect(detailsOf(ownModel(), { state: { cursor: { id, index: 3 } } })).toEqual([
      ' /repo/.agents/skills/relay-setup/SKILL.md:4',
      ' description is missing',
      '',
    ]);
  });

  it('give a long description two lines if there are many rows', () => {
    const node = skill('a', { description: 'word '.repeat(60), ...inTools(['claude']) });
    const model = ownModel({}, [directory('d', [node])]);
    const lines = drawnLines(model, { size: { columns: 80, rows: 40 } }).slice(-6, -2);
    expect(lines[1]).toMatch(/^ (word ?)+$/);
    expect(lines[2]).toMatch(/^ (word )+.*…$/);
    expect(lines[3]).toBe(' On in Claude Code. You can ask for it. The model may use it by itself.');
  });

  it('are blank in an empty list', () => {
    expect(detailsOf(modelOf([]))).toEqual(['', '', '']);
  });
});
