/**
 * Removes Ink's view of an error with its source. skillpick reports errors itself, after restoring the terminal, and
 * that view reads the working directory while it loads, which fails if the directory is gone.
 */

/** @type {import('esbuild').Plugin} */
export const errorOverviewPlugin = {
  name: 'ink-without-error-overview',
  setup(build) {
    build.onLoad({ filter: /[\\/]ink[\\/]build[\\/]components[\\/]ErrorOverview\.js$/ }, () => ({
      contents: 'export default () => null;',
      loader: 'js',
    }));
  },
};
