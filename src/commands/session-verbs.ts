/** `skillpick sessions rename`, `archive` and `close`: changes one session of a host and prints what has become of it. */

import { sessionInfo, sessionName } from '../entries/session-info.js';
import { isTypo } from '../entries/typo.js';
import { SkillpickError } from '../errors.js';
import type { Io } from '../io.js';
import { cell } from '../output/columns.js';
import { summaryDocument } from '../output/document.js';
import { writeJson, writeLines } from '../output/streams.js';
import { skillLimits } from '../skill-rules.js';
import { showing, withSeconds } from '../source/progress.js';
import { type CareRequest, careForSession } from '../source/session-care.js';
import { cleanLine } from '../text/clean.js';
import type { CommandOptions } from './command-options.js';

const sessionVerbs = ['rename', 'archive', 'close'] as const satisfies CareRequest['verb'][];

const wrong = (message: string, hint: string) => new SkillpickError('bad-usage', message, { hint });

/** Returns a title without blanks around it. Throws if it is empty, too long, or not one line of text. */
function checkedTitle(text: string | undefined): string {
  const title = text?.trim() ?? '';
  const hint = 'Such as: skillpick sessions rename 4f2a "Release notes".';
  if (title === '') throw wrong('A session needs a title.', hint);
  if ([...title].length > skillLimits.nameChars)
    throw wrong(`The title is longer than ${skillLimits.nameChars} characters.`, hint);
  if (cleanLine(title) !== title.replace(/ +/g, ' '))
    throw wrong('The title must be one line of plain text.', hint);
  return title;
}

/** Returns what the operands ask for. Throws if they are too many or too few. */
function readOperands([verb = '', wanted, ...rest]: readonly string[]): {
  wanted: string;
  change: CareRequest;
} {
  const known = sessionVerbs.find((candidate) => candidate === verb);
  if (known === undefined) {
    const similar = sessionVerbs.find((candidate) => isTypo(verb, candidate));
    const hint = similar === undefined ? `There are ${sessionVerbs.join(', ')}.` : `Did you mean ${similar}?`;
    throw wrong(`There is no command "sessions ${cleanLine(verb)}".`, hint);
  }
  if (wanted === undefined) throw wrong(`sessions ${known} needs a session.`, 'See skillpick sessions.');
  const most = known === 'rename' ? 1 : 0;
  if (rest.length > most)
    throw wrong(`There are too many words after ${known}.`, 'Put quotes around what has blanks.');
  const change = known === 'rename' ? { verb: known, title: checkedTitle(rest[0]) } : { verb: known };
  return { wanted, change };
}

function doneWords(change: CareRequest, isChanged: boolean): string {
  const done = {
    rename: change.verb === 'rename' ? `called ${cell(change.title, skillLimits.nameChars)}` : '',
    archive: 'archived',
    close: 'closed',
  }[change.verb];
  return `${isChanged ? 'now' : 'already'} ${done}`;
}

export async function changeSession(
  operands: readonly string[],
  options: CommandOptions,
  io: Io,
): Promise<void> {
  const { wanted, change } = readOperands(operands);
  if (options.session !== undefined)
    throw wrong(`--session cannot be used with sessions ${change.verb}.`, 'Name the session after it.');
  const { host, uri, state, isChanged } = await showing(options, withSeconds('Waiting for the host'), () =>
    careForSession(options, io, wanted, change),
  );
  const session = summaryDocument(sessionInfo(uri, state));
  const outcome = isChanged ? 'changed' : 'unchanged';
  if (options.json)
    return writeJson(io, { schema: 'skillpick.session/1', host, action: change.verb, outcome, session });
  const name = change.verb === 'rename' ? uri : sessionName(session);
  await writeLines(io, [`session ${cell(name)}: ${doneWords(change, isChanged)}`]);
}
