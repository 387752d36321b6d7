/** Everything that the demo shows, in the order of its list, and what is wrong with the session as a whole. */

import type { Problem } from '../../protocol/problem-codes.js';
import { demoUri } from './demo-batches.js';
import { demoHome } from './demo-entry.js';
import type { DemoTop } from './demo-world.js';
import { otherPlaces, topServer } from './other-content.js';
import { repositoryPlaces } from './repository-content.js';
import { userPlaces } from './user-content.js';

export const demoContent: readonly DemoTop[] = [
  ...repositoryPlaces,
  ...userPlaces,
  ...otherPlaces,
  topServer,
];

const brokenFile = `${demoHome}/.copilot/mcp-config.json`;

export const sessionProblems: readonly Problem[] = [
  {
    uri: demoUri(brokenFile),
    line: 4,
    code: 'json-invalid',
    severity: 'warning',
    message: 'a comma is missing; the servers in this file are not read',
  },
];

/** Files that belong to no entry, by path. */
export const otherTexts: Readonly<Record<string, string>> = {
  [brokenFile]:
    '{\n  "mcpServers": {\n    "notes": { "command": "notes-mcp" }\n    "mail": { "command": "mail-mcp" }\n  }\n}\n',
};
