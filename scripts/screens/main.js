/**
 * Makes the README's pictures from real screens: runs the built command on its demo session in a pseudo terminal, and
 * writes its screens as SVG into docs/screens, for dark and for light pages. `--check` only compares them with the
 * files, and fails if one differs.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { animation, frameOf } from './animation.js';
import { palettes } from './palettes.js';
import { Recorder } from './recorder.js';
import { scenes, tour } from './scenes.js';
import { picture, screenSvg } from './svg.js';

const project = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = join(project, 'docs/screens');
const scratch = mkdtempSync(join(tmpdir(), 'skillpick-screens-'));
const size = { columns: 120, rows: 32 };
/** @type {readonly ('dark' | 'light')[]} */
const looks = ['dark', 'light'];

function buildBin() {
  const target = join(scratch, 'bin');
  const env = { ...process.env, SKILLPICK_OUTDIR: join(target, 'dist') };
  execFileSync(process.execPath, [join(project, 'scripts/build.js'), '--no-types'], {
    env,
    stdio: 'inherit',
  });
  for (const part of ['package.json', 'bin'])
    cpSync(join(project, part), join(target, part), { recursive: true });
  return join(target, 'bin/skillpick.js');
}

/** @param {string} bin */
function start(bin) {
  const [cwd, home] = [join(scratch, 'my-repo'), join(scratch, 'home')];
  for (const directory of [cwd, home]) mkdirSync(directory, { recursive: true });
  return new Recorder(bin, { args: ['--demo'], size, cwd, home });
}

/**
 * @param {string} bin
 * @returns {Promise<Map<string, string>>}
 */
async function takePictures(bin) {
  const pictures = new Map();
  for (const { name, steps } of scenes) {
    const recorder = start(bin);
    for (const { keys, shows } of steps) {
      if (keys !== undefined) recorder.type(keys);
      await recorder.shows(shows);
    }
    for (const look of looks) {
      const palette = palettes[look];
      pictures.set(`${name}-${look}.svg`, picture(size, palette, screenSvg(recorder.terminal, palette)));
    }
    recorder.end();
  }
  return pictures;
}

/**
 * @param {string} bin
 * @returns {Promise<Map<string, string>>}
 */
async function recordTour(bin) {
  const recorder = start(bin);
  /** @type {import('./animation.js').Frame[]} */
  const frames = [];
  for (const { keys, shows, seconds } of tour) {
    if (keys !== undefined) recorder.type(keys);
    await recorder.shows(shows);
    frames.push(frameOf(recorder.terminal, seconds));
  }
  recorder.end();
  return new Map(looks.map((look) => [`tour-${look}.svg`, animation(frames, size, look)]));
}

/** @param {Map<string, string>} pictures */
function check(pictures) {
  const old = [...pictures].filter(([name, text]) => {
    const file = join(folder, name);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  if (old.length === 0) return 0;
  console.error(`Out of date: ${old.map(([name]) => name).join(', ')}. Run npm run docs:screens.`);
  return 1;
}

/** @param {Map<string, string>} pictures */
function write(pictures) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of pictures) writeFileSync(join(folder, name), text);
  return 0;
}

let code = 1;
try {
  const bin = buildBin();
  const pictures = new Map([...(await takePictures(bin)), ...(await recordTour(bin))]);
  code = process.argv.includes('--check') ? check(pictures) : write(pictures);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(code);
