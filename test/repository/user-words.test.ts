import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LeavingReport, unsettledTexts } from '../../src/app/leaving.js';
import { containerNote, noteOf, stateText, whyUnpickable } from '../../src/entries/describe.js';
import { noEntries } from '../../src/entries/entries.js';
import { factsOf } from '../../src/entries/facts.js';
import { scopeText } from '../../src/entries/switch-lifetime.js';
import { bindings } from '../../src/picker/bindings.js';
import { failureTexts } from '../../src/picker/failures.js';
import type { Intent } from '../../src/picker/intents.js';
import type { SwitchOutcome } from '../../src/picker/made-switches.js';
import type { Model } from '../../src/picker/state.js';
import { setScopes } from '../../src/protocol/scopes.js';
import { nodesInEveryState as nodes } from '../support/every-state.js';
import { insideWords } from '../support/inside-words.js';
import { embedded } from '../support/own-session.js';
import { directory, extras, modelOf, Picker, skill } from '../support/picker.js';
import { standing, toolResult } from '../support/standing.js';

const model = (changes: Partial<Model> = {}): Model => modelOf(nodes, { host: embedded, ...changes });

function entryTexts(): string[] {
  const { entries, containers } = model().list;
  return [
    ...entries.flatMap((entry) => [
      stateText(entry),
      noteOf(entry),
      whyUnpickable(entry) ?? '',
      ...factsOf(entry, entries).flatMap(({ label, text }) => [label, text]),
    ]),
    ...containers.flatMap((container) => containerNote(container)),
    ...setScopes.map((scope) => scopeText(scope, { isOwn: true }, noEntries)),
  ];
}

const outcomes: SwitchOutcome[] = [
  { kind: 'rejected', enabled: true, reason: 'it is managed' },
  { kind: 'ineffective', enabled: true },
  { kind: 'unconfirmed', enabled: undefined, reason: 'there was no response to the switch' },
];

function failures(): string[] {
  const { list } = model();
  const results = ['on', 'off', 'kept', 'unlisted'].flatMap((id) =>
    outcomes.map((outcome) => ({ id, name: id, wanted: false, outcome })),
  );
  return failureTexts(results, list);
}

const at = (id: string) => ({ cursor: { id, index: 0 } });

const presses: [name: string, model: Model, state: object, intents: Intent[]][] = [
  ['a session that is gone', model({ link: { kind: 'gone', reason: 'no' } }), {}, [{ type: 'toggle' }]],
  ['nothing open', model({ waitingFor: 'x' }), {}, [{ type: 'toggle' }]],
  ['a shared id', model(), at('same'), [{ type: 'toggle' }]],
  ['a plugin that is off', model(), at('under'), [{ type: 'toggle' }]],
  ['all shown', model(), {}, [{ type: 'batch' }, { type: 'batch-all', enabled: true }]],
  ['nothing to undo', model(), {}, [{ type: 'undo' }]],
  ['nothing to redo', model(), {}, [{ type: 'redo' }]],
  ['nothing forgotten', model(), {}, [{ type: 'put-back' }]],
  ['reading again', model(), {}, [{ type: 'reread' }]],
  ['another place', model(), {}, [{ type: 'next-scope' }]],
];

function leaving(): string[] {
  const tools = (enabled: boolean) => [standing('claude', { enabled }), standing('codex', { enabled })];
  const listing = (enabled: boolean) =>
    modelOf([directory('d', [skill('a', extras({ tools: tools(enabled) })), skill('b')])], {
      host: embedded,
    });
  const picker = new Picker(listing(true), { state: { scope: 'workspace' } });
  const result = {
    batch: 'b',
    tools: [toolResult('claude', { obeysFrom: 'restart' }), toolResult('codex')],
    also: [],
  };
  const outcome = { kind: 'confirmed', enabled: false, result } as const;
  picker.send(
    { type: 'toggle' },
    { type: 'settled', results: [{ id: 'a', name: 'a', wanted: false, outcome }] },
  );
  picker.model = listing(false);
  const report = new LeavingReport();
  report.noteUnseen(outcomes.map((one) => ({ id: 'b', name: 'b', wanted: false, outcome: one })));
  report.leave(picker.state, picker.model);
  return [...report.lines(picker.state, picker.model), ...unsettledTexts([{ name: 'b', wanted: true }])];
}

describe('without another host, no word of the protocol is in', () => {
  it.each([
    ['the facts of entries and folders', entryTexts()],
    ['failures', failures()],
    ['the report on leaving', leaving()],
    ['the help of the keys', bindings.map(({ help }) => help)],
  ])('%s', (_name, texts) => {
    expect(texts.filter((text) => text !== '').length).toBeGreaterThan(3);
    expect(texts.filter((text) => insideWords.test(text))).toEqual([]);
  });

  it.each(presses)('the notice of %s', (_name, pressed, state, intents) => {
    const picker = new Picker(pressed, { state: { scope: 'workspace', ...state } });
    picker.send(...intents);
    expect(picker.notice).toMatch(/\w/);
    expect(picker.notice).not.toMatch(insideWords);
  });

  it('a switch without effect, and says what decides instead', () => {
    const result = {
      id: 'off',
      name: 'off',
      wanted: true,
      outcome: { kind: 'ineffective', enabled: false },
    } as const;
    expect(failureTexts([result], model().list)).toEqual([
      'The switch of off had no effect: Claude Code follows /repo/.claude/settings.json:4 skillOverrides.a = "off". Now it is off.',
    ]);
  });
});

/** What only a user who chose another host can see, or another client of our own host. */
const ofOthers = new Set([
  ', and perhaps only until the host next reads its files',
  'This host does not report which agent tools read an entry.',
  'The host speaks _, which keeps switches for the session only.',
  'agent host',
  'The host lists no skills or agents for this session. _ opens another.',
  'The host has no session: this is what a new one here would have.',
  'This host has no switches that a repository shares.',
  'Only the embedded host writes them.',
  'The host does not say which setting decides about it.',
  'there is no scope "_"',
  'a scope is named twice',
]);

const source = join(import.meta.dirname, '../../src');
const folders = [
  'entries',
  'picker',
  'app',
  'ui',
  'commands',
  'output',
  'host/tools',
  'host/discovery',
  'host/session',
];
const isExempt = (path: string) => /^(?:doctor|serve|hosts|completion|session-verbs|mcp)/.test(path);

/** Returns the sentences in a line of code, without the code inside of templates. */
function sentencesIn(line: string): string[] {
  if (/^\s*(?:\/?\*|\/\/|import|export .* from)/.test(line)) return [];
  const texts = line.replace(/\$\{[^{}]*\}/g, '_').matchAll(/'([^']*)'|`([^`]*)`/g);
  return [...texts].flatMap(([, quoted, template]) => {
    const text = quoted ?? template ?? '';
    return /[a-z’] [a-z]/i.test(text) ? [text] : [];
  });
}

/** The name of an option may be a word of the protocol, such as `--scope`. */
const withoutOptions = (text: string): string => text.replace(/--[a-z]+/g, '');

describe('the messages in the code', () => {
  it.each(folders)('of %s/ have no word of the protocol', (folder) => {
    const paths = readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' });
    const found = paths
      .filter((path) => /\.tsx?$/.test(path) && !isExempt(path))
      .flatMap((path) => readFileSync(join(source, folder, path), 'utf8').split('\n'))
      .flatMap(sentencesIn)
      .filter((text) => insideWords.test(withoutOptions(text)) && !ofOthers.has(text));
    expect(found).toEqual([]);
  });

  it.each([
    ["say('The host is gone.')", ['The host is gone.']],
    [`return \`There is no container "\${name}".\`;`, ['There is no container "_".']],
    ["case 'container':", []],
    ['/** The host says so: `the host is gone`. */', []],
    ["import { x } from '../host of/x.js';", []],
  ])('are found in %s', (line, texts) => {
    expect(sentencesIn(line)).toEqual(texts);
  });
});
