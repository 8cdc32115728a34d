import { encode } from 'uqr';
import type { PageQrCode } from '#newsletter/render/page.ts';

/** An address as a QR code for print: an SVG path of the dark modules, row by row. */
export function qrCodeForPrint(address: string): PageQrCode {
  const { data, size } = encode(address, { ecc: 'M', border: 0 });
  return { size, path: data.map(rowPath).join('') };
}

// One stroke for adjacent modules halves the path's length.
function rowPath(row: readonly boolean[], y: number): string {
  const line = row.map((dark) => (dark ? '1' : '0')).join('');
  return [...line.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('');
}
