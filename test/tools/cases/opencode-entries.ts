/** Names and files for the scenes of opencode and Kilo. */

export interface FamilyNames {
  /** The directory in a repository. */
  readonly directory: string;
  /** The name of a settings file without its ending. */
  readonly file: string;
  /** The user's directory. */
  readonly home: string;
  readonly prefix: string;
}

export type Files = Record<string, string | Uint8Array>;

export const skill = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nbody\n`;
export const agent = (more = ''): string =>
  `---\ndescription: An agent.\nmode: subagent\n${more}---\nprompt\n`;
export const json = (value: unknown): string => JSON.stringify({ $schema: 'x', ...(value as object) });
export const rules = (skills: unknown): string => json({ permission: { skill: skills } });
export const localServer = { type: 'local', command: ['/bin/true'] };

/** Skills with these names in one place. */
export const skillsIn = (place: string, ...names: readonly string[]): Files =>
  Object.fromEntries(names.map((name) => [`${place}/${name}/SKILL.md`, skill(name)]));

/** Three skills and two agents for the settings to switch. */
export function switched({ directory }: FamilyNames): Files {
  return {
    ...skillsIn('.agents/skills', 'a', 'ab', 'b'),
    [`${directory}/agent/x.md`]: agent(),
    [`${directory}/agent/y.md`]: agent(),
  };
}
