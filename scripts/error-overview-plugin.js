/**
 * Leaves out Ink's error view. skillpick reports errors itself, after it has restored the terminal, and Ink's view
 * reads the working directory when it is loaded, which fails if that directory was removed.
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
