import { type ByteRange, type Bytes, Malformed, readExactly, zero, zeroExcept } from './bytes.ts';
import { type Box, boxAt, childrenOf, free, HEADER_BYTES, partOf } from './iso-boxes.ts';
import { chunksOf, type DefaultSizes, defaultSizes, runsOf } from './iso-samples.ts';
import { entriesOf, sampleTable, scrubBrands, scrubContainer, scrubMovie } from './iso-scrub.ts';

/** An index takes a few megabytes for hours of video; larger ones are refused. */
const INDEX_MAX_BYTES = 16 * 1024 * 1024;
const TOP_BOXES_MAX = 50_000;
/** The kept top-level boxes, besides `mdat`, of which only samples are kept. */
const SCRUBS: Readonly<Record<string, (bytes: Buffer, box: Box) => void>> = {
  ftyp: scrubBrands,
  styp: scrubBrands,
  moov: scrubMovie,
  moof: scrubContainer,
  mfra: scrubContainer,
  sidx: () => undefined,
};

/**
 * Removes everything but picture and sound from an MP4 or QuickTime file, in place: locations, dates, devices, names, and
 * telemetry tracks. No kept byte moves. Says whether its pictures are in HEVC. Throws `Malformed` if the file cannot be read
 * reliably.
 */
export async function stripMp4(file: Bytes): Promise<{ readonly isHevc: boolean }> {
  const boxes = await topBoxes(file);
  const { played, isHevc } = await findPlayed(file, boxes);
  for (const box of boxes) {
    if (box.type === 'mdat') await zeroExcept(file, { start: box.body, end: box.end }, played);
    else if (box.type in SCRUBS) await scrubInPlace(file, box);
    else await freeInPlace(file, box);
  }
  return { isHevc };
}

async function topBoxes(file: Bytes): Promise<readonly Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at < file.size; at = boxes.at(-1)?.end ?? file.size) {
    boxes.push(boxAt(await file.read(at, Math.min(HEADER_BYTES, file.size - at)), at, file.size, true));
    if (boxes.length > TOP_BOXES_MAX) throw new Malformed('It has too many boxes');
  }
  const movies = boxes.filter(({ type }) => type === 'moov').length;
  const media = boxes.some(({ type }) => type === 'mdat' || type === 'moof');
  if (movies > 1 || (movies === 0 && media)) throw new Malformed(`It has ${movies} indexes`);
  return boxes;
}

/** HEVC's names as a sample entry. Source: ISO/IEC 14496-15, 8.4.1; Dolby Vision has its own. */
const HEVC = new Set(['hvc1', 'hev1', 'dvh1', 'dvhe']);

interface Played {
  /** The spans of all pictures and sounds, sorted and not overlapping. */
  readonly played: readonly ByteRange[];
  readonly isHevc: boolean;
}

async function findPlayed(file: Bytes, boxes: readonly Box[]): Promise<Played> {
  const spans: ByteRange[] = [];
  const tracks = new Set<number>();
  let isHevc = false;
  let defaults: DefaultSizes = new Map();
  const movie = boxes.find(({ type }) => type === 'moov');
  if (movie !== undefined) {
    const { bytes, box } = await load(file, movie);
    // Leaves only tracks that are played.
    scrubMovie(bytes, box);
    for (const track of childrenOf(bytes, box).filter(({ type }) => type === 'trak')) {
      tracks.add(trackNumber(bytes, track));
      spans.push(...chunksOf(bytes, track));
      isHevc ||= entriesOf(bytes, sampleTable(bytes, track)).some(({ type }) => HEVC.has(type));
    }
    defaults = defaultSizes(bytes, box);
  }
  for (const fragment of boxes.filter(({ type }) => type === 'moof')) {
    const { bytes, box } = await load(file, fragment);
    const runs = runsOf(bytes, box, fragment.start, defaults);
    spans.push(...runs.filter(({ track }) => tracks.has(track)));
  }
  return { played: merged(spans), isHevc };
}

function trackNumber(bytes: Buffer, track: Box): number {
  const header = childrenOf(bytes, track).find(({ type }) => type === 'tkhd');
  if (header === undefined) throw new Malformed('A track has no number');
  const version = partOf(bytes, header, 0, 4)[0];
  return partOf(bytes, header, version === 1 ? 20 : 12, 4).readUInt32BE(0);
}

function merged(spans: readonly ByteRange[]): readonly ByteRange[] {
  const inOrder = spans.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of inOrder) {
    const last = result.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** A top-level box with its bytes, at offset 0. */
async function load(file: Bytes, { type, start, body, end }: Box): Promise<{ bytes: Buffer; box: Box }> {
  if (end - start > INDEX_MAX_BYTES) throw new Malformed(`The box ${type} is too large`);
  const bytes = Buffer.from(await readExactly(file, start, end - start));
  return { bytes, box: { type, start: 0, body: body - start, end: end - start } };
}

async function scrubInPlace(file: Bytes, top: Box): Promise<void> {
  const { bytes, box } = await load(file, top);
  SCRUBS[top.type]?.(bytes, box);
  await file.overwrite(top.start, bytes);
}

async function freeInPlace(file: Bytes, box: Box): Promise<void> {
  const header = Buffer.from(await readExactly(file, box.start, box.body - box.start));
  free(header, { ...box, start: 0, body: box.body - box.start, end: box.body - box.start });
  await file.overwrite(box.start, header);
  await zero(file, box.body, box.end);
}
