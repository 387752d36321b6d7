/** A raw client that publishes a plugin from a table of files, and answers the host's requests for them. */

import type { RawClient, RawEnvelope, RawMessage } from './raw-client.js';

/** Texts by path below the plugin. */
export type PluginTexts = Record<string, string>;

type Answer = { result: unknown } | { error: { code: number; message: string } } | undefined;

const notFound: Answer = { error: { code: -32008, message: 'there is no such file' } };

export const pluginUri = 'virtual://client/pack';

export const packTexts: PluginTexts = {
  'plugin.json': '{"name":"pack","version":"1.2.0"}',
  'skills/deploy/SKILL.md': '---\nname: deploy\ndescription: Deploys.\n---\nBody.\n',
  'skills/deploy/logo.png': 'not read',
  'agents/helper.md': '---\nname: helper\ndescription: Helps.\n---\nHelp.\n',
};

export class PluginClient {
  readonly client: RawClient;
  /** The requests of the host so far. */
  readonly requests: RawMessage[] = [];
  texts: PluginTexts = packTexts;
  /** Where the plugin is for this client. */
  uri = pluginUri;
  /** Answers in place of the files; undefined leaves the request without an answer. */
  answer: (method: string, path: string) => Answer = (method, path) => this.serve(method, path);

  constructor(client: RawClient) {
    this.client = client;
    client.socket.on('message', (data) => this.#receive(JSON.parse(String(data)) as RawMessage));
  }

  /** The answer of a correct client. */
  serve(method: string, path: string): Answer {
    const text = this.texts[path];
    if (method === 'resourceRead')
      return text === undefined ? notFound : { result: { data: text, encoding: 'utf-8' } };
    const start = path === '' ? '' : `${path}/`;
    const names = Object.keys(this.texts).filter((one) => one.startsWith(start));
    if (method === 'resourceResolve') {
      if (text !== undefined) return { result: { uri: path, type: 'file', size: text.length } };
      return names.length === 0 ? notFound : { result: { uri: path, type: 'directory', size: 0 } };
    }
    const entries = new Map<string, string>();
    for (const name of names.map((one) => one.slice(start.length)))
      entries.set(name.split('/')[0]!, name.includes('/') ? 'directory' : 'file');
    return { result: { entries: [...entries].map(([name, type]) => ({ name, type })) } };
  }

  /** Publishes the plugin and returns the echo. */
  publish(session: string, fields: object = {}, more: object = {}): Promise<RawEnvelope> {
    const customizations = [
      { type: 'plugin', id: 'p1', uri: pluginUri, name: 'pack', nonce: 'n1', ...fields },
    ];
    return this.set(session, customizations, more);
  }

  /** Becomes active with these customizations and returns the echo. */
  set(session: string, customizations: unknown, more: object = {}): Promise<RawEnvelope> {
    const { client } = this;
    const activeClient = {
      clientId: client.clientId,
      displayName: 'Test',
      tools: [],
      customizations,
      ...more,
    };
    return client.echo(client.dispatch(session, { type: 'session/activeClientSet', activeClient }));
  }

  /** What became of a plugin so far: its load states, and `removed`. */
  story(of: RawClient = this.client, id = 'p1'): string[] {
    return of.envelopes().flatMap(({ action }) => {
      const { type, customization } = action as {
        type: string;
        customization?: { id: string; load?: object };
      };
      if (type === 'session/customizationRemoved') return action['id'] === id ? ['removed'] : [];
      if (customization?.id !== id) return [];
      return [(customization.load as { kind: string }).kind];
    });
  }

  /** Resolves once the story of the plugin ends like this. */
  async until(last: string, of: RawClient = this.client, count = 1): Promise<void> {
    await of.until(() => this.story(of).filter((one) => one === last).length >= count);
  }

  #receive({ id, method, params }: RawMessage): void {
    if (method === undefined || id === undefined) return;
    this.requests.push({ method, params: params ?? {} });
    const uri = String(params?.['uri']);
    const path = decodeURIComponent(uri.slice(this.uri.length + 1));
    const answer = uri.startsWith(this.uri) ? this.answer(method, path) : notFound;
    if (answer !== undefined) this.client.send({ jsonrpc: '2.0', id, ...answer });
  }
}
