import { describe, expect, it } from 'vitest';
import { type Actor, type Attempt, Attempts, type Ending, type Verb } from './attempts.js';
import { entries } from './entries.js';

const entry = entries[0]!;

/** The events of a case, in order: a switch starts, the switch of that number ends, or the host dies. */
type Event = ['start', Actor, Verb] | ['end', number, Ending, boolean?] | ['death'];

function mayBe(events: readonly Event[], before = true): boolean[] {
  const attempts = new Attempts(() => {});
  const started: Attempt[] = [];
  for (const event of events) {
    if (event[0] === 'start') started.push(attempts.start(event[1], event[2], entry, 'workspace'));
    else if (event[0] === 'end') attempts.end(started[event[1]]!, event[2], '', event[3]);
    else attempts.hostDied();
  }
  return [...attempts.mayBe(entry, 'codex', { codex: before })].toSorted();
}

describe('what an entry may be', () => {
  it.each<[what: string, events: Event[], expected: boolean[]]>([
    ['nothing was tried', [], [true]],
    [
      'a switch was made',
      [
        ['start', 'client a', 'disable'],
        ['end', 0, 'made'],
      ],
      [false],
    ],
    [
      'a switch was refused',
      [
        ['start', 'client a', 'disable'],
        ['end', 0, 'not made'],
      ],
      [true],
    ],
    [
      'the outcome of a switch is unknown',
      [
        ['start', 'client a', 'disable'],
        ['end', 0, 'unknown'],
      ],
      [false, true],
    ],
    [
      'a toggle was made',
      [
        ['start', 'client a', 'toggle'],
        ['end', 0, 'made', false],
      ],
      [false],
    ],
    [
      'a command saw it',
      [
        ['start', 'local command', 'enable'],
        ['end', 0, 'seen'],
      ],
      [true],
    ],
    [
      'a later switch was made',
      [
        ['start', 'client a', 'disable'],
        ['end', 0, 'made'],
        ['start', 'client b', 'enable'],
        ['end', 1, 'made'],
      ],
      [true],
    ],
    [
      'two switches overlap',
      [
        ['start', 'client a', 'disable'],
        ['start', 'client b', 'enable'],
        ['end', 0, 'made'],
        ['end', 1, 'made'],
      ],
      [false, true],
    ],
    [
      'a switch with an unknown outcome may take effect late',
      [
        ['start', 'client a', 'disable'],
        ['end', 0, 'unknown'],
        ['start', 'client b', 'enable'],
        ['end', 1, 'made'],
      ],
      [false, true],
    ],
    [
      'a switch cannot take effect late once the host is dead',
      [
        ...([['start', 'client a', 'disable'], ['end', 0, 'unknown'], ['death']] satisfies Event[]),
        ...([
          ['start', 'client b', 'enable'],
          ['end', 1, 'made'],
        ] satisfies Event[]),
      ],
      [true],
    ],
    [
      'a switch cannot take effect late if the command itself wrote the files',
      [
        ['start', 'local command', 'disable'],
        ['end', 0, 'unknown'],
        ['start', 'client b', 'enable'],
        ['end', 1, 'made'],
      ],
      [true],
    ],
  ])('%s', (_what, events, expected) => {
    expect(mayBe(events)).toEqual(expected);
  });
});
