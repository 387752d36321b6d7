/** How the selection of an agent ended, in words of the picker. */

import { ignoredSelection } from '../entries/selected-agent.js';
import type { EndedSelection } from '../picker/selecting.js';
import type { AgentOutcome } from '../source/session-source.js';

export function endedSelection(outcome: AgentOutcome): EndedSelection {
  switch (outcome.kind) {
    case 'confirmed':
      return { isMade: true, reason: null };
    case 'ineffective':
      return { isMade: false, reason: ignoredSelection };
    default:
      return { isMade: false, reason: outcome.reason };
  }
}
