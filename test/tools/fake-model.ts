/**
 * A local model server that keeps each request, which lists the skills that a tool offers. It refuses every request,
 * unless it was given replies.
 */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const refusal = JSON.stringify({
  type: 'error',
  error: { type: 'invalid_request_error', message: 'this model answers nothing' },
});

/** Returns the event stream to reply to a request with; undefined to refuse the request. */
export type Reply = (body: string) => string | undefined;

export class FakeModel {
  readonly bodies: string[] = [];
  readonly #server: Server;

  private constructor(reply: Reply) {
    this.#server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const isAsked = request.method === 'POST';
        if (isAsked) this.bodies.push(body);
        const events = isAsked ? reply(body) : undefined;
        if (events !== undefined) {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(events);
          return;
        }
        response.writeHead(isAsked ? 400 : 200, { 'content-type': 'application/json' });
        response.end(isAsked ? refusal : '{"data": [], "models": []}');
      });
    });
  }

  static async start(reply: Reply = () => undefined): Promise<FakeModel> {
    const model = new FakeModel(reply);
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

  /** Forgets the requests so far. */
  clear(): void {
    this.bodies.length = 0;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
