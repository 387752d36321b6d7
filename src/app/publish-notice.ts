/** What the picker says of the directory that it publishes: each problem once, and that the plugin can be read again. */

import { pathOf } from '../paths.js';
import type { Notice } from '../picker/state.js';
import type { SessionSource } from '../source/session-source.js';

type Publishing = Pick<SessionSource, 'publishProblems'>;

export class PublishNotice {
  #session: Publishing | undefined;
  #said: Publishing['publishProblems'] = [];

  /** Returns what to say since the last call; null if nothing has changed. */
  next(session: Publishing | undefined): Notice | null {
    const said = session === this.#session ? this.#said : [];
    const problems = session?.publishProblems ?? [];
    this.#session = session;
    this.#said = problems;
    const added = problems.filter(({ message }) => said.every((one) => one.message !== message));
    if (added.length > 0) return { text: added.map(({ message }) => `${message}.`).join(' '), tone: 'warn' };
    const failure = said.find(({ severity }) => severity === 'error');
    if (failure === undefined || problems.some(({ severity }) => severity === 'error')) return null;
    return { text: `The plugin in ${pathOf(failure.uri) ?? failure.uri} was read again.`, tone: 'plain' };
  }
}
