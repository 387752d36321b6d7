/** Asks opencode through its server. */

import { familyAsker } from './opencode-server.js';

const { platform, arch } = process;
const isWindows = platform === 'win32';

export const opencode = familyAsker({
  package: {
    name: 'opencode-ai',
    program: `opencode-${isWindows ? 'windows' : platform}-${arch}/bin/opencode${isWindows ? '.exe' : ''}`,
  },
  prefix: 'OPENCODE',
  builtIn: ['init', 'review'],
});
