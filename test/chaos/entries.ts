/** The entries that are switched: one in each place that a tool reads, each with a unique name. */

export const toolIds = ['claude', 'codex', 'copilot', 'gemini', 'opencode'] as const;
export type ToolId = (typeof toolIds)[number];
export type Scope = 'workspace' | 'global';

export interface ChaosEntry {
  readonly name: string;
  readonly kind: 'skill' | 'agent' | 'prompt';
  /** Its file: `~/…` in the home, else in the repository. */
  readonly file: string;
  /** The tools that read it and can switch it. None: skillpick keeps the switch itself. */
  readonly readers: readonly ToolId[];
  /** Those of them that can switch it only for all repositories at once. */
  readonly globalOnly: readonly ToolId[];
  /** The scopes it is switched in. With one alone, what it should be follows from the switches. */
  readonly scopes: readonly Scope[];
}

interface Place {
  readonly path: string;
  readonly kind: ChaosEntry['kind'];
  readonly readers: readonly ToolId[];
  readonly globalOnly?: readonly ToolId[];
  readonly fileOf: (name: string) => string;
}

const inFolder = (name: string) => `${name}/SKILL.md`;
const asFile = (name: string) => `${name}.md`;

const places: readonly Place[] = [
  {
    path: '.agents/skills',
    kind: 'skill',
    readers: ['codex', 'copilot', 'gemini', 'opencode'],
    fileOf: inFolder,
  },
  { path: '.claude/skills', kind: 'skill', readers: ['claude', 'copilot', 'opencode'], fileOf: inFolder },
  { path: '.github/skills', kind: 'skill', readers: ['copilot'], fileOf: inFolder },
  { path: '.gemini/skills', kind: 'skill', readers: ['gemini'], fileOf: inFolder },
  {
    path: '~/.agents/skills',
    kind: 'skill',
    readers: ['codex', 'copilot', 'gemini', 'opencode'],
    globalOnly: ['codex'],
    fileOf: inFolder,
  },
  { path: '~/.claude/skills', kind: 'skill', readers: ['claude', 'opencode'], fileOf: inFolder },
  {
    path: '.claude/agents',
    kind: 'agent',
    readers: ['claude', 'copilot'],
    globalOnly: ['copilot'],
    fileOf: asFile,
  },
  { path: '~/.gemini/agents', kind: 'agent', readers: ['gemini'], fileOf: asFile },
  { path: '.opencode/agents', kind: 'agent', readers: ['opencode'], fileOf: asFile },
  { path: '.github/prompts', kind: 'prompt', readers: [], fileOf: (name) => `${name}.prompt.md` },
];

const scopesByWord: Record<string, readonly Scope[]> = {
  here: ['workspace'],
  everywhere: ['global'],
  either: ['workspace', 'global'],
};

const wordOf = (path: string): string =>
  path
    .replace('~/', 'home-')
    .replaceAll(/[^a-z]+/g, '-')
    .replace(/^-/, '');

function entriesOf({ path, kind, readers, globalOnly = [], fileOf }: Place): ChaosEntry[] {
  return Object.entries(scopesByWord).map(([word, scopes]) => {
    const name = `${wordOf(path)}-${word}`;
    return { name, kind, file: `${path}/${fileOf(name)}`, readers, globalOnly, scopes };
  });
}

/** Everything that is switched at random. */
export const entries: readonly ChaosEntry[] = places.flatMap(entriesOf);

const common = places[0]!;

/** One for each client that stays: switched after the faults, to know that the host has received everything. */
export const sentinels: readonly ChaosEntry[] = ['sentinel-a', 'sentinel-b'].map((name) => ({
  name,
  kind: common.kind,
  file: `${common.path}/${inFolder(name)}`,
  readers: common.readers,
  globalOnly: [],
  scopes: ['workspace'],
}));

export const allEntries: readonly ChaosEntry[] = [...entries, ...sentinels];

/** The text of an entry's file. */
export function textOf({ name, kind }: ChaosEntry): string {
  const first = kind === 'prompt' ? '' : `name: ${name}\n`;
  return `---\n${first}description: Does what ${name} does.\n---\nBody.\n`;
}
