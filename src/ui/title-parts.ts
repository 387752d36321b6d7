/**
 * The parts of the title, from left to right, in the longest form that fits. Tabs are parts with an id, so that the
 * mouse finds them.
 */

import { placeWords } from '../entries/scope-words.js';
import { hasFailed } from '../entries/session-info.js';
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

/** The facts that never give way to the tabs. */
function warnings({ model, theme }: TitleProps): TitlePart[] {
  const { session, limit, isTemporary } = model;
  const warn = (text: string): TitlePart[] => [blanks(2), ...warningParts(text, theme)];
  return [
    ...(isTemporary ? warn('temporary session, gone when you leave') : []),
    ...(limit === null ? [] : [blanks(2), { text: `only ${cleanLine(limit)}`, style: 'strong' } as const]),
    ...(session.status.includes('input needed') ? warn('input needed') : []),
    ...(hasFailed(session)
      ? [
          blanks(2),
          { text: cleanLine(`failed: ${session.error ?? 'no reason given'}`), style: 'bad' } as const,
        ]
      : []),
  ];
}

function hostFact(host: Model['host']): string {
  return isHere(host) ? '' : `${host.name} ${host.protocolVersion}`.trim();
}

/** Names the session; another host with its version, and the tool if the session is that of one tool. */
function identity({ model, theme }: TitleProps): TitlePart[] {
  const { session, host, waitingFor } = model;
  const facts = [
    host.kind === 'demo' ? 'demo' : waitingFor === null ? session.title || session.uri : '',
    hostFact(host),
    session.provider === 'agents' || waitingFor !== null ? '' : toolTitle(session.provider),
    session.lifecycle === 'creating' ? 'creating' : '',
  ].map((fact) => cleanLine(fact));
  const text = facts.filter((fact) => fact !== '').join(` ${theme.glyphs.separator} `);
  return text === '' ? [] : [blanks(2), { text, style: 'dim' }];
}

const shortName = (id: string): string => truncate(cleanLine(toolShort(id)), 2, '');

function tabPart({ id, count }: Tab, isOpen: boolean, isShort: boolean): TitlePart {
  const name = id === null ? 'All' : isShort && !isOpen ? shortName(id) : cleanLine(toolTitle(id));
  const text = `${name} ${formatCount(count)}`;
  return isOpen ? { text: `[${text}]`, style: 'strong', tab: id } : { text, style: 'dim', tab: id };
}

function tabParts(tabs: readonly Tab[], open: string | null, isShort: boolean, gap: number): TitlePart[] {
  return tabs.flatMap((tab) => [blanks(gap), tabPart(tab, tab.id === open, isShort)]);
}

/** Returns the left parts, longest form first. */
function leftForms(props: TitleProps): TitlePart[][] {
  const { model, kind, tab, isPicking } = props;
  const tabs = isPicking ? [] : tabsOf(model, kind);
  const facts = warnings(props);
  const named = [...brand, ...identity(props), ...facts];
  if (tabs.length === 0) return [named, [...brand, ...facts, ...identity(props)]];
  const open = tabs.filter(({ id }) => id === tab);
  return [
    [...named, blanks(1), ...tabParts(tabs, tab, false, 2)],
    [...named, blanks(1), ...tabParts(tabs, tab, true, 2)],
    [...brand, ...facts, ...tabParts(tabs, tab, true, 1)],
    [...brand, ...facts, ...tabParts(open, tab, true, 1)],
    [...facts, ...tabParts(open, tab, true, 1)],
  ];
}

/** Where switches are kept, with the key that changes it. What is not the usual place is a warning. */
function scopeParts({ model, scope, theme }: TitleProps): TitlePart[] {
  const words = !model.host.isOwn && scope === 'workspace' ? 'this workspace' : placeWords(scope);
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
  return { left: forms.find((parts) => widthOf(parts) <= room) ?? forms.at(-1)!, right };
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
