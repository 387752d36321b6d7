/**
 * A model for Qwen Code that tries every skill and every agent. Qwen Code lists an entry to its model even
 * if a permission rule refuses its use, so only a call shows whether the model may use it.
 */

interface Message {
  readonly role: string;
  readonly content: string | readonly { readonly text?: string }[];
  readonly tool_call_id?: string;
}

interface Body {
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description: string } }[];
}

/** An entry that Qwen Code lists to its model. */
export interface OfferedEntry {
  readonly kind: 'skill' | 'agent';
  readonly name: string;
  readonly description: string;
}

/** An entry that the model tries. */
export type TriedEntry = Pick<OfferedEntry, 'kind' | 'name'>;

/** What Qwen Code offered, and which calls it refused. */
export interface Offer {
  readonly entries: readonly OfferedEntry[];
  /** True if Qwen Code has carried out the call of this entry, or would have. */
  isAllowed(entry: TriedEntry): boolean;
}

const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('\n');

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string): string => text.replace(/&(\w+);/g, (all, name) => entities[name] ?? all);

function offeredEntries({ messages, tools = [] }: Body): OfferedEntry[] {
  const text = messages
    .filter(({ role }) => role === 'user')
    .map(textOf)
    .join('\n');
  const skills = text.matchAll(
    /<skill>\n<name>\n(.*)\n<\/name>\n<description>\n([\s\S]*?)\n<\/description>\n<location>\n(.*)\n/g,
  );
  const agentTool = tools.find((tool) => tool.function.name === 'agent')?.function.description ?? '';
  const [, agentText = ''] = agentTool.split('tools they have access to:\n');
  const [agentList = ''] = agentText.split('\n\nWhen using the Agent tool');
  const agents = agentList.matchAll(/^- \*\*(.*)\*\*: (.*)$/gm);
  return [
    ...[...skills]
      .filter(([, , , location]) => location !== 'bundled')
      .map(([, name = '', description = '']) => ({
        kind: 'skill' as const,
        name: unescaped(name),
        description: unescaped(description),
      })),
    ...[...agents].map(([, name = '', description = '']) => ({ kind: 'agent' as const, name, description })),
  ];
}

function callOf({ kind, name }: TriedEntry, index: number): object {
  // An agent in a directory that does not exist is refused right after the permission rules.
  const agentInput = { description: 'a test', prompt: 'none', subagent_type: name, working_dir: '/nowhere' };
  const input = kind === 'skill' ? { skill: name } : agentInput;
  return {
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name: kind, arguments: JSON.stringify(input) },
  };
}

export function replyWith(choices: readonly object[]): string {
  const chunks = choices.map((choice) => ({
    id: 'x',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'none',
    choices: [{ index: 0, ...choice }],
  }));
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
}

export const goodbye = replyWith([{ delta: { role: 'assistant', content: 'Done.' }, finish_reason: 'stop' }]);

const callsFor = (entries: readonly TriedEntry[]): string =>
  replyWith([
    { delta: { role: 'assistant', tool_calls: entries.map(callOf) }, finish_reason: null },
    { delta: {}, finish_reason: 'tool_calls' },
  ]);

const keyOf = ({ kind, name }: TriedEntry): string => `${kind} ${name}`;
const refusal = /denied by permission rules|^Skill ".*" (?:not found|is disabled|is gated)/s;

let trials = 0;

/** A prompt in which the model tries all that it is offered, apart from what is built in. */
export class Trial {
  readonly prompt: string;
  readonly #isBuiltIn: (entry: OfferedEntry) => boolean;
  #offered: readonly OfferedEntry[] | undefined;
  #calls: readonly TriedEntry[] = [];
  #report: (offer: Offer) => void = () => undefined;
  /** Settles once all calls have had their results. */
  readonly offer = new Promise<Offer>((resolve) => {
    this.#report = resolve;
  });

  constructor(isBuiltIn: (entry: OfferedEntry) => boolean) {
    this.#isBuiltIn = isBuiltIn;
    trials += 1;
    this.prompt = `This is trial ${trials}.`;
  }

  /** True if a request is about this prompt. */
  isIn(text: string): boolean {
    return text.includes(this.prompt);
  }

  /** Has the model try entries that are not offered to it. */
  tryToo(entries: readonly TriedEntry[]): void {
    this.#calls = entries;
  }

  /** Returns the reply of the model. */
  reply(text: string): string {
    const body = JSON.parse(text) as Body;
    if (this.#offered === undefined) {
      this.#offered = offeredEntries(body);
      const tools = (body.tools ?? []).map((tool) => tool.function.name);
      const offered = this.#offered.filter((entry) => !this.#isBuiltIn(entry));
      const tried = new Map([...offered, ...this.#calls].map((entry) => [keyOf(entry), entry]));
      this.#calls = [...tried.values()].filter(({ kind }) => tools.includes(kind));
      if (this.#calls.length > 0) return callsFor(this.#calls);
    }
    this.#finish(body.messages, this.#offered);
    return goodbye;
  }

  #finish(messages: readonly Message[], entries: readonly OfferedEntry[]): void {
    const results = messages.filter(({ role }) => role === 'tool');
    const allowed = results
      .filter((message) => !refusal.test(textOf(message)))
      .flatMap((message) => this.#calls[Number(message.tool_call_id?.replace('call_', ''))] ?? []);
    const keys = new Set(allowed.map(keyOf));
    this.#report({ entries, isAllowed: (entry) => keys.has(keyOf(entry)) });
  }
}
