/** The texts of the demo's files: an entry's frontmatter and body, files next to it, declarations and settings. */

import { demoUri } from './demo-batches.js';
import type { DemoEntry, DemoPlace } from './demo-entry.js';
import { type DemoWorld, isEntry, isPlace } from './demo-world.js';

const title = (name: string): string => {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function usualBody({ name, description = '' }: DemoEntry): string {
  return `# ${title(name)}

${description}

## Steps

1. Read what has changed since the last time.
2. Do the smallest thing that helps.
3. Check the result, and say what was left out.

## Notes

- Ask before anything that cannot be taken back.
- Keep the answer short: one line for each finding.
`;
}

function frontmatter({ name, description, noUser, noModel, details }: DemoEntry): string {
  const fields = {
    name,
    ...(description !== undefined && { description }),
    ...(details?.license !== undefined && { license: details.license }),
    ...(details?.model !== undefined && { model: details.model }),
    ...(details?.allowedTools && { 'allowed-tools': details.allowedTools.join(', ') }),
    ...(details?.argumentHint !== undefined && { 'argument-hint': `"${details.argumentHint}"` }),
    ...(noUser && { 'user-invocable': false }),
    ...(noModel && { 'disable-model-invocation': true }),
  };
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${value}`);
  return ['---', ...lines, '---', ''].join('\n');
}

const entryText = (entry: DemoEntry): string => `${frontmatter(entry)}\n${entry.body ?? usualBody(entry)}`;

/** Returns the file of declared servers or hooks: four lines for each, as `placed` counts them. */
function declarationText(entries: readonly DemoEntry[]): string {
  const [first] = entries;
  const blocks = entries.map(({ name, event }, at) => {
    const field = event === undefined ? `"command": "${name}-mcp"` : `"event": "${event}"`;
    const end = at === entries.length - 1 ? '' : ',';
    return `    ${JSON.stringify(name)}: {\n      ${field},\n      "timeout": 30\n    }${end}\n`;
  });
  return `{\n  "${first?.event === undefined ? 'mcpServers' : 'hooks'}": {\n${blocks.join('')}  }\n}\n`;
}

function* entryTexts(entries: readonly DemoEntry[]): Iterable<[path: string, text: string]> {
  const declared = entries.filter(({ line }) => line !== undefined);
  for (const { path } of declared) yield [path, declarationText(declared)];
  for (const entry of entries.filter(({ line }) => line === undefined)) {
    yield [entry.path, entryText(entry)];
    const directory = entry.path.replace(/\/[^/]*$/, '');
    for (const [name, text] of Object.entries(entry.bundled ?? {})) yield [`${directory}/${name}`, text];
  }
}

function* brokenTexts({ path, problems = [] }: DemoPlace): Iterable<[path: string, text: string]> {
  for (const { file, text } of problems) if (text !== undefined) yield [`${path}/${file}`, text];
}

/** Returns the files of settings that keep a skill on, which are in their third line. */
function* holdingTexts(entries: readonly DemoEntry[]): Iterable<[path: string, text: string]> {
  for (const { name, inTool = {} } of entries)
    for (const { heldBy } of Object.values(inTool))
      if (heldBy !== undefined)
        yield [heldBy, `${JSON.stringify({ skillOverrides: { [name]: 'on' } }, null, 2)}\n`];
}

/** Returns the text of every file of the demo, by its uri. */
export function demoTexts({ tops, settings }: DemoWorld, others: Readonly<Record<string, string>>) {
  const places = tops.filter(isPlace);
  const entries = [...places.flatMap((one) => one.entries ?? []), ...tops.filter(isEntry)];
  const texts: [path: string, text: string][] = [
    ...Object.entries(others),
    ...places.flatMap((one) => [...entryTexts(one.entries ?? []), ...brokenTexts(one)]),
    ...entryTexts(tops.filter(isEntry)),
    ...holdingTexts(entries),
    ...settings.files.map((file): [string, string] => [file, settings.text(file) ?? '']),
  ];
  return new Map(texts.map(([path, text]) => [demoUri(path), text]));
}
