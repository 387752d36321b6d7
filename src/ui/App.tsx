/** The screen: regions stacked from the title to the footer. Together they have as many lines as the terminal has rows. */

import { Box } from 'ink';
import { useSyncExternalStore } from 'react';
import type { Theme } from '../text/theme.js';
import { Banner, bannerOf } from './Banner.js';
import { BottomLines } from './BottomLines.js';
import { bottomOf } from './bottom.js';
import { Footer } from './Footer.js';
import { footerHints } from './footer-hints.js';
import { ListView } from './ListView.js';
import { OtherView } from './OtherView.js';
import { Spoken } from './Spoken.js';
import { layoutOf, type Screen } from './screen.js';
import { Title } from './Title.js';
import { TooSmall } from './TooSmall.js';

/** Where the screen to draw comes from. */
interface ScreenStore {
  subscribe(listener: () => void): () => void;
  /** Returns the same object until the screen changes. */
  getSnapshot(): Screen;
}

const useScreen = ({ subscribe, getSnapshot }: ScreenStore): Screen =>
  useSyncExternalStore(subscribe, getSnapshot);

interface DrawProps {
  screen: Screen;
  theme: Theme;
}

function FirstLine({ screen, theme }: DrawProps) {
  const { state, model, isPicking, size } = screen;
  const { kind, tab, scope } = state;
  const banner = bannerOf(screen);
  if (banner === null)
    return <Title {...{ model, kind, tab, scope, isPicking, theme }} columns={size.columns} />;
  const sign = model.link.kind === 'gone' ? theme.tone.bad : theme.tone.warn;
  return <Banner text={banner} sign={sign} columns={size.columns} theme={theme} />;
}

function Regions({ screen, theme }: DrawProps) {
  const { state, size } = screen;
  const bottom = bottomOf(screen, theme);
  const isList = state.view.type === 'list' || state.view.type === 'batch' || state.view.type === 'consent';
  return (
    <Box flexDirection="column">
      <FirstLine screen={screen} theme={theme} />
      {isList ? (
        <ListView screen={screen} bottom={bottom} theme={theme} />
      ) : (
        <OtherView screen={screen} bottom={bottom} theme={theme} />
      )}
      <BottomLines screen={screen} bottom={bottom} theme={theme} />
      {bottom.hasFooter && <Footer hints={footerHints(screen, theme)} columns={size.columns} theme={theme} />}
    </Box>
  );
}

interface AppProps {
  store: ScreenStore;
  theme: Theme;
  /** For screen readers: sentences in place of the screen. */
  isSpoken?: boolean;
}

export function App({ store, theme, isSpoken = false }: AppProps) {
  const screen = useScreen(store);
  if (isSpoken) return <Spoken screen={screen} />;
  if (layoutOf(screen).isTooSmall) return <TooSmall size={screen.size} theme={theme} />;
  return <Regions screen={screen} theme={theme} />;
}
