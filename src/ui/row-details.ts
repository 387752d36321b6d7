/** What the lines under the list say about the row with the cursor. Screen readers get the same. */

import { containerPath } from '../entries/container-labels.js';
import {
  containerNote,
  folderOf,
  noteOf,
  publisherOf,
  sentence,
  stateText,
  typeWord,
  whyUnpickable,
} from '../entries/describe.js';
import type { Entry } from '../entries/entries.js';
import { folderTitle } from '../entries/preview-facts.js';
import { pathOf } from '../paths.js';
import type { Row } from '../picker/rows.js';
import type { Model } from '../picker/state.js';
import { formatPlace } from '../text/humanize.js';
import { containerName } from './row-models.js';

export interface RowDetails {
  title: readonly string[];
  description: string;
  note: string;
}

const nothing: RowDetails = { title: [], description: '', note: '' };

/** The state in each tool is on a line of its own: together with the title it would be cut. */
function entryDetails(entry: Entry, model: Model, isPicking: boolean): RowDetails {
  const { name, type, container, description } = entry;
  const folder = folderOf(entry);
  const publisher = container === null ? null : publisherOf(container, model.clientId);
  const reason = isPicking ? whyUnpickable(entry) : null;
  return {
    title: [
      name,
      ...(folder === null ? [] : [`folder ${folder}`]),
      typeWord(type),
      ...(container === null ? [] : [containerName(container, model)]),
      ...(publisher === null ? [] : [publisher]),
    ],
    description: description ?? '',
    note: reason ?? `${sentence(stateText(entry))} ${noteOf(entry)}`.trim(),
  };
}

function headingDetails({ container }: Extract<Row, { type: 'header' }>, model: Model): RowDetails {
  return {
    title: [container.name, ...folderTitle(container)],
    description: containerNote(container, model.clientId),
    note: containerPath(container, model.home),
  };
}

/** Returns title, description and note of a row. */
export function rowDetails(row: Row | undefined, model: Model, isPicking: boolean): RowDetails {
  switch (row?.type) {
    case 'entry':
      return entryDetails(row.whole, model, isPicking);
    case 'header':
      return headingDetails(row, model);
    case 'problem': {
      const { uri, line, message } = row.problem;
      const place = pathOf(uri) === undefined ? uri : formatPlace(uri, model.home);
      return { title: [line === null ? place : `${place}:${line}`], description: message, note: '' };
    }
    default:
      return nothing;
  }
}
