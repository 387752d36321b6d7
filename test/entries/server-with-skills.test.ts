import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../src/entries/changes.js';
import { listEntries } from '../../src/entries/entries.js';
import { accepts, addressable, ContainerRef, filterFor } from '../../src/entries/filter.js';
import { RefIndex } from '../../src/entries/refs.js';
import { buildRows } from '../../src/picker/rows.js';
import { findTarget, isShared } from '../../src/picker/targets.js';
import type { SessionState } from '../../src/protocol/types.js';
import { abilitiesOf } from '../../src/protocol/versions.js';
import { directory, extras, modelOf, type Node, skill, stateOf } from '../support/picker.js';
import { otherHost } from '../support/standing.js';

const docs = (fields: Partial<Node> = {}): Node => ({
  type: 'mcpServer',
  id: 'docs',
  name: 'docs',
  uri: 'file:///w/.mcp.json',
  state: { kind: 'ready' },
  children: [skill('lookup'), skill('cite', { enabled: false })],
  ...fields,
});

const nodes = (fields?: Partial<Node>): Node[] => [directory('skills', [skill('deploy')]), docs(fields)];

const listOf = (fields?: Partial<Node>) =>
  listEntries({ customizations: nodes(fields) } as unknown as SessionState, otherHost);

const session = { abilities: abilitiesOf(otherHost.protocolVersion), host: otherHost };

describe('an MCP server with skills', () => {
  it('is an entry, with its skills after it', () => {
    const { entries, containers } = listOf();
    expect(entries.map(({ type, name, containerId }) => [type, name, containerId])).toEqual([
      ['skill', 'deploy', 'skills'],
      ['mcpServer', 'docs', null],
      ['skill', 'lookup', 'docs'],
      ['skill', 'cite', 'docs'],
    ]);
    expect(entries[1]!.state).toBe('ready');
    expect(containers.map(({ name, type, children }) => [name, type, children])).toEqual([
      ['skills', 'directory', 1],
      ['docs', 'mcpServer', 2],
    ]);
  });

  it('keeps its skills off while it is off', () => {
    const { entries } = listOf({ enablement: [{ kind: 'session', enabled: false }] });
    const flags = entries.slice(1).map(({ effectiveEnabled, offBy }) => [effectiveEnabled, offBy]);
    expect(flags).toEqual([
      [false, 'self'],
      [false, 'container'],
      [false, 'both'],
    ]);
  });

  it('is named once, and its skills by its name', () => {
    const index = new RefIndex(addressable(listOf(), session));
    const find = (ref: string) => index.find(ref, { cwd: '/w', home: '/h' }).map(({ id }) => id);
    expect([find('docs'), find('mcpServer:docs'), find('docs/lookup')]).toEqual([
      ['docs'],
      ['docs'],
      ['lookup'],
    ]);
  });

  it('is a folder for --in', () => {
    const list = listOf();
    const container = new ContainerRef('docs', { cwd: '/repo', home: '/home/me' });
    const filter = filterFor(list, { types: [], container });
    const inside = list.entries.filter((entry) => accepts(filter, entry));
    expect(inside.map(({ name }) => name)).toEqual(['docs', 'lookup', 'cite']);
  });

  it('changes once', () => {
    const changes = changesBetween(listOf(), listOf({ enabled: false }));
    const switched = changes.filter(({ event }) => event === 'switched');
    expect(switched.map(({ entry, container }) => [entry?.name, container?.name])).toEqual([
      ['docs', undefined],
      ['lookup', undefined],
    ]);
  });

  it('has a problem once', () => {
    const list = listOf(extras({ problems: [{ message: 'slow', severity: 'warning' }] }));
    expect(list.problems.map(({ message }) => message)).toEqual(['slow']);
  });
});

describe('in the picker, an MCP server with skills', () => {
  const rowsOf = (changes: Parameters<typeof stateOf>[0]) => {
    const { rows, shown, counts } = buildRows(modelOf(nodes()), stateOf(changes));
    const short = rows.map((row) =>
      row.type === 'entry' ? row.entry.name : row.type === 'header' ? `[${row.container.name}]` : row.type,
    );
    return { rows: short, ids: new Set(rows.map(({ id }) => id)).size, shown, counts };
  };

  it('is the row above its skills, and everything counts once', () => {
    const { rows, ids, shown, counts } = rowsOf({ kind: 'all' });
    expect(rows).toEqual(['[skills]', 'deploy', 'docs', 'lookup', 'cite']);
    expect([ids, shown]).toEqual([5, 4]);
    expect(counts).toMatchObject({ on: 3, off: 1 });
  });

  it('is a heading if only skills are shown', () => {
    expect(rowsOf({ kind: 'skills' }).rows).toEqual(['[skills]', 'deploy', '[docs]', 'lookup', 'cite']);
  });

  it('is a row if only other kinds are shown', () => {
    expect(rowsOf({ kind: 'other' }).rows).toEqual(['docs']);
  });

  it('is switched as what it is', () => {
    const { list } = modelOf(nodes());
    expect(findTarget(list, 'docs')).toMatchObject({ type: 'mcpServer', name: 'docs' });
    expect(['docs', 'lookup', 'cite'].map((id) => isShared(list, id))).toEqual([false, false, false]);
  });
});
