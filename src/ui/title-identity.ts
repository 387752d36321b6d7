/** The parts of the title that name the session and its agent, whole or cut to the room that the other parts leave. */

import { sessionName } from '../entries/session-info.js';
import { toolTitle } from '../entries/tool-names.js';
import { isHere, type KindFilter, type Model, type PickerState } from '../picker/state.js';
import { cleanLine } from '../text/clean.js';
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

export const blanks = (columns: number): TitlePart => ({ text: ' '.repeat(columns), style: 'plain' });

export const widthOf = (parts: readonly TitlePart[]): number =>
  parts.reduce((width, { text }) => width + displayWidth(text), 0);

function hostFact(host: Model['host']): string {
  if (host.listsOnly) return `${host.name} over ACP`;
  return isHere(host) ? '' : `${host.name} ${host.protocolVersion}`.trim();
}

type Glyphs = Theme['glyphs'];

/** Names the selected agent. */
export function agentFact({ agent, waitingFor }: Model): string {
  return agent === null || waitingFor !== null ? '' : cleanLine(`agent ${agent.name}`);
}

/** In fewer columns, nothing of use is left of the agent, or of what else may be cut. */
const shortestAgent = 11;
const shortestRest = 8;

/** Returns the fewest columns in which the text is worth showing. */
const leastOf = (text: string, shortest: number): number => Math.min(displayWidth(text), shortest);

const dimPart = (text: string, gap: number): TitlePart[] =>
  text === '' ? [] : [blanks(gap), { text, style: 'dim' }];

/** A part of the title that is cut to the room that the others leave. */
export interface FlexiblePart {
  /** Without so many columns, another form is better. */
  least: number;
  draw(room: number): TitlePart[];
}

/** The selected agent alone, where there is no room for the name of the session. */
export function agentPart({ model, theme }: TitleProps, gap: number): FlexiblePart {
  const text = agentFact(model);
  if (text === '') return { least: 0, draw: () => [] };
  return {
    least: gap + leastOf(text, shortestAgent),
    draw: (room) => dimPart(truncate(text, room - gap, theme.glyphs.ellipsis), gap),
  };
}

/** Names the session and its agent; another host with its version, and the tool if the session is that of one tool. */
function identityFacts({ model }: TitleProps): string[] {
  const { session, host, waitingFor } = model;
  return [
    host.kind === 'demo' ? 'demo' : waitingFor === null ? sessionName(session) : '',
    agentFact(model),
    hostFact(host),
    session.provider === 'agents' || host.listsOnly || waitingFor !== null ? '' : toolTitle(session.provider),
    session.lifecycle === 'creating' ? 'creating' : '',
  ].map((fact) => cleanLine(fact));
}

/** Returns name and agent in so many columns. The name gives way to the agent. */
function namedAgent(name: string, agent: string, columns: number, { ellipsis, separator }: Glyphs): string {
  const between = ` ${separator} `;
  const left = columns - displayWidth(between);
  const nameColumns = Math.max(leastOf(name, shortestRest), left - displayWidth(agent));
  const agentColumns = left - Math.min(displayWidth(name), nameColumns);
  if (agentColumns < leastOf(agent, shortestAgent)) return truncate(agent, columns, ellipsis);
  return truncate(name, nameColumns, ellipsis) + between + truncate(agent, agentColumns, ellipsis);
}

/** Returns the facts. With an agent they fit in so many columns, but for the last ones, which are cut at the edge. */
function identityText(props: TitleProps, columns: number): string {
  const { glyphs } = props.theme;
  const facts = identityFacts(props);
  const shown = (some: readonly string[]) => some.filter((fact) => fact !== '').join(` ${glyphs.separator} `);
  const [name = '', agent = ''] = facts;
  const [first, all] = [shown([name, agent]), shown(facts)];
  if (agent === '' || name === '') return all;
  const room = columns - displayWidth(first);
  if (room < 0) return namedAgent(name, agent, columns, glyphs);
  return room < leastOf(all.slice(first.length), shortestRest) ? first : all;
}

/** Returns the parts about the session in full. */
export const identity = (props: TitleProps): TitlePart[] =>
  dimPart(identityText(props, Number.POSITIVE_INFINITY), 2);

/** A wider agent is cut before what else is in the title gets shorter. */
const widestAgent = 20;

/** Names the session and its agent; `least` is enough for both, if there is an agent. */
export function identityPart(props: TitleProps, gap: number): FlexiblePart {
  const whole = widthOf(identity(props));
  const [name = '', agent = ''] = identityFacts(props);
  const named =
    name === '' ? 0 : leastOf(name, shortestRest) + displayWidth(props.theme.glyphs.separator) + 2;
  return {
    least: agent === '' ? 0 : gap + named + leastOf(agent, widestAgent),
    draw: (room) =>
      room < Math.min(whole, shortestRest) ? [] : dimPart(identityText(props, room - gap), gap),
  };
}
