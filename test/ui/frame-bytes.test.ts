import { expect, it } from 'vitest';
import { FrameWriter } from '../../src/terminal/frame-writer.js';
import { colourful, drawScreen, screenOf } from '../support/drawing.js';
import { inTools, ownModel } from '../support/own-session.js';
import { directory, skill } from '../support/picker.js';

const ids = Array.from({ length: 80 }, (_, index) => `skill-number-${index}`);
const description = 'Does one thing, and then some more of the same, for a long time';
const nodes = ids.map((id, index) =>
  skill(id, {
    description,
    ...(index % 2 === 0 ? inTools(['claude', 'codex']) : inTools(['claude'], ['codex'])),
  }),
);

it.each([
  [80, 24, 300],
  [200, 60, 600],
])('a move of the cursor at %i columns and %i rows takes at most %i bytes', (columns, rows, most) => {
  const model = ownModel({}, [directory('d', nodes)]);
  let bytes = 0;
  const writer = new FrameWriter((text) => {
    bytes += Buffer.byteLength(text);
  });
  for (const index of [1, 2, 3, 4]) {
    const cursor = { id: ids[index - 1]!, index };
    const screen = screenOf(model, { size: { columns, rows }, state: { cursor, hasPreview: false } });
    bytes = 0;
    writer.draw(drawScreen(screen, colourful), columns);
    if (index > 1) expect(bytes).toBeLessThanOrEqual(most);
  }
});
