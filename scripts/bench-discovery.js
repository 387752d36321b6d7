/** How long it takes to find 1,000 skills, next to `find` reading the heads of the same files. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median } from './median.js';

const count = 1_000;

function makeSkills(folder) {
  mkdirSync(join(folder, 'repo/.git'), { recursive: true });
  mkdirSync(join(folder, 'home'));
  for (let index = 0; index < count; index += 1) {
    const name = `skill-${index}`;
    const directory = join(folder, 'repo/.agents/skills', name);
    mkdirSync(directory, { recursive: true });
    const text = `---\nname: ${name}\ndescription: Does the work of number ${index}.\nlicense: MIT\n---\n${'Body. '.repeat(300)}\n`;
    writeFileSync(join(directory, 'SKILL.md'), text);
  }
}

/** The time without the start of the process, which the child measures itself. */
function discoveryMs(host, folder) {
  const script = `
    import { discover } from ${JSON.stringify(pathToFileURL(host).href)};
    const environment = { cwd: process.argv[1], home: process.argv[2], env: {}, platform: process.platform };
    const startedAt = performance.now();
    discover(environment);
    console.log(performance.now() - startedAt);`;
  const args = ['--input-type=module', '-e', script, join(folder, 'repo'), join(folder, 'home')];
  return Number(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout);
}

function findMs(folder) {
  const startedAt = performance.now();
  const args = [join(folder, 'repo'), '-name', 'SKILL.md', '-exec', 'head', '-c', '8192', '{}', '+'];
  const { error } = spawnSync('find', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (error !== undefined) throw error;
  return performance.now() - startedAt;
}

/** The bar's row; `host` is the built host library. */
export function discoveryBar({ host, scratch, rounds }) {
  const name = `discovery of ${count.toLocaleString('en')} skills, next to find`;
  const folder = join(scratch, 'discovery');
  makeSkills(folder);
  try {
    const [ours, theirs] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      theirs.push(findMs(folder));
      ours.push(discoveryMs(host, folder));
    }
    return [{ name, value: median(ours) / median(theirs), bar: 4, aim: 2 }];
  } catch (error) {
    return [{ name, missing: `find could not be run (${error.code})` }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
