/**
 * What Claude Code puts before its model, and a model that tries every skill. Claude Code lists a skill even if a
 * permission rule refuses its use, so only a call shows whether the model may use it.
 */

import { FakeModel } from '../fake-model.js';

interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly tool_use_id?: string;
  readonly content?: unknown;
}

interface Body {
  readonly messages: readonly { readonly content: string | readonly Block[] }[];
}

function blocksOf(body: string): readonly Block[] {
  const { messages } = JSON.parse(body) as Body;
  return messages.flatMap(({ content }) => (typeof content === 'string' ? [{ text: content }] : content));
}

/** Returns the items of a list in the text, without the dashes. A text may follow on the lines below an item. */
function listBelow(text: string, heading: string): string[] {
  const start = text.lastIndexOf(heading);
  if (start === -1) return [];
  const [list = ''] = text
    .slice(start + heading.length)
    .trimStart()
    .split('\n\n', 1);
  return list
    .split(/^- /m)
    .slice(1)
    .map((item) => item.trimEnd());
}

const skillHeading = 'skills are available for use with the Skill tool:';
const agentHeading = 'agent types for the Agent tool:';

const listIn = (body: string, heading: string): string[] =>
  listBelow(
    blocksOf(body)
      .map(({ text }) => text ?? '')
      .join('\n'),
    heading,
  );

/** True if the item is for this name. A description follows, after a second name in parentheses if there is one. */
const isFor = (item: string, name: string): boolean =>
  item === name || item.startsWith(`${name}: `) || item.startsWith(`${name} (`);

const event = (type: string, more: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;

/** A call of a tool by the model. */
export interface ModelCall {
  readonly name: string;
  readonly input: object;
}

interface ReplyBlock {
  readonly start: object;
  readonly delta: object;
}

/** Returns a reply of the model with these blocks. */
function replyOf(blocks: readonly ReplyBlock[], stopReason: string): string {
  const message = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'none',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const content = blocks.map(
    ({ start, delta }, index) =>
      event('content_block_start', { index, content_block: start }) +
      event('content_block_delta', { index, delta }) +
      event('content_block_stop', { index }),
  );
  const end = { delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 1 } };
  return (
    event('message_start', { message }) +
    content.join('') +
    event('message_delta', end) +
    event('message_stop', {})
  );
}

/** Returns a reply in which the model makes these calls, with the ids `toolu_0`, `toolu_1` and so on. */
export const callsFor = (calls: readonly ModelCall[]): string =>
  replyOf(
    calls.map(({ name, input }, index) => ({
      start: { type: 'tool_use', id: `toolu_${index}`, name, input: {} },
      delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    })),
    'tool_use',
  );

/** A reply that ends a prompt. */
export const lastReply = replyOf(
  [{ start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: 'Done.' } }],
  'end_turn',
);

const callOf = (skill: string): ModelCall => ({ name: 'Skill', input: { skill } });

/** A model that is offered skills and agents, and calls the skills. */
export class ClaudeOffer {
  readonly model: FakeModel;
  /** Names of skills that the model calls if they are offered, in the order of the calls. */
  readonly #wanted: string[] = [];
  #first = '';

  private constructor(model: FakeModel) {
    this.model = model;
  }

  static async start(): Promise<ClaudeOffer> {
    const model = await FakeModel.start((body) => offer.#reply(body));
    const offer = new ClaudeOffer(model);
    return offer;
  }

  #reply(body: string): string | undefined {
    if (!body.includes('"tools"') || body.includes('"tool_result"')) return undefined;
    this.#first = body;
    const called = this.#wanted.filter((name) => this.#isListed(name));
    this.#wanted.splice(0, this.#wanted.length, ...called);
    return called.length === 0 ? undefined : callsFor(called.map(callOf));
  }

  /** Has the model call these skills, as far as they are offered. */
  try(names: readonly string[]): void {
    this.#wanted.push(...names);
  }

  #isListed(name: string): boolean {
    return listIn(this.#first, skillHeading).some((item) => isFor(item, name));
  }

  /** True if the skill is offered, and no rule refused its call. */
  mayUse(name: string): boolean {
    const id = `toolu_${this.#wanted.indexOf(name)}`;
    return this.#isListed(name) && !this.#refused().has(id);
  }

  #refused(): Set<string | undefined> {
    const results = this.model.bodies
      .filter((body) => body.includes('"tool_result"'))
      .flatMap(blocksOf)
      .filter((block) => JSON.stringify(block.content ?? '').includes('blocked by permission rules'));
    return new Set(results.map(({ tool_use_id }) => tool_use_id));
  }

  offersAgent(name: string): boolean {
    return listIn(this.#first, agentHeading).some((item) => isFor(item, name));
  }
}
