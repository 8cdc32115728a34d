import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { z } from 'zod';
import { differenceOf, type Pixels } from './compare.ts';

/** The reviewed pictures, small, on contact sheets in `sheets`, with an index of where each one is. */

const FOLDER = join(import.meta.dirname, 'sheets');
/** The size of a sheet's pictures, as a share of the real width and height. */
const SCALE = 0.2;
const GAP = 8;
const WEBP = { quality: 20, effort: 2, smartSubsample: true } as const;
/** How many pixels a real picture may be higher or lower. */
const HEIGHT_TOLERANCE = 1;

const placeSchema = z.strictObject({
  /** The real picture's width in pixels. */
  width: z.int(),
  height: z.int(),
  /** The small picture's corner on the sheet. */
  left: z.int(),
  top: z.int(),
});
const indexSchema = z.record(z.string(), z.record(z.string(), placeSchema));
type Place = z.infer<typeof placeSchema>;
/** A named picture, made small, with its real size. */
export interface Shot {
  readonly name: string;
  readonly row: string;
  readonly width: number;
  readonly height: number;
  readonly small: Pixels;
}

/** Makes a screenshot small. */
export async function shotOf(row: string, name: string, png: Buffer): Promise<Shot> {
  const { width, height } = await sharp(png).metadata();
  const size = { width: Math.round(width * SCALE), height: Math.max(1, Math.round(height * SCALE)) };
  const small = await pixelsOf(sharp(png).resize({ ...size, fit: 'fill' }));
  return { name, row, width, height, small };
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

type Index = z.infer<typeof indexSchema>;
type Sheets = ReadonlyMap<string, readonly Shot[]>;
/** A sheet in its stored form, and where its pictures are. */
interface Sheet {
  readonly file: Buffer;
  readonly places: Index[string];
}

/** Makes a sheet: the shots of a row beside each other. */
async function sheetOf(shots: readonly Shot[]): Promise<Sheet> {
  const places: Record<string, Place> = {};
  const parts: OverlayOptions[] = [];
  let top = 0;
  let widest = 0;
  for (const row of Map.groupBy(shots, (shot) => shot.row).values()) {
    let left = 0;
    for (const { name, row: inRow, width, height, small } of row) {
      places[`${inRow} ${name}`] = { width, height, left, top };
      const raw = { width: small.width, height: small.height, channels: 3 } as const;
      parts.push({ input: Buffer.from(small.data), raw, left, top });
      left += small.width + GAP;
    }
    widest = Math.max(widest, left - GAP);
    top += Math.max(...row.map(({ small }) => small.height)) + GAP;
  }
  const ground = { width: widest, height: top - GAP, channels: 3, background: '#8a8f98' } as const;
  const file = await sharp({ create: ground }).composite(parts).webp(WEBP).toBuffer();
  return { file, places };
}

const pathOf = (sheet: string) => join(FOLDER, `${sheet}.webp`);
const INDEX = join(FOLDER, 'index.json');

/** Writes all sheets and their index. */
export async function writeSheets(sheets: Sheets): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const index: Record<string, Index[string]> = {};
  for (const [name, shots] of sheets) {
    const { file, places } = await sheetOf(shots);
    index[name] = places;
    await writeFile(pathOf(name), file);
  }
  await writeFile(INDEX, indexText(index));
}

/** One picture a line, as the formatter keeps it. */
function indexText(index: Index): string {
  return `${JSON.stringify(index, null, 2)}\n`.replaceAll(/\{[^{}]*\}/g, (place) =>
    place.replaceAll(/\s+/g, ' '),
  );
}

/** How pictures differ from the reviewed ones, as lines. */
export async function differences(sheets: Sheets): Promise<readonly string[]> {
  const index = indexSchema.parse(JSON.parse(await readFile(INDEX, 'utf8')));
  const sizes = [...sheets].flatMap(([name, shots]) => sizeDifferences(name, shots, index[name] ?? {}));
  const gone = Object.keys(index).filter((name) => !sheets.has(name));
  if (sizes.length > 0 || gone.length > 0) return [...sizes, ...gone.map((name) => `${name} is gone`)];
  const lines: string[] = [];
  for (const [name, shots] of sheets) lines.push(...(await pixelDifferences(name, shots, index[name] ?? {})));
  return lines;
}

function sizeDifferences(sheet: string, shots: readonly Shot[], places: Index[string]): readonly string[] {
  const shown = new Set(shots.map(({ row, name }) => `${row} ${name}`));
  const gone = Object.keys(places).filter((name) => !shown.has(name));
  const others = shots.flatMap(({ row, name, width, height }) => {
    const place = places[`${row} ${name}`];
    if (place === undefined) return [`${sheet} ${row} ${name} is new`];
    if (place.width === width && Math.abs(place.height - height) <= HEIGHT_TOLERANCE) return [];
    return [`${sheet} ${row} ${name} is ${width} × ${height} px, was ${place.width} × ${place.height}`];
  });
  return [...others, ...gone.map((name) => `${sheet} ${name} is gone`)];
}

async function pixelDifferences(
  sheet: string,
  shots: readonly Shot[],
  places: Index[string],
): Promise<readonly string[]> {
  const whole = await pixelsOf(sharp(await readFile(pathOf(sheet))));
  return shots.flatMap(({ row, name, small }) => {
    const place = places[`${row} ${name}`];
    const difference = place === undefined ? null : differenceOf(small, cut(whole, place));
    return difference === null ? [] : [`${sheet} ${row} ${name} ${difference}`];
  });
}

function cut(whole: Pixels, { left, top, width, height }: Place): Pixels {
  const size = { width: Math.round(width * SCALE), height: Math.max(1, Math.round(height * SCALE)) };
  const data = new Uint8Array(size.width * size.height * 3);
  for (let y = 0; y < size.height; y += 1) {
    const from = ((top + y) * whole.width + left) * 3;
    data.set(whole.data.subarray(from, from + size.width * 3), y * size.width * 3);
  }
  return { ...size, data };
}
