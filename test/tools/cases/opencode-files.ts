/** Odd skills and agents, which opencode and Kilo load or refuse. */

import type { ToolCase } from '../asker.js';
import { agent, type FamilyNames, type Files, skill, skillsIn } from './opencode-entries.js';

/** Skills with odd files, by folder. */
const oddSkills: Files = {
  bom: `\uFEFF${skill('bom')}`,
  crlf: skill('crlf').replaceAll('\n', '\r\n'),
  cr: skill('cr').replaceAll('\n', '\r'),
  'bad-utf-8': Buffer.concat([
    Buffer.from('---\nname: bad-utf-8\ndescription: d'),
    Buffer.from([0xff, 0xfe, 0x0a]),
    Buffer.from('---\n'),
  ]),
  none: '# nothing\n',
  empty: '',
  'only-dashes': '---\n---\n',
  unclosed: '---\nname: unclosed\ndescription: d\n',
  'unclosed-long': `---\nname: unclosed-long\ndescription: d\n${[1, 2, 3, 4, 5].map((at) => `k${at}: ${'v'.repeat(2_000)}\n`).join('')}`,
  'unclosed-text': '---\nname: unclosed-text\ndescription: d\n\nA text without a colon.\n',
  'blank-after': '---  \nname: blank-after\ndescription: d\n---\nb',
  'blank-after-end': '---\nname: blank-after-end\ndescription: d\n---  \nb',
  'text-after-end': '---\nname: text-after-end\ndescription: d\n---text\nb',
  'line-before': `\n${skill('line-before')}`,
  'blank-before': ` ${skill('blank-before')}`,
  'four-dashes': '----\nname: four-dashes\ndescription: d\n----\n',
  dots: '---\nname: dots\ndescription: d\n...\nb',
  'no-name': '---\ndescription: d\n---\n',
  'null-name': '---\nname:\ndescription: d\n---\n',
  'number-name': '---\nname: 123\ndescription: d\n---\n',
  'flag-name': '---\nname: true\ndescription: d\n---\n',
  'yes-name': '---\nname: yes\ndescription: d\n---\n',
  'date-name': '---\nname: 2020-01-01\ndescription: d\n---\n',
  'quoted-name': '---\nname: "77"\ndescription: d\n---\n',
  'long-name': skill('n'.repeat(300)),
  'other-name': skill('Other Name!'),
  'slash-name': skill('one/two'),
  'no-description': '---\nname: no-description\n---\n',
  'empty-description': '---\nname: empty-description\ndescription: ""\n---\n',
  'null-description': '---\nname: null-description\ndescription:\n---\n',
  'number-description': '---\nname: number-description\ndescription: 5\n---\n',
  'list-description': '---\nname: list-description\ndescription: [a]\n---\n',
  'date-description': '---\nname: date-description\ndescription: 2020-01-01\n---\n',
  'long-description': `---\nname: long-description\ndescription: ${'d'.repeat(5000)}\n---\n`,
  'folded-description': '---\nname: folded-description\ndescription: >\n  a\n  b\n---\n',
  'colon-description': '---\nname: colon-description\ndescription: Use when: this\n---\n',
  'colon-list': '---\nname: colon-list\ndescription: d\nallowed-tools: Bash(a: b), c: d\n---\n',
  'at-description': '---\nname: at-description\ndescription: @foo\n---\n',
  'bad-yaml': '---\nname: bad-yaml\ndescription: [unclosed\n---\n',
  tab: '---\nname: tab\n\tdescription: d\n---\n',
  twice: '---\nname: twice\nname: twice-2\ndescription: d\n---\n',
  gates: skill('gates', 'disable-model-invocation: true\nuser-invocable: false\n'),
  extra: skill('extra', 'foo: {a: [1]}\nmetadata: 5\n'),
  'a-list': '---\n- a\n---\n',
  'a-text': '---\njust text\n---\n',
  huge: skill('huge') + 'x'.repeat(2_000_000),
  anchor: '---\nname: &n anchor\ndescription: *n\n---\n',
  merged: '---\n<<: {description: m}\nname: merged\n---\n',
  proto: skill('__proto__'),
  capitals: '---\nName: capitals\nDescription: d\n---\n',
};

const oddAgents: Readonly<Record<string, string>> = {
  plain: agent(),
  'no-frontmatter': 'just text',
  empty: '',
  bom: `\uFEFF${agent()}`,
  crlf: agent().replaceAll('\n', '\r\n'),
  'bad-yaml': '---\ndescription: [x\nmode: subagent\n---\np',
  colon: '---\ndescription: use: it\nmode: subagent\n---\np',
  twice: '---\ndescription: a\ndescription: b\n---\np',
  unclosed: '---\ndescription: d\nmode: subagent\n',
  named: agent('name: other-name\n'),
  'team/nested': agent(),
  '.hidden': agent(),
  '.folder/inside': agent(),
  README: '# readme',
  unknown: agent('foo: bar\nmodel: inherit\n'),
  disabled: agent('disable: true\n'),
  'with blanks': agent(),
  'x.agent': agent(),
  primary: agent().replace('subagent', 'primary'),
  all: '---\ndescription: d\n---\np',
  concealed: agent('hidden: true\n'),
};

/** Agent files with one value of the wrong type. */
const brokenAgents: Readonly<Record<string, string>> = {
  'tools as a text': agent('tools: Read, Write\n'),
  'tools as a list': agent('tools: [Read]\n'),
  'a number as description': '---\ndescription: 5\n---\np',
  'an unknown mode': '---\nmode: other\n---\np',
  'the name of a color': agent('color: red\n'),
  'disabled as a text': agent('disable: "true"\n'),
  'hidden as a word': agent('hidden: yes\n'),
  'a warm temperature': agent('temperature: warm\n'),
  'an unknown permission': agent('permission: {edit: maybe}\n'),
  'no steps': agent('steps: 0\n'),
};

/** Odd files in the places of a tool. */
export function fileCases({ directory }: FamilyNames): ToolCase[] {
  const inPlace = (place: string, files: Files, ending: string): Files =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${place}/${name}${ending}`, text]));
  return [
    { name: 'files: skills', about: 'files', files: inPlace('.agents/skills', oddSkills, '/SKILL.md') },
    { name: 'files: agents', about: 'files', files: inPlace(`${directory}/agent`, oddAgents, '.md') },
    ...Object.entries(brokenAgents).map(
      ([name, text]): ToolCase => ({
        name: `files: an agent with ${name}`,
        about: 'files',
        files: {
          [`${directory}/agent/broken.md`]: text,
          [`${directory}/agent/fine.md`]: agent(),
          ...skillsIn('.agents/skills', 'a'),
        },
      }),
    ),
    {
      name: 'files: an agent whose name is a number',
      about: 'files',
      files: { [`${directory}/agent/broken.md`]: agent('name: 12\n') },
    },
  ];
}
