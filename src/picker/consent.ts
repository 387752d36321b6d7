/**
 * Asks before a switch for this repository also counts elsewhere: some tools can switch an entry only for all
 * repositories. There is one question for each tool and batch. A tool that the user has allowed for good is not asked
 * about again.
 */

import { addTo } from '../entries/groups.js';
import type { ToolStanding } from '../protocol/tool-standing.js';
import type { ConsentAnswer, Intent } from './intents.js';
import type { MadeSwitch } from './made-switches.js';
import type { ConsentView, OpenView } from './open-view.js';
import { named, next, noticeOf, sendBatch, type UpdateResult } from './sending.js';
import type { Model, Notice, PickerState } from './state.js';
import { findTarget } from './targets.js';

/** Returns the standings of the entry in the tools that are switched. */
function switchedTools({ id, tools }: MadeSwitch, { list }: Model): readonly ToolStanding[] {
  const all = findTarget(list, id)?.tools ?? [];
  return tools === undefined ? all : all.filter((standing) => tools.includes(standing.id));
}

/** Returns true if a settings file is broken: then a tool may have no other switch only because of that. */
const hasBrokenSettings = ({ list }: Model): boolean =>
  list.sessionProblems.some(({ code }) => code === 'settings-invalid');

/**
 * Returns the tools in which a switch for this repository is possible only for all repositories. None while a settings
 * file is broken: the host gives the reason, and nothing is widened because of a mistake in a file.
 */
function globalTools(made: MadeSwitch, model: Model): string[] {
  const { after } = made;
  if (hasBrokenSettings(model)) return [];
  return switchedTools(made, model)
    .filter(({ enabled, switchable }) => enabled !== after && !switchable.includes('workspace'))
    .filter(({ switchable }) => switchable.includes('global'))
    .map((standing) => standing.id);
}

/** Returns true if a tool keeps the switch in this repository, or has to be asked by the host. */
function isPlannedHere(made: MadeSwitch, model: Model): boolean {
  const tools = switchedTools(made, model);
  return tools.length === 0 || tools.some(({ switchable }) => switchable.includes('workspace'));
}

/** Returns the switch with the tools that are switched for all repositories; null if no tool is left. */
function withAllowed(made: MadeSwitch, allowed: ReadonlySet<string>, model: Model): MadeSwitch | null {
  const tools = globalTools(made, model);
  const also = tools
    .filter((tool) => allowed.has(tool))
    .map((tool) => ({ tool, scope: 'global', enabled: made.after }) as const);
  if (tools.length === 0) return made;
  // A tool that is named, but has no switch in this repository, would be refused.
  const rest = made.tools?.filter((tool) => !tools.includes(tool));
  const limited = rest === undefined ? made : { ...made, tools: rest };
  if (also.length > 0) return { ...limited, also };
  return isPlannedHere(made, model) ? limited : null;
}

/** Adds the entries that are not switched, because all of their tools were left out. */
function withLeftOut(notice: Notice | null, names: readonly string[]): Notice {
  const left = `Left out: ${named(names)}.`;
  const withLeft = (text: string | undefined) => (text === undefined ? left : `${text} ${left}`);
  const tone = notice?.tone ?? 'plain';
  return { text: withLeft(notice?.text), tone, isPassing: true, kept: withLeft(notice?.kept) };
}

/** Sends the switches with the tools that were allowed. */
function sendAllowed(
  state: PickerState,
  made: readonly MadeSwitch[],
  { notice, allowed }: { notice: Notice | null; allowed: ReadonlySet<string> },
  model: Model,
): UpdateResult {
  const sent = made.flatMap((one) => withAllowed(one, allowed, model) ?? []);
  if (sent.length === 0) return next({ ...state, notice: noticeOf('Left out: nothing was switched.') });
  const ids = new Set(sent.map(({ id }) => id));
  const left = made.filter(({ id }) => !ids.has(id)).map(({ name }) => name);
  return sendBatch(state, sent, left.length === 0 ? notice : withLeftOut(notice, left), model);
}

/** Sends a batch, after the questions that it needs. */
export function askOrSend(
  state: PickerState,
  made: readonly MadeSwitch[],
  notice: Notice | null,
  model: Model,
): UpdateResult {
  if (!model.host.isOwn || state.scope !== 'workspace') return sendBatch(state, made, notice, model);
  const allowed = state.globalTools;
  const about = new Map<string, string[]>();
  for (const one of made) for (const tool of globalTools(one, model)) addTo(about, tool, one.name);
  const asked = [...about.keys()].filter((tool) => !allowed.has(tool));
  if (asked.length === 0) return sendAllowed(state, made, { notice, allowed }, model);
  const view: OpenView = {
    type: 'consent',
    made,
    notice,
    asked,
    about,
    allowed: [],
    always: [],
    under: state.view,
  };
  return next({ ...state, view, notice: null });
}

function answer(state: PickerState, view: ConsentView, given: ConsentAnswer, model: Model): UpdateResult {
  const [tool, ...asked] = view.asked;
  if (tool === undefined) return next({ ...state, view: view.under });
  const allowed = given === 'leave' ? view.allowed : [...view.allowed, tool];
  const always = given === 'always' ? [...view.always, tool] : view.always;
  if (asked.length > 0) return next({ ...state, view: { ...view, asked, allowed, always } });
  const globals = new Set([...state.globalTools, ...always]);
  const { state: after, effects } = sendAllowed(
    { ...state, globalTools: globals, view: view.under },
    view.made,
    { notice: view.notice, allowed: new Set([...globals, ...allowed]) },
    model,
  );
  const remember = always.map((one) => ({ type: 'remember-tool', tool: one }) as const);
  return { state: after, effects: [...remember, ...effects] };
}

/** What keys do while a question is open. */
export function updateConsent(
  state: PickerState,
  view: ConsentView,
  intent: Intent,
  model: Model,
): UpdateResult {
  if (intent.type === 'consent') return answer(state, view, intent.answer, model);
  if (intent.type !== 'back') return next(state);
  return next({ ...state, view: view.under, notice: noticeOf('Nothing was switched.') });
}
