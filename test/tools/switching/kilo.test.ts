import { kilo } from '../../../src/host/tools/kilo/kilo.js';
import { kilo as asker } from '../askers/kilo.js';
import { testSwitching } from './opencode-family.js';

testSwitching({
  tool: kilo,
  asker,
  made: {
    workspace: '.kilo/kilo.jsonc',
    shared: '.kilo/kilo.jsonc',
    global: '~/.config/kilo/kilo.jsonc',
  },
});
