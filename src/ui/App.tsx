/** The picker as components: they draw what the store says and decide nothing. */

import { Box, Text } from 'ink';
import { memo, useSyncExternalStore } from 'react';
import type { Theme } from '../text/theme.js';
import { drawScreen } from './draw-screen.js';
import type { Screen } from './screen.js';
import { drawSpoken } from './spoken.js';

/** One ready line; it is drawn again only when it differs. */
const Line = memo(function Line({ text }: { text: string }) {
  return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>;
});

/** Where the screen to draw comes from. */
export interface ScreenStore {
  subscribe(listener: () => void): () => void;
  /** Returns the same object until the screen changes. */
  getSnapshot(): Screen;
}

export interface AppProps {
  store: ScreenStore;
  theme: Theme;
  /** For screen readers: the current row in words instead of a full screen. */
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
