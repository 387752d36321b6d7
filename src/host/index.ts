/** `skillpick/host`: the embedded host, for tests and tools of others. */

export { SPOKEN_VERSIONS } from './dialect.js';
export { type Catalog, type DiscoverOptions, discover, type Source } from './discovery/catalog.js';
export type { HostEnvironment } from './environment.js';
export { Host, type HostOptions } from './host.js';
export { type Published, publishEndpoint } from './publish.js';
export { type RunningServer, type ServerOptions, serveHost } from './server.js';
