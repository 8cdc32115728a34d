import decoder from 'jsqr';
import { expect, it } from 'vitest';
import { type QrCode, qrCodeOf } from './qr-code.ts';

/** The modules that a path fills. */
function modulesOf({ size, path }: QrCode): string[] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) rows[Number(y)]?.splice(at, 1, '#');
  }
  return rows.map((row) => row.join(''));
}

it('draws the three corner patterns that phones look for', () => {
  const rows = modulesOf(qrCodeOf('https://news.school.example/published/autumn-news-0123456789abcd', 0));
  const size = rows.length;
  expect(size % 4).toBe(1);
  const corner = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
  expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(corner);
  expect(rows.slice(0, 7).map((row) => row.slice(-7))).toEqual(corner);
  expect(rows.slice(-7).map((row) => row.slice(0, 7))).toEqual(corner);
  expect(rows.slice(-7).map((row) => row.slice(-7))).not.toEqual(corner);
});

it('is decoded to the address by an independent decoder, in any length', () => {
  for (const length of [0, 30, 75]) {
    const address = `https://news.school.example/published/${'autumn-news-'.repeat(7).slice(0, length)}0123456789abcd`;
    const rows = modulesOf(qrCodeOf(address, 0));
    // Like in print: each module some pixels wide, with a white border.
    const side = (rows.length + 2 * QUIET) * DOTS;
    const dots = Array.from({ length: side * side }, (_, at) => {
      const [x, y] = [at % side, Math.floor(at / side)].map((dot) => Math.floor(dot / DOTS) - QUIET);
      const level = rows[y ?? -1]?.[x ?? -1] === '#' ? 0 : 255;
      return [level, level, level, 255];
    });
    expect(decoder.default(new Uint8ClampedArray(dots.flat()), side, side)?.data).toBe(address);
  }
});
const QUIET = 4;
const DOTS = 3;

it('stays small', () => {
  const address = `https://news.school.example/published/${'a'.repeat(75)}`;
  expect(qrCodeOf(address, 0).path.length).toBeLessThan(9000);
});
