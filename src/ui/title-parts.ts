/**
 * The parts of the title, from left to right, in the longest form that fits. Tabs are parts with an id, so that the
 * mouse finds them.
 */

import { placeWords } from '../entries/scope-words.js';
import { defaultScope } from '../entries/switch-lifetime.js';
import { toolShort, toolTitle } from '../entries/tool-names.js';
import { keyFor } from '../picker/keymap.js';
import { type Tab, tabsOf } from '../picker/tabs.js';
import { cleanLine } from '../text/clean.js';
import { formatCount } from '../text/humanize.js';
import { rightMargin } from '../text/row-columns.js';
import type { Theme } from '../text/theme.js';
import { displayWidth, truncate } from '../text/width.js';
import { sessionWarnings, temporaryWords } from './session-warnings.js';
import {
  agentFact,
  agentPart,
  blanks,
  type FlexiblePart,
  identity,
  identityPart,
  type TitlePart,
  type TitleProps,
  widthOf,
} from './title-identity.js';

const brand: readonly TitlePart[] = [blanks(1), { text: 'skillpick', style: 'strong' }];

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

/** A form of the left parts: those that have to fit, and one that may be cut. */
interface LeftForm {
  before: TitlePart[];
  flexible?: FlexiblePart;
  after?: TitlePart[];
}

/** Returns the left parts without tabs, longest form first. */
function formsWithoutTabs(props: TitleProps, facts: readonly TitlePart[][]): LeftForm[] {
  const flexible = identityPart(props, 2);
  const forms = [
    ...facts.map((some) => ({ before: [...brand, ...some], flexible })),
    // The margin takes the place of one of the blanks before what is first.
    ...facts.map((some) =>
      some.length === 0
        ? { before: [], flexible: identityPart(props, 1) }
        : { before: [blanks(1), ...some.slice(1)], flexible },
    ),
  ];
  return [
    { before: [...brand, ...identity(props), ...(facts[0] ?? [])] },
    ...forms,
    ...[agentPart(props, 2).least, 0].flatMap((least) =>
      forms.map((form) => ({ ...form, flexible: { ...form.flexible, least } })),
    ),
  ];
}

/** Returns the left parts with tabs, longest form first. The agent gives way to the tabs, and the brand to the agent. */
function formsWithTabs(props: TitleProps, tabs: readonly Tab[], facts: readonly TitlePart[]): LeftForm[] {
  const { tab } = props;
  const named = [...brand, ...identity(props), ...facts];
  const open = tabs.filter(({ id }) => id === tab);
  const withAgent = (after: TitlePart[]): LeftForm[] =>
    agentFact(props.model) === ''
      ? []
      : [
          { before: [...brand], flexible: agentPart(props, 2), after },
          { before: [], flexible: agentPart(props, 1), after },
        ];
  const short = [...facts, ...tabParts(tabs, tab, true, 1)];
  const openOnly = [...facts, ...tabParts(open, tab, true, 1)];
  return [
    { before: [...named, blanks(1), ...tabParts(tabs, tab, false, 2)] },
    { before: [...named, blanks(1), ...tabParts(tabs, tab, true, 2)] },
    ...withAgent(short),
    { before: [...brand, ...short] },
    ...withAgent(openOnly),
    { before: [...brand, ...openOnly] },
    { before: openOnly },
    { before: [...facts, ...open.flatMap((one) => [blanks(1), tabPart(one, true, shortName)])] },
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
  if (model.host.listsOnly) return [{ text: 'read-only', style: 'strong' }];
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
  const leftIn = ({ before, after = [] }: LeftForm) => room - widthOf(before) - widthOf(after);
  const form = forms.find((some) => leftIn(some) >= (some.flexible?.least ?? 0)) ?? forms.at(-1)!;
  const { before, flexible, after = [] } = form;
  return { left: [...before, ...(flexible?.draw(leftIn(form)) ?? []), ...after], right };
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
