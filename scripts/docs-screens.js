/**
 * Makes the README's pictures from real screens: runs the built command in a pseudo terminal on a scratch repository
 * and writes its screens as SVG into docs/screens.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

const project = dirname(dirname(fileURLToPath(import.meta.url)));
const scratch = mkdtempSync(join(tmpdir(), 'skillpick-screens-'));
const [repository, home] = [join(scratch, 'my-repo'), join(scratch, 'home')];

/** @type {Record<string, [description: string, fields?: string]>} */
const skills = {
  '.agents/skills/release-notes': [
    'Draft release notes from commits since the last tag. Use when preparing a release.',
  ],
  '.agents/skills/release-check': ['Run the release checklist.', 'disable-model-invocation: true'],
  '.agents/skills/changelog': ['Keep CHANGELOG.md in order.'],
  '.agents/skills/triage': ['Sort new issues by area and urgency.', 'user-invocable: false'],
  '.claude/skills/review': ['Review a pull request, risks first.'],
  '.claude/skills/migrate-db': ['Write and check a database migration.'],
};

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function makeScene() {
  mkdirSync(join(repository, '.git'), { recursive: true });
  for (const tool of ['.claude', '.codex', '.gemini']) mkdirSync(join(home, tool), { recursive: true });
  for (const [path, [description, fields]] of Object.entries(skills)) {
    const more = fields === undefined ? '' : `${fields}\n`;
    const name = path.split('/').at(-1);
    const body = `# ${name}\n\n1. Look at what changed.\n2. Say it in one line each.\n`;
    write(
      join(repository, path, 'SKILL.md'),
      `---\nname: ${name}\ndescription: ${description}\n${more}---\n\n${body}`,
    );
  }
  write(
    join(repository, '.claude/agents/planner.md'),
    '---\nname: planner\ndescription: Plans before it builds.\n---\n',
  );
  write(join(repository, '.gemini/settings.json'), '{ "skills": { "disabled": ["changelog"] } }\n');
}

function buildBin() {
  const folder = join(scratch, 'bin');
  const env = { ...process.env, SKILLPICK_OUTDIR: join(folder, 'dist') };
  execFileSync(process.execPath, [join(project, 'scripts/build.js'), '--no-types'], {
    env,
    stdio: 'inherit',
  });
  for (const part of ['package.json', 'bin'])
    cpSync(join(project, part), join(folder, part), { recursive: true });
  return join(folder, 'bin/skillpick.js');
}

const palette = ['#1d1f21', '#f2777a', '#99cc99', '#ffcc66', '#6699cc', '#cc99cc', '#66cccc', '#d3d0c8'];
const bright = ['#747369', '#f2777a', '#99cc99', '#ffcc66', '#6699cc', '#cc99cc', '#66cccc', '#f2f0ec'];
const [background, foreground] = ['#1d1f21', '#d3d0c8'];

/**
 * Returns a colour of the 256-colour table.
 * @param {number} index
 */
function indexed(index) {
  if (index < 8) return palette[index];
  if (index < 16) return bright[index - 8];
  /** @param {number} value */
  const hex = (value) => value.toString(16).padStart(2, '0');
  if (index >= 232) return `#${hex(8 + (index - 232) * 10).repeat(3)}`;
  const levels = [0, 95, 135, 175, 215, 255];
  const cube = index - 16;
  return `#${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((level) => hex(levels[level] ?? 0)).join('')}`;
}

/** @param {string} text */
const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** @param {import('@xterm/headless').IBufferCell} cell */
function styleOf(cell) {
  const color = cell.isFgPalette() ? indexed(cell.getFgColor()) : foreground;
  const parts = [`fill="${cell.isInverse() ? background : color}"`];
  if (cell.isBold()) parts.push('font-weight="bold"');
  if (cell.isDim()) parts.push('opacity="0.55"');
  if (cell.isUnderline()) parts.push('text-decoration="underline"');
  return { style: parts.join(' '), box: cell.isInverse() ? color : undefined };
}

const [width, height, margin] = [8.4, 18, 14];
const [columns, rows] = [100, 26];

/**
 * Returns one text element for each run of cells that look alike.
 * @param {import('@xterm/headless').IBufferLine | undefined} line
 * @param {number} row
 * @param {number} columns
 */
function lineSvg(line, row, columns) {
  /** @type {{ column: number, style: string, box: string | undefined, text: string }[]} */
  const runs = [];
  for (let column = 0; column < columns; column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const { style, box } = styleOf(cell);
    const last = runs.at(-1);
    if (last?.style === style && last.box === box) last.text += cell.getChars() || ' ';
    else runs.push({ column, style, box, text: cell.getChars() || ' ' });
  }
  const y = margin + row * height;
  return runs
    .filter(({ text, box }) => box !== undefined || text.trim() !== '')
    .map(({ column, style, box, text }) => {
      const x = margin + column * width;
      const back = box
        ? `<rect x="${x}" y="${y}" width="${text.length * width}" height="${height}" fill="${box}"/>`
        : '';
      return `${back}<text x="${x}" y="${y + 13}" ${style} xml:space="preserve">${escapeXml(text.trimEnd() || text)}</text>`;
    })
    .join('');
}

/** @param {import('@xterm/headless').Terminal} terminal */
function svgOf(terminal) {
  const { cols, rows, buffer } = terminal;
  const lines = Array.from({ length: rows }, (_, row) => lineSvg(buffer.active.getLine(row), row, cols));
  const [w, h] = [Math.ceil(cols * width + 2 * margin), Math.ceil(rows * height + 2 * margin)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14">`,
    `<rect width="${w}" height="${h}" rx="8" fill="${background}"/>`,
    ...lines.filter((line) => line !== ''),
    '</svg>\n',
  ].join('\n');
}

/**
 * Types the keys of each step when the screen shows its pattern, then writes the picture.
 * @param {string} bin
 * @param {{ name: string, steps: [shows: RegExp, keys?: string][] }} screen
 */
async function photograph(bin, { name, steps }) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    LANG: 'C.UTF-8',
  };
  const pty = spawn(process.execPath, [bin], { cols: columns, rows, cwd: repository, env });
  const text = () =>
    Array.from(
      { length: rows },
      (_, row) => terminal.buffer.active.getLine(row)?.translateToString() ?? '',
    ).join('\n');
  let check = () => {};
  pty.onData((data) => terminal.write(data, () => check()));
  /** @param {RegExp} pattern */
  const shows = (pattern) =>
    new Promise((/** @type {(value?: undefined) => void} */ resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${name}: ${pattern} did not show:\n${text()}`)),
        20_000,
      );
      check = () => {
        if (!pattern.test(text())) return;
        clearTimeout(timer);
        resolve();
      };
      check();
    });
  for (const [pattern, keys] of steps) {
    await shows(pattern);
    if (keys !== undefined) pty.write(keys);
  }
  // The path of the scratch folder differs in every run.
  const picture = svgOf(terminal).replaceAll(scratch, '/home/me');
  writeFileSync(join(project, 'docs/screens', `${name}.svg`), picture);
  pty.kill();
}

const live = /● live/;
/** @type {{ name: string, steps: [shows: RegExp, keys?: string][] }[]} */
const screens = [
  { name: 'picker', steps: [[live], [/▌ . \S+ .* changelog/]] },
  { name: 'details', steps: [[live, 'review'], [/▌ ● on .*review/, '\r'], [/Look at what changed/]] },
];

try {
  makeScene();
  mkdirSync(join(project, 'docs/screens'), { recursive: true });
  const bin = buildBin();
  for (const screen of screens) await photograph(bin, screen);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(0);
