/**
 * The settings files of the demo, in memory. They hold switches, and their texts are written from them, so that a
 * setting has a line which a preview can show.
 */

import type { DecidingSetting } from '../../protocol/tool-standing.js';
import type { DemoTool } from './demo-entry.js';
import { formOf, otherSettings, type SettingForm } from './setting-forms.js';

/** One switch in a file. */
export interface DemoSetting {
  /** Null for a switch that skillpick keeps itself. */
  readonly tool: DemoTool | null;
  readonly kind: string;
  /** The name of the entry, or its path where the tool switches one file. */
  readonly name: string;
  readonly enabled: boolean;
}

/** Where a switch is or would be. */
export interface DemoSettingPlace extends Omit<DemoSetting, 'enabled'> {
  readonly file: string;
}

const ownForm: SettingForm = { path: ['switches'], values: { on: true, off: false } };

const formFor = ({ tool, kind }: DemoSettingPlace | DemoSetting): SettingForm =>
  (tool === null ? undefined : formOf(tool, kind)) ?? ownForm;

const itemOf = (setting: DemoSettingPlace | DemoSetting): string =>
  formFor(setting).item?.(setting.name) ?? setting.name;

const keyOf = ({ tool, kind, name }: DemoSettingPlace): string => `${tool} ${kind} ${name}`;

const spelled = (setting: DemoSetting): unknown => formFor(setting).values?.[setting.enabled ? 'on' : 'off'];

const isToml = (file: string): boolean => file.endsWith('.toml');

type JsonTree = { [key: string]: JsonTree | unknown[] | unknown };

/** Adds a switch to the tree of a JSON file. */
function addTo(tree: JsonTree, setting: DemoSetting): void {
  const { path, values } = formFor(setting);
  const heads = values === undefined ? path.slice(0, -1) : path;
  let node = tree;
  for (const head of heads) {
    node[head] ??= {};
    node = node[head] as JsonTree;
  }
  if (values !== undefined) node[itemOf(setting)] = spelled(setting);
  else node[path.at(-1)!] = [...((node[path.at(-1)!] as unknown[]) ?? []), itemOf(setting)];
}

/** Returns the heading of a switch in a TOML file; skills are blocks of a list, with their name or path inside. */
const tomlHead = (setting: DemoSettingPlace | DemoSetting): string[] => {
  const { path } = formFor(setting);
  if (setting.kind === 'skill')
    return [
      `[[${path.join('.')}]]`,
      `${setting.name.startsWith('/') ? 'path' : 'name'} = ${JSON.stringify(setting.name)}`,
    ];
  return [`[${path.join('.')}.${JSON.stringify(itemOf(setting))}]`];
};

const tomlText = (settings: readonly DemoSetting[]): string =>
  settings.map((one) => [...tomlHead(one), `enabled = ${one.enabled}`, ''].join('\n')).join('\n');

export class DemoSettings {
  readonly #files = new Map<string, Map<string, DemoSetting>>();

  /** Returns settings that can be changed without a change to these. */
  copy(): DemoSettings {
    const copy = new DemoSettings();
    for (const [file, settings] of this.#files) copy.#files.set(file, new Map(settings));
    return copy;
  }

  get files(): string[] {
    return [...new Set([...Object.keys(otherSettings), ...this.#files.keys()])];
  }

  get(place: DemoSettingPlace): boolean | undefined {
    return this.#files.get(place.file)?.get(keyOf(place))?.enabled;
  }

  /** Writes a switch, or removes it. */
  set(place: DemoSettingPlace, enabled: boolean | undefined): void {
    const settings = this.#files.get(place.file) ?? new Map<string, DemoSetting>();
    const { tool, kind, name } = place;
    if (enabled === undefined) settings.delete(keyOf(place));
    else settings.set(keyOf(place), { tool, kind, name, enabled });
    // An undo removes the file that a switch has made.
    if (settings.size === 0) this.#files.delete(place.file);
    else this.#files.set(place.file, settings);
  }

  /** Returns the text of a file; undefined if there is none. */
  text(file: string): string | undefined {
    const settings = this.#sorted(file).map(([, setting]) => setting);
    const others = otherSettings[file];
    if (settings.length === 0 && others === undefined) return undefined;
    if (isToml(file)) return tomlText(settings);
    const tree = structuredClone(others ?? {}) as JsonTree;
    for (const setting of settings) addTo(tree, setting);
    return `${JSON.stringify(tree, null, 2)}\n`;
  }

  /** Returns the switch with its line and its words; undefined if it is not in the file. */
  describe(place: DemoSettingPlace): DecidingSetting | undefined {
    const enabled = this.get(place);
    if (enabled === undefined) return undefined;
    const setting = { ...place, enabled };
    const { path, values } = formFor(place);
    const name = path.join('.');
    const index = this.#siblings(place).indexOf(keyOf(place));
    const blocks = isToml(place.file) && place.kind === 'skill';
    const text = blocks
      ? `${name}[${index}].enabled = ${enabled}`
      : values === undefined
        ? `${name}[${index}] = ${JSON.stringify(itemOf(place))}`
        : `${name}.${itemOf(place)} = ${JSON.stringify(spelled(setting))}`;
    return { file: place.file, line: this.#lineOf(place), text };
  }

  /** Returns the switch in its own words, as it is in the file. */
  textOf(place: DemoSettingPlace): string | null {
    const enabled = this.get(place);
    if (enabled === undefined) return null;
    if (isToml(place.file)) return [...tomlHead(place), `enabled = ${enabled}`].join('\n');
    const item = JSON.stringify(itemOf(place));
    const value = spelled({ ...place, enabled });
    return value === undefined ? item : `${item}: ${JSON.stringify(value)}`;
  }

  /** Returns the switches of a file, in an order that an undo restores. */
  #sorted(file: string): [key: string, setting: DemoSetting][] {
    return [...(this.#files.get(file) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  #siblings({ file, tool, kind }: DemoSettingPlace): string[] {
    const isSibling = (one: DemoSetting) => one.tool === tool && one.kind === kind;
    return this.#sorted(file).flatMap(([key, one]) => (isSibling(one) ? [key] : []));
  }

  /** Finds the lines of the keys one after another, and then the line of the switch below them. */
  #lineOf(place: DemoSettingPlace): number {
    const lines = (this.text(place.file) ?? '').split('\n').map((line) => line.trim());
    const [head = '', named] = tomlHead(place);
    if (isToml(place.file)) return named === undefined ? lines.indexOf(head) + 1 : lines.indexOf(named);
    let at = 0;
    for (const key of [...formFor(place).path, itemOf(place)])
      at = lines.findIndex((line, index) => index > at && line.startsWith(JSON.stringify(key)));
    return at + 1;
  }
}
