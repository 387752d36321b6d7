/**
 * Ink draws an error with the lines of source around it. The product reports errors itself, once the terminal is
 * given back, and that part asks for the working directory while it is loaded, which fails where it is gone.
 */

export const errorOverviewPlugin = {
  name: 'ink-without-error-overview',
  setup(build) {
    build.onLoad({ filter: /[\\/]ink[\\/]build[\\/]components[\\/]ErrorOverview\.js$/ }, () => ({
      contents: 'export default () => null;',
      loader: 'js',
    }));
  },
};
