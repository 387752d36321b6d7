import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SessionStore, SwitchRequest } from '../../../src/client/index.js';
import { Host } from '../../../src/host/host.js';
import { connectInProcess } from '../../support/client-in-process.js';
import { makeTree, type Tree } from '../../support/host-tree.js';

type Wish = Omit<SwitchRequest, 'id'>;

const wish = (enabled: boolean | null, scope: Wish['scope'] = 'workspace'): Wish => ({ enabled, scope });

/** A repository, and an extension in the home. */
function makeScene(id: 'gemini' | 'qwen'): { tree: Tree; file: string } {
  const tree = makeTree();
  const put = (path: string, text: string) => {
    const file = join(tree.home, `.${id}`, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  put(`extensions/ext/${id}-extension.json`, '{"name": "ext", "version": "1.0.0"}');
  put('extensions/ext/skills/lint/SKILL.md', '---\nname: lint\ndescription: Lints.\n---\n');
  put('trustedFolders.json', JSON.stringify({ [tree.cwd]: 'TRUST_FOLDER' }));
  return { tree, file: join(tree.home, `.${id}/extensions/extension-enablement.json`) };
}

const extensionIn = (store: SessionStore) =>
  store.getSnapshot().state.customizations?.find(({ name }) => name === 'ext');

async function switchIt(store: SessionStore, one: Wish) {
  const [outcome] = await Promise.all(store.switch([{ id: extensionIn(store)?.id ?? '', ...one }]));
  if (outcome?.kind !== 'confirmed' || outcome.result === undefined) throw new Error(JSON.stringify(outcome));
  return outcome.result;
}

describe.each(['gemini', 'qwen'] as const)('the rules of an extension in %s', (id) => {
  const open = async ({ environment }: Tree) => (await connectInProcess(new Host({ environment }))).open(id);

  test.each<[name: string, enabled: boolean, rules: (cwd: string) => string[]]>([
    ['in lines', false, () => ['/*', '/tmp/*']],
    [
      'with a rule of another between them',
      true,
      (cwd) => ['!/*', '/tmp/*', `!${cwd}/${id === 'qwen' ? '' : '*'}`],
    ],
  ])('come back to the byte: %s', async (_, enabled, rules) => {
    const { tree, file } = makeScene(id);
    const text = JSON.stringify({ ext: { overrides: rules(tree.cwd) } }, null, 2);
    writeFileSync(file, text);
    const store = await open(tree);
    const { batch } = await switchIt(store, wish(enabled));
    expect(readFileSync(file, 'utf8')).not.toBe(text);
    expect(await store.undo(batch ?? '')).toMatchObject({ kind: 'confirmed' });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('are named by a reset only if they are removed', async () => {
    const { tree, file } = makeScene(id);
    const store = await open(tree);
    await switchIt(store, wish(false, 'global'));
    await switchIt(store, wish(true));
    const { tools } = await switchIt(store, wish(null));
    const here = `${tree.cwd}/${id === 'qwen' ? '' : '*'}`;
    expect(tools[0]?.removed).toEqual([{ file, text: JSON.stringify(here) }]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ext: { overrides: ['!/*'] } });
  });
});
