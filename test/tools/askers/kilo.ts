/** Asks Kilo through its server. */

import { familyAsker } from './opencode-server.js';

const { platform, arch } = process;
const isWindows = platform === 'win32';

export const kilo = familyAsker({
  package: {
    name: '@kilocode/cli',
    program: `@kilocode/cli-${isWindows ? 'windows' : platform}-${arch}/bin/kilo${isWindows ? '.exe' : ''}`,
  },
  prefix: 'KILO',
  builtIn: ['init', 'review', 'goal', 'resume-claude', 'resume-codex'],
});
