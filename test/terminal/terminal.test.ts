import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { InputEvent } from '../../src/terminal/input-events.js';
import { terminalLimits } from '../../src/terminal/limits.js';
import { Terminal } from '../../src/terminal/terminal.js';
import type { TerminalStreams } from '../../src/terminal/terminal-streams.js';
import type { Size } from '../../src/text/ability.js';
import { VirtualScreen } from '../support/screen.js';

class FakeInput extends EventEmitter {
  rawModes: boolean[] = [];
  isPaused = true;
  failsToReset = false;

  setRawMode(isRaw: boolean): void {
    if (!isRaw && this.failsToReset) throw new Error('EIO');
    this.rawModes.push(isRaw);
  }

  resume(): void {
    this.isPaused = false;
  }

  pause(): void {
    this.isPaused = true;
  }
}

class FakeOutput extends EventEmitter {
  columns = 60;
  rows = 12;
  written = '';

  write(text: string): boolean {
    this.written += text;
    return true;
  }
}

interface Fake {
  terminal: Terminal;
  input: FakeInput;
  output: FakeOutput;
  events: InputEvent[];
  /** Called with every event, once it is in the list. */
  heard(event: InputEvent): void;
  sizes: Size[];
  counts: { resume: number; end: number };
}

const opened: Terminal[] = [];

function fake(isPlain = false, hasMouse = false): Fake {
  const [input, output] = [new FakeInput(), new FakeOutput()];
  const events: InputEvent[] = [];
  const sizes: Size[] = [];
  const counts = { resume: 0, end: 0 };
  const terminal = new Terminal(
    { input, output } as unknown as TerminalStreams,
    {
      input: (event) => {
        events.push(event);
        made.heard(event);
      },
      resize: (size) => sizes.push(size),
      resume: () => {
        counts.resume += 1;
      },
      end: () => {
        counts.end += 1;
      },
    },
    isPlain,
    { hasMouse },
  );
  opened.push(terminal);
  const made: Fake = { terminal, input, output, events, heard: () => {}, sizes, counts };
  return made;
}

afterEach(() => {
  for (const terminal of opened.splice(0)) terminal.leave();
});

const signals = ['SIGWINCH', 'SIGTSTP', 'SIGCONT'] as const;
const listening = () => signals.map((signal) => process.listenerCount(signal));

async function screenAfter({ written }: Pick<FakeOutput, 'written'>): Promise<VirtualScreen> {
  const screen = new VirtualScreen({ columns: 60, rows: 12 });
  await screen.write('before\r\n');
  await screen.write(written);
  return screen;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Timers are faked; turns of the event loop are real. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('the terminal', () => {
  it('is taken over and restored', async () => {
    const before = listening();
    const { terminal, input, output } = fake();
    terminal.enter();
    terminal.draw(['hello']);
    const during = await screenAfter(output);
    expect([during.isAlternate, during.modes, during.lines[0]]).toEqual([
      true,
      { paste: true, wrap: false, mouse: 'none' },
      'hello',
    ]);
    terminal.leave();
    const after = await screenAfter(output);
    expect([after.isAlternate, after.modes, after.lines[0]]).toEqual([
      false,
      { paste: false, wrap: true, mouse: 'none' },
      'before',
    ]);
    expect(output.written).toContain('\x1b[?25h');
    expect(input.rawModes).toEqual([true, false]);
    expect(input.isPaused).toBe(true);
    expect(listening()).toEqual(before);
    expect(input.listenerCount('data')).toBe(0);
  });

  it('is restored once, even if leave is called twice', () => {
    const { terminal, output } = fake();
    terminal.leave();
    expect(output.written).toBe('');
    terminal.enter();
    terminal.enter();
    terminal.leave();
    const { length } = output.written;
    terminal.leave();
    terminal.draw(['late']);
    expect(output.written).toHaveLength(length);
    expect(output.written.match(/\x1b\[\?1049h/g)).toHaveLength(1);
    expect(output.written.match(/\x1b\[\?1049l/g)).toHaveLength(1);
  });

  it('is restored after a hang-up', () => {
    const { terminal, input, output } = fake();
    terminal.enter();
    input.failsToReset = true;
    terminal.leave();
    expect(output.written).toContain('\x1b[?1049l');
  });

  it('never wipes the scrollback', () => {
    const { terminal, output } = fake();
    terminal.enter();
    terminal.draw(['a']);
    terminal.redraw();
    terminal.draw(['b']);
    process.emit('SIGWINCH');
    terminal.draw(['c']);
    terminal.leave();
    expect(output.written).not.toContain('\x1b[3J');
  });
});

describe('keys', () => {
  it('arrive one by one, as does a lone Esc', async () => {
    const { terminal, input, events } = fake();
    terminal.enter();
    input.emit('data', Buffer.from('a\x1b[A'));
    expect(events).toMatchObject([{ text: 'a' }, { key: 'up' }]);
    input.emit('data', Buffer.from('\x1b'));
    await expect.poll(() => events.at(-1)).toMatchObject({ key: 'escape' });
  });

  it('are read again after a pause in a paste that is never closed', async () => {
    stopTimers();
    const { terminal, input, events } = fake();
    terminal.enter();
    input.emit('data', Buffer.from('\x1b[200~a'));
    vi.advanceTimersByTime(terminalLimits.pastePauseMs - 1);
    input.emit('data', Buffer.from('b'));
    vi.advanceTimersByTime(terminalLimits.pastePauseMs - 1);
    await turn();
    expect(events).toEqual([]);
    vi.advanceTimersByTime(1);
    await turn();
    input.emit('data', Buffer.from('c'));
    expect(events).toEqual([
      { type: 'paste', text: 'ab' },
      { type: 'text', text: 'c' },
    ]);
  });

  it('that arrived while the process was busy are read before a pause ends', async () => {
    stopTimers();
    const { terminal, input, events } = fake();
    terminal.enter();
    input.emit('data', Buffer.from('\x1b[200~a'));
    vi.advanceTimersByTime(terminalLimits.pastePauseMs);
    input.emit('data', Buffer.from(' b\x1b[201~'));
    await turn();
    expect(events).toEqual([{ type: 'paste', text: 'a b' }]);
  });

  it('that arrive at once after a paste without brackets belong to it', async () => {
    const { terminal, input, events } = fake();
    terminal.enter();
    input.emit('data', Buffer.from('release'));
    // The next read comes one turn of the event loop later, because a turn reads once.
    await turn();
    input.emit('data', Buffer.from(' '));
    await turn();
    await turn();
    input.emit('data', Buffer.from(' '));
    expect(events).toMatchObject([
      { type: 'paste', text: 'release' },
      { type: 'paste', text: ' ' },
      { key: 'space' },
    ]);
  });

  it('after leave do not belong to a paste before it', () => {
    const { terminal, input, events } = fake();
    terminal.enter();
    input.emit('data', Buffer.from('release'));
    terminal.leave();
    terminal.enter();
    input.emit('data', Buffer.from(' '));
    expect(events).toMatchObject([{ type: 'paste' }, { key: 'space' }]);
  });

  it('are not read after leave', () => {
    const { terminal, input, events } = fake();
    terminal.enter();
    terminal.leave();
    input.emit('data', Buffer.from('a'));
    expect(events).toEqual([]);
  });

  it('that arrive together with one that leaves are dropped', async () => {
    const made = fake();
    const { terminal, input, events } = made;
    made.heard = (event) => {
      if (event.type === 'key') terminal.leave();
    };
    terminal.enter();
    input.emit('data', Buffer.from('xyz\x03 abc'));
    expect(events).toHaveLength(2);
    terminal.enter();
    input.emit('data', Buffer.from('\x1b\x1b'));
    await expect.poll(() => events).toHaveLength(3);
    await turn();
    expect(events).toHaveLength(3);
  });

  it('that were half read at leave are dropped', () => {
    const { terminal, input, events } = fake();
    terminal.enter();
    input.emit('data', Buffer.from('\x1b['));
    terminal.leave();
    terminal.enter();
    input.emit('data', Buffer.from('A'));
    expect(events).toEqual([{ type: 'text', text: 'A' }]);
  });

  it('are read once after being stopped and continued', () => {
    const { terminal, input, output, events, counts } = fake();
    terminal.enter();
    process.emit('SIGCONT');
    input.emit('data', Buffer.from('a'));
    expect([events.length, counts.resume]).toEqual([1, 1]);
    // Off and on again: Node ignores a mode that it believes to be set.
    expect(input.rawModes).toEqual([true, false, true]);
    expect(output.written.match(/\x1b\[\?1049h/g)).toHaveLength(2);
  });

  it('end when the terminal hangs up', () => {
    const { terminal, input, counts } = fake();
    terminal.enter();
    input.emit('end');
    input.emit('error', new Error('EIO'));
    expect(counts.end).toBe(2);
    terminal.leave();
    expect(() => input.emit('error', new Error('EIO'))).not.toThrow();
  });

  it('end when the output fails', () => {
    const { terminal, output, counts } = fake();
    terminal.enter();
    output.emit('error', new Error('EIO'));
    terminal.leave();
    expect(() => output.emit('error', new Error('EIO'))).not.toThrow();
    expect(counts.end).toBe(2);
  });
});

describe('the mouse', () => {
  const press = '\x1b[<0;3;2M';
  const mouseAfter = async (written: string) => (await screenAfter({ written })).modes.mouse;
  const mouseOf = ({ written }: FakeOutput) => mouseAfter(written);

  /** Keeps a signal for the whole group from stopping the tests. */
  function ignoreKill() {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    onTestFinished(() => kill.mockRestore());
    return kill;
  }

  const enterAgain = (terminal: Terminal) => {
    terminal.leave();
    terminal.enter();
  };

  it('is reported while the terminal is entered, if it is wanted', async () => {
    const { terminal, input, output, events } = fake(false, true);
    terminal.enter();
    expect(await mouseOf(output)).toBe('vt200');
    expect(output.written).toContain('\x1b[?1000h\x1b[?1006h');
    input.emit('data', Buffer.from(press));
    expect(events).toMatchObject([{ type: 'mouse', action: 'press', column: 2, row: 1 }]);
    terminal.leave();
    expect(await mouseOf(output)).toBe('none');
  });

  it('stays off before enter and after leave, and is on again after the next enter', async () => {
    const { terminal, output } = fake(false, true);
    expect(output.written).toBe('');
    terminal.enter();
    terminal.leave();
    const { length } = output.written;
    terminal.redraw();
    terminal.draw(['late']);
    process.emit('SIGWINCH');
    process.emit('SIGCONT');
    expect(output.written).toHaveLength(length);
    expect(await mouseOf(output)).toBe('none');
    terminal.enter();
    expect(await mouseOf(output)).toBe('vt200');
  });

  it('is off after suspending, and on again after that', async () => {
    const kill = ignoreKill();
    const { terminal, output } = fake(false, true);
    terminal.enter();
    process.emit('SIGTSTP');
    expect(kill).toHaveBeenCalledWith(0, 'SIGTSTP');
    const suspended = output.written;
    process.emit('SIGCONT');
    expect(await mouseAfter(suspended)).toBe('none');
    expect(await mouseOf(output)).toBe('vt200');
  });

  it('is off for good if the terminal is left while suspended', async () => {
    ignoreKill();
    stopTimers();
    const { terminal, output } = fake(false, true);
    terminal.enter();
    terminal.suspend();
    terminal.leave();
    process.emit('SIGCONT');
    vi.advanceTimersByTime(terminalLimits.suspendCheckMs);
    // The screen has timers of its own.
    vi.useRealTimers();
    expect(await mouseOf(output)).toBe('none');
  });

  it.each([
    ['a redraw', (terminal: Terminal) => terminal.redraw()],
    ['a stop that could not be caught', () => process.emit('SIGCONT')],
  ])('and all other modes are set anew by %s', async (_what, act) => {
    const { terminal, output } = fake(false, true);
    terminal.enter();
    // Another program leaves its own form of reports on, and everything else off.
    output.write('\x1b[?1003h\x1b[?1015h\x1b[?2004l\x1b[?7h\x1b[?1049l');
    const { length } = output.written;
    act(terminal);
    const written = output.written.slice(length);
    expect(written.indexOf('\x1b[?1000l')).toBeGreaterThan(-1);
    expect(written.indexOf('\x1b[?1000l')).toBeLessThan(written.indexOf('\x1b[?1000h'));
    const screen = await screenAfter(output);
    expect([screen.isAlternate, screen.modes]).toEqual([true, { paste: true, wrap: false, mouse: 'vt200' }]);
  });

  it.each([
    ['a redraw', (terminal: Terminal) => terminal.redraw()],
    ['the next enter', enterAgain],
  ])('is left to the terminal once it was released, also after %s', async (_what, act) => {
    const { terminal, output } = fake(false, true);
    terminal.enter();
    terminal.releaseMouse();
    act(terminal);
    expect(await mouseOf(output)).toBe('none');
    expect((await screenAfter(output)).isAlternate).toBe(true);
  });

  it('is never reported to a screen reader', async () => {
    const { terminal, input, output, events } = fake(true, true);
    terminal.enter();
    terminal.redraw();
    input.emit('data', Buffer.from(press));
    expect(output.written).not.toContain('\x1b[?1000h');
    expect(events).toEqual([]);
  });
});

describe('a frame', () => {
  it.each([
    [30, 6],
    [60, 12],
    [80, 24],
  ])('fills a screen of %i columns and %i rows without scrolling', async (columns, rows) => {
    const { terminal, output } = fake();
    Object.assign(output, { columns, rows });
    terminal.enter();
    const lines = Array.from({ length: rows }, (_, row) => String.fromCharCode(97 + row).repeat(columns));
    terminal.draw(lines);
    terminal.draw([...lines, 'below the screen']);
    const screen = new VirtualScreen({ columns, rows });
    await screen.write(output.written);
    expect(screen.lines).toEqual(lines);
    terminal.leave();
    await screen.write(output.written);
    expect(screen.scrollback).toEqual([]);
  });
});

describe('its size', () => {
  it('is reported when it changes, and the next frame is drawn whole', () => {
    const { terminal, output, sizes } = fake();
    terminal.enter();
    terminal.draw(['one', 'two']);
    output.columns = 100;
    output.rows = 40;
    process.emit('SIGWINCH');
    expect(sizes).toEqual([{ columns: 100, rows: 40 }]);
    expect(terminal.screen).toMatchObject({ columns: 100, rows: 40 });
    const { length } = output.written;
    terminal.draw(['one', 'two']);
    expect(output.written.slice(length)).toMatch(/\x1b\[2J.*one.*two/);
  });

  it('is 80x24 if the terminal does not say', () => {
    const { terminal, output } = fake();
    Object.assign(output, { columns: undefined, rows: 0 });
    expect(terminal.size).toEqual({ columns: 80, rows: 24 });
  });
});

describe('for a screen reader', () => {
  it('stays on the normal screen and writes changed lines alone', () => {
    const { terminal, output } = fake(true);
    terminal.enter();
    terminal.draw(['title', 'row one']);
    terminal.draw(['title', 'row two']);
    terminal.draw(['title', 'row two']);
    terminal.leave();
    expect(output.written).toBe('\x1b[?2004htitle\nrow one\nrow two\n\x1b[?2004l');
  });
});
