/** The picker as components: they draw what the store says and decide nothing. */

import { Box, Text } from 'ink';
import { memo, useSyncExternalStore } from 'react';
import type { PickerStore } from '../app/picker-store.js';
import type { Theme } from '../text/theme.js';
import { drawScreen } from './draw-screen.js';
import { drawSpoken } from './spoken.js';

/** One ready line; it is drawn again only when it differs. */
const Line = memo(function Line({ text }: { text: string }) {
  return <Text wrap="truncate">{text === '' ? ' ' : text}</Text>;
});

export interface AppProps {
  store: PickerStore;
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
