import type { QrCode } from '#newsletter/values/qr-code.ts';

/** The pixels per module in the PNG: sharp on an A4 page. */
const DOTS = 24;

/** The code as an SVG file. */
export function svgFile({ size, path }: QrCode): Blob {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * DOTS}" height="${size * DOTS}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** The code as a PNG file. Rejects if the browser cannot draw it. */
export async function pngFile({ size, path }: QrCode): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = size * DOTS;
  canvas.height = size * DOTS;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(DOTS, DOTS);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  return await new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The picture is empty')) : resolve(blob)),
      'image/png',
    );
  });
}
