/** A scripted host over an in-memory pair: no sockets, so that a fake clock rules all the time there is. */

import { memoryPair, type Transport } from '../../src/protocol/transport.js';
import type { Peer, ScriptedHost } from './scripted-host.js';

/** Opens transports to the host, the way a client wants them. What is under way when one is cut is lost. */
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
