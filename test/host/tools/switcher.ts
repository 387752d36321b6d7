/** Run as a process of its own: switches skills off one after the other, as skillpick would. */

import type { HostEnvironment } from '../../../src/host/environment.js';
import { changeTools } from '../../../src/host/session/tool-changes.js';
import { tools } from '../../../src/host/tools/all-tools.js';
import type { EntryRef, ToolScope } from '../../../src/host/tools/tool.js';
import { ToolSwitches } from '../../../src/host/tools/tool-switches.js';

interface Task {
  tool: string;
  scope: ToolScope;
  environment: HostEnvironment;
  entries: EntryRef[];
}

const { tool: id, scope, environment, entries } = JSON.parse(process.argv[2] ?? '') as Task;
const tool = tools.find((candidate) => candidate.id === id);
if (tool === undefined) throw new Error(`no tool ${id}`);
const switches = new ToolSwitches(tool, environment);
for (const entry of entries) {
  const requests = [{ entry, scope, enabled: false, at: 0 }];
  const [reason] = (await changeTools([{ tool, switches, requests }])).refused.values();
  if (reason !== undefined) throw new Error(reason);
}
