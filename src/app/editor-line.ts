/** How editors are asked to open a file at a line. An editor that is not known gets the file alone. */

/** Editors of terminals, and others, that take `+12 file`. */
const withPlus = new Set([
  'vi',
  'vim',
  'nvim',
  'gvim',
  'mvim',
  'view',
  'ex',
  'nano',
  'pico',
  'emacs',
  'emacsclient',
  'micro',
  'kak',
  'joe',
  'jed',
  'ne',
  'mg',
  'mcedit',
  'gedit',
  'less',
  'ed',
]);
/** Visual Studio Code and its relatives, which take `--goto file:12`. */
const withGoto = new Set(['code', 'code-insiders', 'codium', 'vscodium', 'cursor', 'windsurf']);
/** Editors that take `file:12`. */
const withColon = new Set(['hx', 'helix', 'subl', 'sublime_text', 'zed', 'zeditor', 'mate']);

/** Returns the arguments that open the file, at the line if the editor is known. */
export function fileArguments(program: string, path: string, line: number | null): string[] {
  const name = program
    .replace(/^.*[/\\]/, '')
    .replace(/\.(exe|cmd)$/i, '')
    .toLowerCase();
  if (line === null) return [path];
  if (withPlus.has(name)) return [`+${line}`, path];
  if (withGoto.has(name)) return ['--goto', `${path}:${line}`];
  return withColon.has(name) ? [`${path}:${line}`] : [path];
}
