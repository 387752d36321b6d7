/** A local model server that never answers and keeps each request, which lists the skills that a tool offers. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const refusal = JSON.stringify({
  type: 'error',
  error: { type: 'invalid_request_error', message: 'this model answers nothing' },
});

export class FakeModel {
  readonly bodies: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const isAsked = request.method === 'POST';
        if (isAsked) this.bodies.push(body);
        response.writeHead(isAsked ? 400 : 200, { 'content-type': 'application/json' });
        response.end(isAsked ? refusal : '{"data": [], "models": []}');
      });
    });
  }

  static async start(): Promise<FakeModel> {
    const model = new FakeModel();
    await new Promise<void>((resolve) => model.#server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What was sent along with tools, as one text with its line ends in place. */
  get offer(): string {
    const offers = this.bodies.filter((body) => body.includes('"tools"'));
    return offers.join('\n').replaceAll('\\n', '\n').replaceAll('\\"', '"');
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
