/** `skillpick/host`: the embedded host, for other programs and their tests. */

export type { Catalog, Source } from './discovery/catalog.js';
export { type DiscoverOptions, discover } from './discovery/discover.js';
export type { HostEnvironment } from './environment.js';
export { Host, type HostOptions } from './host.js';
export { SPOKEN_VERSIONS } from './wire/negotiate.js';
export { type Published, publishEndpoint } from './wire/publish.js';
export {
  type ListeningServer,
  type RunningServer,
  type ServerOptions,
  type SocketServerOptions,
  serveHost,
  serveSocket,
} from './wire/server.js';
