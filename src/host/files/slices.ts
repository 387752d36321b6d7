/**
 * Work that can be interrupted. It is a generator that yields when its pace asks for a pause, so that the same code runs
 * at once in a command and in slices in a process that has to react meanwhile.
 */

/** Work that yields when a slice is over, and returns its result in the end. */
export type Sliced<T> = Generator<void, T, void>;

/** Ends the slices of some work. It is asked often, before every file and directory. */
export interface Pace {
  /** Returns true if the work should yield now. */
  isOver(): boolean;
}

/** The pace of work that is done at once. */
export const withoutPause: Pace = { isOver: () => false };

/** Does the work at once and returns its result. */
export function finish<T>(work: Sliced<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
