/** The Ink components: they show the lines of the store's screen. */

import { Box, Text } from 'ink';
import { memo, useSyncExternalStore } from 'react';
import type { Screen } from './screen.js';

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
  draw(screen: Screen): readonly string[];
}

export function App({ store, draw }: AppProps) {
  const screen = useSyncExternalStore(store.subscribe, store.getSnapshot);
  return (
    <Box flexDirection="column">
      {draw(screen).map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of the screen is its position
        <Line key={index} text={text} />
      ))}
    </Box>
  );
}
