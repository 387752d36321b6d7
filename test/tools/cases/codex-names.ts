/** The names that Codex gives to skills, and the files that close them to the model. */

import type { ToolCase } from '../asker.js';
import { block, caseOf, config, manifest, openai, skill, skills } from './codex-texts.js';

const names: readonly ToolCase[] = [
  caseOf(
    'files',
    'namespaces',
    {
      ...skills('.agents/skills/own', '.agents/skills/outer/plain', '.agents/skills/outer/inner/deep'),
      ...skills(
        '.agents/skills/claude',
        '.agents/skills/cursor',
        '.agents/skills/root',
        '.agents/skills/dot',
      ),
      ...skills(
        '.agents/skills/bad',
        '.agents/skills/nameless',
        '.agents/skills/number',
        '.agents/skills/both',
      ),
      ...skills('store/packed/skill'),
      ...manifest('.agents/skills/own/.codex-plugin', 'mine'),
      ...manifest('.agents/skills/outer/.codex-plugin', 'outer'),
      ...manifest('.agents/skills/outer/inner/.claude-plugin', 'inner'),
      ...manifest('.agents/skills/claude/.claude-plugin', 'for-claude'),
      ...manifest('.agents/skills/cursor/.cursor-plugin', 'for-cursor'),
      ...manifest('.agents/skills/root', 'at-root'),
      ...manifest('.agents/skills/dot/.plugin', 'dotted'),
      ...manifest('.agents/skills/both/.codex-plugin', 'first'),
      ...manifest('.agents/skills/both/.claude-plugin', 'second'),
      ...manifest('store/packed/.codex-plugin', 'packed'),
      '.agents/skills/bad/.codex-plugin/plugin.json': '{',
      '.agents/skills/nameless/.codex-plugin/plugin.json': '{"version": "1"}',
      '.agents/skills/number/.codex-plugin/plugin.json': '{"name": 5}',
    },
    { links: { '.agents/skills/linked': 'store/packed/skill' } },
  ),
  caseOf('files', 'a repository that is a plugin', {
    ...skills('.agents/skills/one', '~/.agents/skills/two'),
    ...manifest('.claude-plugin', 'repo'),
    [config]: block('name = "repo:one"'),
  }),
];

const gates: readonly ToolCase[] = [
  caseOf('gates', 'policies', {
    ...openai('plain', 'policy:\n  allow_implicit_invocation: false\n'),
    ...openai('capital', 'policy:\n  allow_implicit_invocation: FALSE\n'),
    ...openai('no', 'policy:\n  allow_implicit_invocation: no\n'),
    ...openai('zero', 'policy:\n  allow_implicit_invocation: 0\n'),
    ...openai('quoted', 'policy:\n  allow_implicit_invocation: "false"\n'),
    ...openai('null', 'policy:\n  allow_implicit_invocation:\n'),
    ...openai('true', 'policy:\n  allow_implicit_invocation: true\n'),
    ...openai('flow', 'policy: {allow_implicit_invocation: false}\n'),
    ...openai('unknown', 'extra: 1\npolicy:\n  extra: 1\n  allow_implicit_invocation: false\n'),
    ...openai('top', 'allow_implicit_invocation: false\n'),
    ...openai('camel', 'policy:\n  allowImplicitInvocation: false\n'),
    ...openai('mark', '\uFEFFpolicy:\n  allow_implicit_invocation: false\n'),
    ...openai('windows', 'policy:\r\n  allow_implicit_invocation: false\r\n'),
    ...openai('document', '---\npolicy:\n  allow_implicit_invocation: false\n'),
    ...openai('broken', 'policy: [\n'),
    ...openai('wrong-interface', 'interface: 5\npolicy:\n  allow_implicit_invocation: false\n'),
    ...openai(
      'number-in-interface',
      'interface:\n  display_name: 5\npolicy:\n  allow_implicit_invocation: false\n',
    ),
    ...openai(
      'list-in-interface',
      'interface:\n  display_name: [5]\npolicy:\n  allow_implicit_invocation: false\n',
    ),
    ...openai(
      'twice',
      'policy:\n  allow_implicit_invocation: false\npolicy:\n  allow_implicit_invocation: true\n',
    ),
    ...openai('tools', 'dependencies:\n  tools: x\npolicy:\n  allow_implicit_invocation: false\n'),
    ...openai('other-file', 'policy:\n  allow_implicit_invocation: false\n', 'agents/openai.yml'),
    ...openai('other-folder', 'policy:\n  allow_implicit_invocation: false\n', 'openai.yaml'),
    ...openai('for-codex', 'policy:\n  products: [codex]\n'),
    ...openai('for-chatgpt', 'policy:\n  products: [CHATGPT]\n'),
    ...openai('for-both', 'policy:\n  products: [CODEX, chatgpt]\n'),
    ...openai('for-nothing', 'policy:\n  products: []\n'),
    ...openai('for-unknown', 'policy:\n  products: [unknown]\n  allow_implicit_invocation: false\n'),
    '.agents/skills/frontmatter/SKILL.md': skill(
      'frontmatter',
      'disable-model-invocation: true\nuser-invocable: false\n',
    ),
  }),
];

export const codexNameCases: readonly ToolCase[] = [...names, ...gates];
