/** The colours of a dark and of a light terminal. The picker uses the sixteen colours that every terminal has. */

/**
 * @typedef {{ background: string, foreground: string, colors: readonly string[], dim: number }} Palette
 */

/** @type {Record<'dark' | 'light', Palette>} */
export const palettes = {
  dark: {
    background: '#1d1f21',
    foreground: '#d3d0c8',
    dim: 0.55,
    colors: [
      ...['#1d1f21', '#f2777a', '#99cc99', '#ffcc66', '#6699cc', '#cc99cc', '#66cccc', '#d3d0c8'],
      ...['#747369', '#f2777a', '#99cc99', '#ffcc66', '#6699cc', '#cc99cc', '#66cccc', '#f2f0ec'],
    ],
  },
  light: {
    background: '#ffffff',
    foreground: '#24292f',
    dim: 0.6,
    colors: [
      ...['#24292f', '#cf222e', '#116329', '#9a6700', '#0969da', '#8250df', '#1b7c83', '#6e7781'],
      ...['#57606a', '#a40e26', '#1a7f37', '#633c01', '#218bff', '#a475f9', '#3192aa', '#8c959f'],
    ],
  },
};
