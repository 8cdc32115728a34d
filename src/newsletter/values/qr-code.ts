import { encode } from 'uqr';

/** A QR code: its size in modules with the border, and an SVG path of the dark modules, row by row. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

/** The light modules around a code that cameras need. */
const QUIET = 4;

/** An address as a QR code, with `border` light modules around it. */
export function qrCodeOf(address: string, border = QUIET): QrCode {
  const { data, size } = encode(address, { ecc: 'M', border });
  return { size, path: data.map(rowPath).join('') };
}

// One stroke for adjacent modules halves the path's length.
function rowPath(row: readonly boolean[], y: number): string {
  const line = row.map((dark) => (dark ? '1' : '0')).join('');
  return [...line.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('');
}
