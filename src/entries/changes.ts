/** Compares two lists: which entries and containers were added, removed, switched or updated. */

import { type Container, isEntryToo } from './containers.js';
import type { Entry, EntryList } from './entries.js';

export interface EntryChange {
  event: 'added' | 'removed' | 'switched' | 'updated';
  /** Exactly one of these two is set: as it is now, or as it was before it was removed. */
  entry?: Entry;
  container?: Container;
  /** The fields that an update changed. */
  fields?: string[];
}

/** Two nodes may share an id, so the key also names the container, and then counts the nodes before it. */
function byKey<T extends { id: string }>(items: readonly T[], parentId: (item: T) => string): Map<string, T> {
  const map = new Map<string, T>();
  for (const item of items) {
    let key = `${parentId(item)}\n${item.id}`;
    while (map.has(key)) key += '\n';
    map.set(key, item);
  }
  return map;
}

interface ChangeKind<T> {
  parentId(item: T): string;
  flags: readonly (keyof T)[];
  fields: readonly (keyof T)[];
  /** Returns true if both were made from the same nodes, so that nothing has to be compared. */
  isSame(before: T, after: T): boolean;
  subject(item: T): Pick<EntryChange, 'entry' | 'container'>;
}

function compare<T extends { id: string }>(
  before: readonly T[],
  after: readonly T[],
  kind: ChangeKind<T>,
): EntryChange[] {
  const old = byKey(before, kind.parentId);
  const changes: EntryChange[] = [];
  for (const [key, item] of byKey(after, kind.parentId)) {
    const previous = old.get(key);
    old.delete(key);
    if (previous === undefined) changes.push({ event: 'added', ...kind.subject(item) });
    else if (!kind.isSame(previous, item)) changes.push(...differences(previous, item, kind));
  }
  const removed = [...old.values()].map((item): EntryChange => ({ event: 'removed', ...kind.subject(item) }));
  return [...removed, ...changes];
}

function differences<T>(before: T, after: T, { flags, fields, subject }: ChangeKind<T>): EntryChange[] {
  const changed = (name: keyof T) =>
    before[name] !== after[name] && JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const updated = fields.filter(changed).map(String);
  return [
    ...(flags.some(changed) ? [{ event: 'switched' as const, ...subject(after) }] : []),
    ...(updated.length > 0 ? [{ event: 'updated' as const, ...subject(after), fields: updated }] : []),
  ];
}

const entries: ChangeKind<Entry> = {
  parentId: ({ containerId }) => containerId ?? '',
  flags: ['enabled', 'effectiveEnabled', 'enablement', 'tools'],
  fields: [
    'type',
    'name',
    'description',
    'uri',
    'range',
    'userInvocable',
    'modelInvocable',
    'from',
    'state',
    'stateMessage',
    'duplicateOf',
    'details',
    'problems',
  ],
  isSame: (before, after) =>
    before.node === after.node && before.container?.enabled === after.container?.enabled,
  subject: (entry) => ({ entry }),
};

const containers: ChangeKind<Container> = {
  parentId: () => '',
  flags: ['enabled', 'enablement', 'tools'],
  fields: [
    'type',
    'name',
    'uri',
    'contents',
    'writable',
    'clientId',
    'version',
    'from',
    'load',
    'message',
    'problems',
  ],
  isSame: (before, after) => before.node === after.node,
  subject: (container) => ({ container }),
};

/** Returns the changes: containers before entries, and removed ones first. */
export function changesBetween(before: EntryList, after: EntryList): EntryChange[] {
  const folders = (list: EntryList) => list.containers.filter((container) => !isEntryToo(container));
  return [
    ...compare(folders(before), folders(after), containers),
    ...compare(before.entries, after.entries, entries),
  ];
}
