/**
 * What happens in the demo by itself: one step after another, always in the same order, and then from the start. It
 * changes the world and knows nothing of sessions or clients.
 */

import type { McpServerState } from '../../protocol/types.js';
import { type DemoDraft, type DemoEntry, type DemoPlace, place, skill } from './demo-entry.js';
import { type DemoTop, type DemoWorld, isPlace, settingPlace } from './demo-world.js';

type Step = (world: DemoWorld) => void;

/** Changes the folder or plugin with this path's end. */
function changePlace(world: DemoWorld, end: string, change: (place: DemoPlace) => DemoPlace): void {
  world.tops = world.tops.map((top: DemoTop) => (isPlace(top) && top.path.endsWith(end) ? change(top) : top));
}

const load = (end: string, drafts: readonly DemoDraft[]): Step => {
  return (world) =>
    changePlace(world, end, (before) => place({ ...before, load: { kind: 'loaded' } }, drafts));
};

const unload = (end: string): Step => {
  return (world) => changePlace(world, end, (before) => place({ ...before, load: { kind: 'loading' } }));
};

const changeServer = (name: string, state: McpServerState): Step => {
  const change = (entry: DemoEntry) => (entry.name === name ? { ...entry, server: state } : entry);
  return (world) =>
    changePlace(world, '.mcp.json', (before) => ({ ...before, entries: before.entries?.map(change) }));
};

const visitor = skill('hotfix', 'Fix one thing in production, and write down why.');

const isVisitor = ({ name }: DemoDraft): boolean => name === visitor.name;

const changeVisitor = (isThere: boolean): Step => {
  return (world) =>
    changePlace(world, 'my-repo/.agents/skills', (before) => {
      const others = before.entries?.filter((entry) => !isVisitor(entry)) ?? [];
      return place(before, isThere ? [...others, visitor] : others);
    });
};

/** Somebody else switches a skill in the repository's committed settings. */
const switchElsewhere = (name: string, enabled: boolean | undefined): Step => {
  return (world) => {
    const item = world.items.find((one) => one.name === name && one.tools.includes('claude'));
    if (item !== undefined) world.settings.set(settingPlace(item, 'claude', 'shared'), enabled);
  };
};

const browserSkills = [
  skill('screenshot', 'Take a screenshot of a page.'),
  skill('fill-form', 'Fill in a form, and stop before sending it.'),
];

/** The steps, in their order. At the end everything is as it was at the start. */
export const storySteps: readonly Step[] = [
  load('plugins/browser-kit', browserSkills),
  changeServer('browser', { kind: 'ready' }),
  changeVisitor(true),
  switchElsewhere('code-review', false),
  changeVisitor(false),
  switchElsewhere('code-review', undefined),
  changeServer('browser', { kind: 'starting' }),
  unload('plugins/browser-kit'),
];
