/** The first line: the session and its host, or a banner while the connection is lost. */

import { withFullStop } from '../entries/describe.js';
import { scopeWords } from '../entries/scope-words.js';
import { hasFailed } from '../entries/session-info.js';
import { defaultScope } from '../entries/switch-lifetime.js';
import { keyFor } from '../picker/keymap.js';
import type { Model } from '../picker/state.js';
import { cleanLine } from '../text/clean.js';
import { Line } from '../text/line.js';
import { paint, type StyledText, type Theme } from '../text/theme.js';
import { displayWidth, truncate } from '../text/width.js';
import type { Screen } from './screen.js';

/** Returns null while the connection works. */
function bannerOf({ model: { link, waitingFor }, nowMs }: Screen): StyledText | null {
  if (waitingFor !== null) return null;
  switch (link.kind) {
    case 'live':
      return null;
    case 'connecting':
      return { text: 'Connection lost, trying again. Switches wait.', style: 'warn' };
    case 'waiting': {
      const seconds = Math.max(0, Math.ceil((link.retryAtMs - nowMs) / 1000));
      const text = `Connection lost, next try in ${seconds} s. Switches wait. (${link.reason})`;
      return { text, style: 'warn' };
    }
    case 'gone':
      return {
        text: `The host is gone: ${withFullStop(link.reason)} ${keyFor('choose')} opens another.`,
        style: 'bad',
      };
  }
}

function lifecycleFact({ session }: Model): string {
  if (session.lifecycle === 'creating') return 'creating';
  return hasFailed(session) ? `failed: ${session.error ?? 'no reason given'}` : '';
}

function hostFact({ host }: Model): string {
  return host.kind === 'embedded' ? 'embedded host' : `${host.name} ${host.protocolVersion}`.trim();
}

function factsOf(screen: Screen): string[] {
  const { model, state, isPicking } = screen;
  if (model.waitingFor !== null) return [hostFact(model)];
  const { session, tools, isTemporary, limit } = model;
  return [
    isPicking ? 'choose one' : '',
    state.scope === defaultScope(model.host)
      ? ''
      : model.host.isOwn
        ? scopeWords(state.scope)
        : `scope: ${state.scope}`,
    isTemporary ? 'temporary session, gone when you leave: the host has none' : '',
    session.title || session.uri,
    hostFact(model),
    // The provider of all tools is shown as their names.
    tools.length > 0 && session.provider === 'agents' ? tools.join(' ') : session.provider,
    limit === null ? '' : `only ${limit}`,
    session.status.includes('input needed') ? 'input needed' : '',
    lifecycleFact(model),
  ].filter((fact) => fact !== '');
}

export function drawTitle(screen: Screen, theme: Theme): string {
  const { columns } = screen.size;
  const banner = bannerOf(screen);
  if (banner !== null) {
    const text = truncate(` ${cleanLine(banner.text)}`, columns, theme.glyphs.ellipsis);
    return paint(theme, banner.style, text);
  }
  const isLive = screen.model.link.kind === 'live';
  const right = isLive ? `${theme.glyphs.live} live ` : `connecting${theme.glyphs.ellipsis} `;
  const line = new Line(theme, columns - displayWidth(right) - 1);
  line.add(' ').add('skillpick', 'strong').add('   ');
  const facts = factsOf(screen).map((fact) => cleanLine(fact));
  line.add(facts.join(` ${theme.glyphs.separator} `), screen.model.isTemporary ? 'warn' : 'dim');
  return `${line.toString()} ${paint(theme, isLive ? 'good' : 'warn', right)}`;
}
