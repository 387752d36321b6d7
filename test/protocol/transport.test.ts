import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { memoryPair, type Transport } from '../../src/protocol/index.js';

/** Opens one side and records its events. */
function listen(transport: Transport, onFrame: (text: string) => void = () => {}): string[] {
  const heard: string[] = [];
  transport.open({
    frame: (text) => {
      heard.push(text);
      onFrame(text);
    },
    end: (error) => heard.push(error === undefined ? '(end)' : `(end: ${error.message})`),
  });
  return heard;
}

/** Waits until everything queued is delivered: delivery is by microtask. */
const delivered = () => setImmediate();

describe('memoryPair', () => {
  it('carries frames both ways, in order', async () => {
    const [left, right] = memoryPair();
    const [atLeft, atRight] = [listen(left), listen(right)];
    for (const text of ['a', 'b', 'c']) left.send(text);
    right.send('x');
    await delivered();
    left.send('d');
    await delivered();
    expect(atRight).toEqual(['a', 'b', 'c', 'd']);
    expect(atLeft).toEqual(['x']);
  });

  it('keeps frames until the other side opens', async () => {
    const [left, right] = memoryPair();
    left.send('a');
    left.send('b');
    await delivered();
    const heard = listen(right);
    left.send('c');
    await delivered();
    expect(heard).toEqual(['a', 'b', 'c']);
  });

  it('keeps the end, too, until the other side opens', async () => {
    const [left, right] = memoryPair();
    left.send('a');
    left.close();
    await delivered();
    const heard = listen(right);
    expect(heard).toEqual([]);
    await delivered();
    expect(heard).toEqual(['a', '(end)']);
  });

  it('never calls back from within open, send or close', () => {
    const [left, right] = memoryPair();
    right.send('early');
    const heard = [listen(left), listen(right)];
    left.send('a');
    right.send('b');
    left.close();
    expect(heard).toEqual([[], []]);
  });

  it('delivers a response only after the handler that sent the request has returned', async () => {
    const [left, right] = memoryPair();
    let depth = 0;
    let deepest = 0;
    const bounce = (from: Transport) => (text: string) => {
      depth += 1;
      deepest = Math.max(deepest, depth);
      if (text.length < 10) from.send(`${text}.`);
      depth -= 1;
    };
    const atLeft = listen(left, bounce(left));
    const atRight = listen(right, bounce(right));
    left.send('.');
    await delivered();
    expect(deepest).toBe(1);
    expect([...atLeft, ...atRight]).toHaveLength(10);
  });

  it('keeps the order when a handler sends while more frames wait', async () => {
    const [left, right] = memoryPair();
    const heard = listen(right, (text) => {
      if (text === 'a') left.send('late');
    });
    listen(left);
    left.send('a');
    left.send('b');
    await delivered();
    expect(heard).toEqual(['a', 'b', 'late']);
  });

  it('ends each side once, for any number of closes on either side', async () => {
    const [left, right] = memoryPair();
    const heard = [listen(left), listen(right)];
    left.close();
    right.close();
    left.close();
    await delivered();
    right.close();
    await delivered();
    expect(heard).toEqual([['(end)'], ['(end)']]);
  });

  it('delivers frames sent before the end, and none sent after it', async () => {
    const [left, right] = memoryPair();
    const [atLeft, atRight] = [listen(left), listen(right)];
    left.send('a');
    right.send('x');
    left.close();
    left.send('b');
    right.send('y');
    await delivered();
    left.send('c');
    right.send('z');
    await delivered();
    expect(atRight).toEqual(['a', '(end)']);
    expect(atLeft).toEqual(['x', '(end)']);
  });
});
