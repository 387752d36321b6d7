import { opencode } from '../../../src/host/tools/opencode/opencode.js';
import { opencode as asker } from '../askers/opencode.js';
import { testSwitching } from './opencode-family.js';

testSwitching({
  tool: opencode,
  asker,
  made: {
    workspace: 'opencode.json',
    shared: 'opencode.json',
    global: '~/.config/opencode/opencode.json',
  },
});
