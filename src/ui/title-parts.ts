/**
 * The parts of the title, from left to right, in the longest form that fits. Tabs are parts with an id, so that the
 * mouse finds them.
 */

import { placeWords } from '../entries/scope-words.js';
import { sessionName } from '../entries/session-info.js';
import { defaultScope } from '../entries/switch-lifetime.js';
import { toolShort, toolTitle } from '../entries/tool-names.js';
import { keyFor } from '../picker/keymap.js';
import { isHere, type KindFilter, type Model, type PickerState } from '../picker/state.js';
import { type Tab, tabsOf } from '../picker/tabs.js';
import { cleanLine } from '../text/clean.js';
import { formatCount } from '../text/humanize.js';
import { rightMargin } from '../text/row-columns.js';
import type { StyledText, Theme } from '../text/theme.js';
import { displayWidth, truncate } from '../text/width.js';
import { sessionWarnings, temporaryWords } from './session-warnings.js';

export interface TitleProps {
  model: Model;
  kind: KindFilter;
  tab: string | null;
  scope: PickerState['scope'];
  isPicking: boolean;
  columns: number;
  theme: Theme;
}

export interface TitlePart extends StyledText {
  /** The tab that it opens; null: everything. */
  tab?: string | null;
}

const blanks = (columns: number): TitlePart => ({ text: ' '.repeat(columns), style: 'plain' });
const brand: readonly TitlePart[] = [blanks(1), { text: 'skillpick', style: 'strong' }];

const widthOf = (parts: readonly TitlePart[]): number =>
  parts.reduce((width, { text }) => width + displayWidth(text), 0);

const warningParts = (text: string, theme: Theme): TitlePart[] => [
  { text: `${theme.tone.warn.glyph} `, style: 'warn' },
  { text, style: 'strong' },
];

/** The facts that never give way to the tabs; `temporary` is how a temporary session is called. */
function warnings({ model, theme }: TitleProps, temporary: string): TitlePart[] {
  return sessionWarnings(model, temporary).flatMap(({ text, tone }) => {
    if (tone === 'warn') return [blanks(2), ...warningParts(text, theme)];
    return [blanks(2), { text, style: tone === 'bad' ? 'bad' : 'strong' }];
  });
}

function hostFact(host: Model['host']): string {
  return isHere(host) ? '' : `${host.name} ${host.protocolVersion}`.trim();
}

/** Names the selected agent. */
function agentFact({ agent, waitingFor }: Model): string {
  return agent === null || waitingFor !== null ? '' : `agent ${agent.name}`;
}

/** The selected agent alone, where there is no room for the name of the session. */
function agentParts({ model }: TitleProps): TitlePart[] {
  const text = cleanLine(agentFact(model));
  return text === '' ? [] : [blanks(2), { text, style: 'dim' }];
}

/** Names the session and its agent; another host with its version, and the tool if the session is that of one tool. */
function identity({ model, theme }: TitleProps): TitlePart[] {
  const { session, host, waitingFor } = model;
  const facts = [
    host.kind === 'demo' ? 'demo' : waitingFor === null ? sessionName(session) : '',
    agentFact(model),
    hostFact(host),
    session.provider === 'agents' || waitingFor !== null ? '' : toolTitle(session.provider),
    session.lifecycle === 'creating' ? 'creating' : '',
  ].map((fact) => cleanLine(fact));
  const text = facts.filter((fact) => fact !== '').join(` ${theme.glyphs.separator} `);
  return text === '' ? [] : [blanks(2), { text, style: 'dim' }];
}

const shortName = (id: string): string => truncate(cleanLine(toolShort(id)), 2, '');

const fullName = (id: string): string => cleanLine(toolTitle(id));

function tabPart({ id, count }: Tab, isOpen: boolean, nameOf: (id: string) => string): TitlePart {
  const text = `${id === null ? 'All' : nameOf(id)} ${formatCount(count)}`;
  return isOpen ? { text: `[${text}]`, style: 'strong', tab: id } : { text, style: 'dim', tab: id };
}

/** Returns the tabs; the open one always has its full name. */
function tabParts(tabs: readonly Tab[], open: string | null, isShort: boolean, gap: number): TitlePart[] {
  return tabs.flatMap((tab) => {
    const isOpen = tab.id === open;
    return [blanks(gap), tabPart(tab, isOpen, isShort && !isOpen ? shortName : fullName)];
  });
}

/** What may be cut is left out if so few columns would show nothing of use. */
const shortestRest = 8;

/** A form of the left parts: those that have to fit, and those at the end that may be cut. */
interface LeftForm {
  fixed: TitlePart[];
  rest?: TitlePart[];
}

/** Returns the left parts without tabs, longest form first. */
function formsWithoutTabs(props: TitleProps, facts: readonly TitlePart[][]): LeftForm[] {
  const name = identity(props);
  return [
    { fixed: [...brand, ...name, ...(facts[0] ?? [])] },
    ...facts.map((some) => ({ fixed: [...brand, ...some], rest: name })),
    // The margin takes the place of one of the blanks before the first fact.
    ...facts.map((some) => ({ fixed: [blanks(1), ...some.slice(1)], rest: name })),
  ];
}

/** Returns the left parts with tabs, longest form first. */
function formsWithTabs(props: TitleProps, tabs: readonly Tab[], facts: readonly TitlePart[]): LeftForm[] {
  const { tab } = props;
  const named = [...brand, ...identity(props), ...facts];
  const open = tabs.filter(({ id }) => id === tab);
  return [
    { fixed: [...named, blanks(1), ...tabParts(tabs, tab, false, 2)] },
    { fixed: [...named, blanks(1), ...tabParts(tabs, tab, true, 2)] },
    { fixed: [...brand, ...agentParts(props), ...facts, ...tabParts(tabs, tab, true, 1)] },
    { fixed: [...brand, ...facts, ...tabParts(tabs, tab, true, 1)] },
    { fixed: [...brand, ...facts, ...tabParts(open, tab, true, 1)] },
    { fixed: [...facts, ...tabParts(open, tab, true, 1)] },
    { fixed: [...facts, ...open.flatMap((one) => [blanks(1), tabPart(one, true, shortName)])] },
  ];
}

function leftForms(props: TitleProps): LeftForm[] {
  const { model, kind, isPicking } = props;
  const tabs = isPicking ? [] : tabsOf(model, kind);
  const facts = temporaryWords.map((words) => warnings(props, words));
  return tabs.length === 0 ? formsWithoutTabs(props, facts) : formsWithTabs(props, tabs, facts[0] ?? []);
}

/** Below so many columns, the longest place is shortened: its key and the tab would be cut. */
const columnsForPlace = 40;

function placeIn({ model, scope, columns }: TitleProps): string {
  return scope === 'shared' && columns < columnsForPlace ? 'everyone' : placeWords(scope, model.host);
}

/** Where switches are kept, with the key that changes it. What is not the usual place is a warning. */
function scopeParts(props: TitleProps): TitlePart[] {
  const { model, scope, theme } = props;
  const words = placeIn(props);
  const text = model.noScopes === null ? `${words} ${keyFor('next-scope')}` : words;
  if (scope === defaultScope(model.host)) return [{ text, style: 'dim' }];
  return warningParts(text, theme);
}

function rightParts(props: TitleProps): TitlePart[] {
  const { waitingFor, isLoading, filesRead } = props.model;
  if (waitingFor !== null) return [{ text: cleanLine(waitingFor).replace(/\.$/, ''), style: 'dim' }];
  if (isLoading && filesRead !== null)
    return [{ text: `Reading files: ${formatCount(filesRead)}`, style: 'accent' }];
  return props.isPicking ? [{ text: 'choose one', style: 'dim' }] : scopeParts(props);
}

/** Returns the parts at the left, in the longest form that fits, and at the right. */
export function titleParts(props: TitleProps): { left: TitlePart[]; right: TitlePart[] } {
  const right = rightParts(props);
  const room = props.columns - rightMargin - 2 - widthOf(right);
  const forms = leftForms(props);
  const { fixed, rest = [] } = forms.find((form) => widthOf(form.fixed) <= room) ?? forms.at(-1)!;
  const hasRest = room - widthOf(fixed) >= Math.min(widthOf(rest), shortestRest);
  return { left: hasRest ? [...fixed, ...rest] : fixed, right };
}

/** Returns the tab in a column of the title; undefined if there is none. */
export function tabAt(props: TitleProps, column: number): string | null | undefined {
  let start = 0;
  for (const part of titleParts(props).left) {
    const end = start + displayWidth(part.text);
    if (column >= start && column < end) return part.tab;
    start = end;
  }
  return undefined;
}
