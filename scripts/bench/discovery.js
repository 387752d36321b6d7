/** Compares discovery of 1,000 skills with a `find` that reads the start of the same files. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median, nowMs } from './measure.js';

/** @import { Scratch } from './scratch.js' */
/** @import { Row } from './measure.js' */

const count = 1_000;

/** @param {string} folder */
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

/**
 * The time without the start of the process: the child measures it.
 * @param {string} hostLibrary
 * @param {string} folder
 */
function discoveryMs(hostLibrary, folder) {
  const script = `
    import { discover } from ${JSON.stringify(pathToFileURL(hostLibrary).href)};
    const environment = { cwd: process.argv[1], home: process.argv[2], env: {}, platform: process.platform };
    const startedAt = performance.now();
    discover(environment);
    console.log(performance.now() - startedAt);`;
  const args = ['--input-type=module', '-e', script, join(folder, 'repo'), join(folder, 'home')];
  return Number(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout);
}

/** @param {string} folder */
function findMs(folder) {
  const startedAtMs = nowMs();
  const args = [join(folder, 'repo'), '-name', 'SKILL.md', '-exec', 'head', '-c', '8192', '{}', '+'];
  const { error } = spawnSync('find', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return error === undefined ? nowMs() - startedAtMs : undefined;
}

/**
 * @param {Scratch} scratch
 * @param {number} rounds
 * @returns {Row}
 */
export function discoveryBar({ folder, hostLibrary }, rounds) {
  const name = `discovery of ${count.toLocaleString('en')} skills, times find`;
  const skills = join(folder, 'discovery');
  makeSkills(skills);
  /** @type {number[]} */
  const ours = [];
  /** @type {number[]} */
  const theirs = [];
  for (let round = 0; round < rounds; round += 1) {
    const ms = findMs(skills);
    if (ms === undefined) return { name, missing: 'not measured: find cannot be run' };
    theirs.push(ms);
    ours.push(discoveryMs(hostLibrary, skills));
  }
  return { name, value: median(ours) / median(theirs), bar: 2.5, aim: 1.5 };
}
