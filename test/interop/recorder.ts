/**
 * Plays one fixed scene with a real host and keeps every frame of it: handshake, snapshots, switches of every kind,
 * a changed file, and each way a reconnect can end.
 */

import type { RecordedFrame, Recording } from '../recordings/recording.js';
import { writeSkill } from './edits.js';
import { flatten, type Json, RawClient, type RawNode, rootChannel } from './raw-client.js';
import { uriOf } from './scene.js';
import type { Setting } from './setting.js';

/** Fixed, so that a new recording differs only where the host does. */
const session = 'copilotcli:/00000000-0000-4000-8000-000000000001';
const unknownSession = 'copilotcli:/00000000-0000-4000-8000-000000000002';

const children: [type: string, uriEnd: string][] = [
  ['skill', '/release-notes/SKILL.md'],
  ['agent', '/planner.agent.md'],
  ['rule', '/style.instructions.md'],
  ['directory', '/workspace/.agents/skills'],
];
const scoped: [type: string, uriEnd: string][] = [
  ['mcpServer', '/.mcp.json'],
  ['plugin', '/acme-tools'],
];

function find(nodes: readonly RawNode[], [type, uriEnd]: [string, string]): RawNode | undefined {
  return flatten(nodes).find((node) => node.type === type && node.uri.endsWith(uriEnd));
}

async function switchOff(client: RawClient, nodes: readonly RawNode[], which: [string, string][]) {
  for (const node of which.flatMap((wanted) => find(nodes, wanted) ?? [])) {
    await client.toggle(session, node.id, false);
  }
}

async function editSkill(setting: Setting, client: RawClient): Promise<void> {
  const changed = client.nextAction(session, 'session/customizationsChanged');
  writeSkill(setting, 'review', 'Now it says something else.');
  await changed;
}

async function askAround(client: RawClient, workspace: string): Promise<void> {
  const skills = `${workspace}/.github/skills`;
  await client.ask('subscribe', { channel: unknownSession });
  await client.ask('resourceRead', { channel: rootChannel, uri: `${skills}/release-notes/SKILL.md` });
  await client.ask('resourceList', { channel: rootChannel, uri: skills });
  await client.ask('listSessions', { channel: rootChannel });
}

/** Reconnects once, on a new connection: hosts accept only one `reconnect` on each. */
async function comeBack(setting: Setting, clientId: string, lastSeenServerSeq: number): Promise<RawClient> {
  const client = await RawClient.connect(setting.host, clientId);
  const subscriptions = [session, unknownSession];
  await client.ask('reconnect', { channel: rootChannel, clientId, lastSeenServerSeq, subscriptions });
  await client.close();
  return client;
}

async function firstVisit(setting: Setting, first: RawClient, other: RawClient): Promise<string> {
  const workspace = uriOf(setting.scene.workspace);
  await first.initialize();
  await other.initialize();
  const place = { workingDirectory: workspace, workingDirectories: [workspace] };
  await first.request('createSession', { channel: session, provider: 'copilotcli', ...place });
  const nodes = await first.customizations(session);
  await other.customizations(session);
  await switchOff(first, nodes, children);
  await first.customizations(session);
  await editSkill(setting, first);
  await first.customizations(session);
  await switchOff(first, nodes, scoped);
  await switchOff(first, nodes, children);
  const { id } = find(nodes, children[0]!)!;
  const foreign = first.nextAction(session, 'session/customizationToggled');
  await other.toggle(session, id, true);
  await foreign;
  await first.customizations(session);
  await askAround(first, workspace);
  return id;
}

/** Plays the scene. The host must list the plugin and follow the files before. */
export async function record(setting: Setting): Promise<Recording> {
  const first = await RawClient.connect(setting.host, 'recorder');
  const other = await RawClient.connect(setting.host, 'another-client');
  const id = await firstVisit(setting, first, other);
  await first.close();
  await other.toggle(session, id, false);
  const seen = first.lastSeenServerSeq;
  const visits = {
    first,
    replayed: await comeBack(setting, 'recorder', seen),
    ahead: await comeBack(setting, 'recorder', seen + 1_000),
    afresh: await comeBack(setting, 'recorder', 0),
    unknown: await comeBack(setting, 'stranger', seen),
  };
  await other.ask('disposeSession', { channel: session });
  await other.close();
  const frames = Object.entries(visits).flatMap(([connection, client]) =>
    client.frames.map(({ from, message }): RecordedFrame => ({ connection, from, message: { ...message } })),
  );
  return { host: `code-server ${setting.version}`, session, frames };
}

/** Fields that are long, always the same, and never read. */
function isSchema(key: string, value: unknown): boolean {
  return key === 'inputSchema' || (key === 'schema' && typeof value === 'object');
}

/** The recording without anything of this machine or this moment, and without the schemas of tools and settings. */
export function neutral({ scene }: Setting, recording: Recording): Recording {
  const text = JSON.stringify(recording, (key, value: Json) => (isSchema(key, value) ? {} : value))
    .replaceAll(scene.root, '/scratch')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-01-01T00:00:00.000Z');
  return JSON.parse(text) as Recording;
}
