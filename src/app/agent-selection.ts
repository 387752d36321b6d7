/** Selects an agent for the open session, and reports how that ended in the words of the picker. */

import { ignoredSelection } from '../entries/agent-of-session.js';
import { type AskedSelection, type EndedSelection, selectionNotice } from '../picker/selecting.js';
import type { Notice } from '../picker/state.js';
import type { AgentOutcome, SessionSource } from '../source/session-source.js';

const notMade = (reason: string): EndedSelection => ({ isMade: false, reason });

function endOf(outcome: AgentOutcome): EndedSelection {
  switch (outcome.kind) {
    case 'confirmed':
      return { isMade: true, reason: null };
    case 'ineffective':
      return notMade(ignoredSelection);
    default:
      return notMade(outcome.reason);
  }
}

/** Selects the agent. Resolves to what is said once the host has replied. */
export async function selectIn(session: SessionSource | undefined, asked: AskedSelection): Promise<Notice> {
  const ended =
    session === undefined ? notMade('no session is open') : endOf(await session.selectAgent(asked.uri));
  return selectionNotice(asked, ended);
}
