/** Connects to a scripted host without sockets, so that a fake clock controls all timing. */

import { memoryPair, type Transport } from '../../src/protocol/transport.js';
import type { Peer, ScriptedHost } from './scripted-host.js';

/** Returns a function that opens transports to the host; a cut loses the frames that are under way. */
export function memoryOpen(host: ScriptedHost): () => Promise<Transport> {
  return async () => {
    const [near, far] = memoryPair();
    let isCut = false;
    const peer: Peer = {
      send: (data) => far.send(String(data)),
      close: () => far.close(),
      terminate: () => {
        isCut = true;
        far.close();
      },
    };
    host.connected(peer);
    far.open({
      frame: (text) => void (isCut || host.receive(text, peer)),
      end: () => host.disconnected(peer),
    });
    return {
      ...methodsOf(near),
      open: ({ frame, end }) => near.open({ end, frame: (text) => void (isCut || frame(text)) }),
    };
  };
}

function methodsOf(transport: Transport): Pick<Transport, 'send' | 'close'> {
  return { send: (text) => transport.send(text), close: () => transport.close() };
}
