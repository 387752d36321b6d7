/** The options that most commands have. */

import type { StyleOptions } from '../output/streams.js';
import type { ConnectOptions } from '../source/connect-options.js';

export interface CommandOptions extends ConnectOptions, StyleOptions {
  json?: boolean;
}
