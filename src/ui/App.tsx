/** The Ink components: they draw the store's screen and decide nothing. */

import { Box, Text } from 'ink';
import { memo, useSyncExternalStore } from 'react';
import type { Theme } from '../text/theme.js';
import { drawScreen } from './draw-screen.js';
import type { Screen } from './screen.js';
import { drawSpoken } from './spoken.js';

/** A line that is drawn again only if its text changed. */
const Line = memo(function Line({ text }: { text: string }) {
  return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>;
});

/** Where the screen to draw comes from. */
interface ScreenStore {
  subscribe(listener: () => void): () => void;
  /** Returns the same object until the screen changes. */
  getSnapshot(): Screen;
}

interface AppProps {
  store: ScreenStore;
  theme: Theme;
  /** Draws sentences for screen readers instead of a full screen. */
  isSpoken: boolean;
}

export function App({ store, theme, isSpoken }: AppProps) {
  const screen = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const lines = isSpoken ? drawSpoken(screen) : drawScreen(screen, theme);
  return (
    <Box flexDirection="column">
      {lines.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its position
        <Line key={index} text={text} />
      ))}
    </Box>
  );
}
