/**
 * The shapes of the values in the settings and in the agent files of opencode and of its relatives. opencode does not
 * start if one value does not fit; Kilo ignores a repository's file then.
 */

import {
  isBoolean,
  isNumber,
  isObject,
  isPositiveInt,
  isString,
  isStringList,
} from '../../../protocol/checks.js';
import {
  anyName,
  flagAt,
  listAt,
  namesAt,
  objectAt,
  type Shape,
  textAt,
  wordAt,
} from '../edit/json-shape.js';

type ShapePath = Shape['path'];

const actions = ['allow', 'ask', 'deny'];
/** Permissions that take one word, never rules. */
const plainPermissions = ['todowrite', 'question', 'webfetch', 'websearch', 'doom_loop'];

const shapeAt = (path: ShapePath, fits: Shape['fits'], wanted: string): Shape => ({ path, fits, wanted });

/** The same shapes, for values that may also be null. */
const orNull = (shapes: readonly Shape[]): Shape[] =>
  shapes.map((shape) => ({ ...shape, fits: (value) => value === null || shape.fits(value) }));

const numberAt = (...path: ShapePath): Shape => shapeAt(path, isNumber, 'a number');
const isAction = (value: unknown): boolean => actions.includes(value as string);

const rulesAt = (...path: ShapePath): Shape =>
  shapeAt(path, (value) => isObject(value) || isAction(value), 'an object, "allow", "ask" or "deny"');

function permissionShapes(path: ShapePath): Shape[] {
  return [
    rulesAt(...path),
    ...plainPermissions.map((name) => wordAt(actions, ...path, name)),
    rulesAt(...path, anyName),
    wordAt(actions, ...path, anyName, anyName),
  ];
}

const colors = ['primary', 'secondary', 'accent', 'success', 'warning', 'error', 'info'];
const isColor = (value: unknown): boolean =>
  isString(value) && (colors.includes(value) || /^#[0-9a-f]{6}$/i.test(value));

/** What may be null in an agent of Kilo. */
const blankable = (at: (name: string) => ShapePath): Shape[] => [
  ...['model', 'variant', 'prompt', 'description'].map((name) => textAt(...at(name))),
  ...['temperature', 'top_p'].map((name) => numberAt(...at(name))),
  shapeAt(at('steps'), isPositiveInt, 'a number above 0'),
];

/** The shapes of agents; the path leads to one of them, or to all. */
function agentShapes(path: ShapePath, mayBeNull: boolean): Shape[] {
  const at = (name: string): ShapePath => [...path, name];
  const permissions = permissionShapes(at('permission'));
  return [
    ...(mayBeNull ? orNull(blankable(at)) : blankable(at)),
    ...(mayBeNull ? orNull(permissions) : permissions),
    ...['disable', 'hidden'].map((name) => flagAt(...at(name))),
    ...['tools', 'options'].map((name) => objectAt(...at(name))),
    flagAt(...at('tools'), anyName),
    wordAt(['subagent', 'primary', 'all'], ...at('mode')),
    shapeAt(at('color'), isColor, 'a color such as "#ff8800"'),
    shapeAt(at('maxSteps'), isPositiveInt, 'a number above 0'),
  ];
}

/** True for an MCP server, and for a switch of one that another file declares. */
function isServer(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { type, command, url, enabled } = value as Record<string, unknown>;
  if (enabled !== undefined && !isBoolean(enabled)) return false;
  if (type === 'local' && isStringList(command)) return true;
  return (type === 'remote' && isString(url)) || isBoolean(enabled);
}

const isPlugin = (value: unknown): boolean =>
  isString(value) || (Array.isArray(value) && isString(value[0]) && isObject(value[1]));

/** The parts of the settings that skillpick does not switch. */
const otherShapes: readonly Shape[] = [
  ...['$schema', 'shell', 'username'].map((name) => textAt(name)),
  ...['snapshot', 'autoshare'].map((name) => flagAt(name)),
  ...['instructions', 'disabled_providers', 'enabled_providers'].map((name) => namesAt(name)),
  ...['server', 'command', 'provider', 'watcher', 'compaction', 'experimental'].map((name) => objectAt(name)),
  ...['enterprise', 'tool_output', 'attachment', 'references', 'reference'].map((name) => objectAt(name)),
  wordAt(['DEBUG', 'INFO', 'WARN', 'ERROR'], 'logLevel'),
  wordAt(['manual', 'auto', 'disabled'], 'share'),
  textAt('command', anyName, 'template'),
  shapeAt(['autoupdate'], (value) => isBoolean(value) || value === 'notify', 'true, false or "notify"'),
  ...['formatter', 'lsp'].map((name) =>
    shapeAt([name], (value) => isBoolean(value) || isObject(value), 'true, false or an object'),
  ),
  listAt('plugin'),
  shapeAt(['plugin'], (value) => (value as unknown[]).every(isPlugin), 'a list of plugins'),
  namesAt('skills', 'paths'),
  namesAt('skills', 'urls'),
];

/** The parts that skillpick reads, in the form of opencode. */
const switchShapes = (mayBeNull: boolean): Shape[] => [
  objectAt('tools'),
  flagAt('tools', anyName),
  ...['agent', 'mode'].flatMap((name) => [
    objectAt(name),
    objectAt(name, anyName),
    ...agentShapes([name, anyName], mayBeNull),
  ]),
  objectAt('mcp'),
];

const models = ['model', 'small_model', 'default_agent'].map((name) => textAt(name));

/** Forms of opencode 2 that opencode 1 refuses. */
const newerShapes: readonly Shape[] = [
  ['permissions'],
  ...['agent', 'agents', 'mode'].map((name) => [name, anyName, 'permissions'] as const),
].map((path) => shapeAt(path, () => false, 'understood by opencode 1'));

const isSkills = (value: unknown): boolean => isObject(value) || isStringList(value);

/** True for an object of servers; opencode 2 keeps a group of them and limits of time there, too. */
const areServers = (value: unknown): boolean =>
  Object.entries(value as object).every(
    ([name, one]) => isServer(one) || (['servers', 'timeout'].includes(name) && isObject(one)),
  );

export const opencodeShapes: readonly Shape[] = [
  ...newerShapes,
  ...otherShapes,
  ...models,
  ...permissionShapes(['permission']),
  ...switchShapes(false),
  shapeAt(['skills'], isSkills, 'an object or a list of folders'),
  shapeAt(['mcp'], areServers, 'an object of MCP servers'),
];

export const kiloShapes: readonly Shape[] = [
  ...otherShapes,
  ...orNull(models),
  ...orNull(permissionShapes(['permission'])),
  ...switchShapes(true),
  objectAt('skills'),
  shapeAt(['mcp', anyName], isServer, 'an MCP server'),
];

export const opencodeAgentShapes: readonly Shape[] = agentShapes([], false);
export const kiloAgentShapes: readonly Shape[] = agentShapes([], true);
