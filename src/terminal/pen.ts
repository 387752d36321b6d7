/** The style that text is written in, as SGR sequences change it. Parameters that no pen here has are ignored. */

const plain = {
  bold: '',
  dim: '',
  italic: '',
  underline: '',
  inverse: '',
  strike: '',
  color: '',
  background: '',
};

export type Pen = Readonly<typeof plain>;

export const plainPen: Pen = plain;

const changes: Readonly<Record<string, Partial<Pen>>> = {
  0: plainPen,
  1: { bold: '1' },
  2: { dim: '2' },
  3: { italic: '3' },
  4: { underline: '4' },
  7: { inverse: '7' },
  9: { strike: '9' },
  22: { bold: '', dim: '' },
  23: { italic: '' },
  24: { underline: '' },
  27: { inverse: '' },
  29: { strike: '' },
  39: { color: '' },
  49: { background: '' },
};

/** One parameter, or all those of a colour beyond the first 16. */
const parameter = /[34]8;5;\d+|[34]8;2;\d+;\d+;\d+|\d+/g;
const color = /^(?:3[0-7]|9[0-7]|38;.+)$/;
const background = /^(?:4[0-7]|10[0-7]|48;.+)$/;

function changeOf(code: string): Partial<Pen> {
  if (color.test(code)) return { color: code };
  return background.test(code) ? { background: code } : (changes[Number(code)] ?? {});
}

/** Returns the pen after `CSI parameters m`. */
export function penAfter(pen: Pen, parameters: string): Pen {
  const codes = parameters.match(parameter) ?? ['0'];
  return Object.assign({}, pen, ...codes.map(changeOf));
}

/** Returns the SGR parameters that make a plain pen this one; empty for a plain pen. */
export function styleOf(pen: Pen): string {
  return Object.values(pen)
    .filter((code) => code !== '')
    .join(';');
}
