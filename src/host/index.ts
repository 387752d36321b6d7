/** `skillpick/host`: the embedded host, for tests and tools of others. */

export { type Catalog, type DiscoverOptions, discover, type Source } from './discovery/discover.js';
export type { HostEnvironment } from './environment.js';
export { Host, type HostOptions } from './host.js';
export { SPOKEN_VERSIONS } from './wire/dialect.js';
export { type Published, publishEndpoint } from './wire/publish.js';
export { type RunningServer, type ServerOptions, serveHost } from './wire/server.js';
