import { Malformed } from './bytes.ts';
import { type Box, boxesIn, childrenOf, free, onlyBox, partOf } from './iso-boxes.ts';

/**
 * Removes everything from a video's index that is not needed to play it. Works with a list of allowed boxes; all others
 * become free space.
 */

const SAMPLE_TABLES = [
  ...['stsd', 'stts', 'ctts', 'cslg', 'stss', 'stps', 'stsh', 'stsc', 'stsz', 'stz2', 'stco', 'co64'],
  ...['sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'padb', 'stdp'],
];
const KEPT: Readonly<Record<string, readonly string[]>> = {
  moov: ['mvhd', 'trak', 'mvex'],
  trak: ['tkhd', 'edts', 'tapt', 'mdia'],
  edts: ['elst'],
  tapt: ['clef', 'prof', 'enof'],
  mdia: ['mdhd', 'hdlr', 'elng', 'minf'],
  minf: ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'],
  dinf: ['dref'],
  stbl: SAMPLE_TABLES,
  mvex: ['mehd', 'trex'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio'],
  mfra: ['tfra', 'mfro'],
};

type Scrub = (bytes: Buffer, box: Box) => void;
const SCRUBS: Readonly<Record<string, Scrub>> = {
  mvhd: scrubTimes,
  tkhd: scrubTimes,
  mdhd: scrubTimes,
  hdlr: scrubHandler,
  dref: scrubReferences,
};

/** Whether a track is picture or sound; all others (location, speed, time code, subtitles) are removed. */
function isPlayed(handler: string): boolean {
  return handler === 'vide' || handler === 'soun';
}

/** A track's handler type: 'vide', 'soun', 'meta', … Throws `Malformed`. */
function handlerOf(bytes: Buffer, track: Box): string {
  const media = onlyBox(childrenOf(bytes, track), 'mdia');
  return partOf(bytes, onlyBox(childrenOf(bytes, media), 'hdlr'), 8, 4).toString('latin1');
}

/** Frees the boxes that a container (`moov`, `moof`, `mfra`) does not need, recursively. Throws `Malformed`. */
export function scrubContainer(bytes: Buffer, box: Box): void {
  const kept = KEPT[box.type] ?? [];
  for (const child of childrenOf(bytes, box)) {
    if (!kept.includes(child.type)) free(bytes, child);
    else if (child.type in KEPT) scrubContainer(bytes, child);
    else SCRUBS[child.type]?.(bytes, child);
  }
}

/** Frees the tracks that are not played and scrubs the others. Throws `Malformed`, also if nothing can be played. */
export function scrubMovie(bytes: Buffer, movie: Box): void {
  const children = childrenOf(bytes, movie);
  const tracks = children.filter(({ type }) => type === 'trak');
  const played = tracks.filter((track) => isPlayed(handlerOf(bytes, track)));
  if (played.length === 0) throw new Malformed('It has nothing to play');
  for (const track of tracks) if (!played.includes(track)) free(bytes, track);
  scrubContainer(bytes, movie);
  for (const track of played) scrubDescriptions(bytes, track);
}

const KNOWN_BRAND =
  /^(?:iso[m2-9]|mp4[12]|mp71|avc[1-4]|hvc1|hev1|av01|vp09|qt {2}|M4V[ HP]|f4v |dash|cm[f2][a-z0-9]|ms[di][hx]|lmsg|3g[p2][4-9a-h])$/;

/** Replaces brands in `ftyp` and `styp` that identify a manufacturer. */
export function scrubBrands(bytes: Buffer, box: Box): void {
  if (box.end - box.body < 8) throw new Malformed('The film does not say what it is');
  for (let at = box.body; at + 4 <= box.end; at += 4) {
    // The second field is a version, in which some cameras write their firmware's date.
    if (at === box.body + 4) bytes.fill(0, at, at + 4);
    else if (!KNOWN_BRAND.test(bytes.toString('latin1', at, at + 4))) bytes.write('isom', at, 'latin1');
  }
  const rest = (box.end - box.body) % 4;
  bytes.fill(0, box.end - rest, box.end);
}

// Creation and modification time, 4 or 8 bytes each.
function scrubTimes(bytes: Buffer, box: Box): void {
  const version = partOf(bytes, box, 0, 4)[0];
  if (version !== 0 && version !== 1) throw new Malformed(`The box ${box.type} is of an unknown version`);
  partOf(bytes, box, 4, version === 1 ? 16 : 8).fill(0);
}

// After the type: manufacturer, flags, and a name such as 'GoPro AVC'.
function scrubHandler(bytes: Buffer, box: Box): void {
  partOf(bytes, box, 8, 4);
  bytes.fill(0, box.body + 12, box.end);
}

// QuickTime writes the file's original path here, even if the reference is to the file itself.
function scrubReferences(bytes: Buffer, box: Box): void {
  partOf(bytes, box, 0, 8);
  for (const entry of boxesIn(bytes, { start: box.body + 8, end: box.end })) {
    const refersToItself = (partOf(bytes, entry, 0, 4).readUInt32BE(0) & 1) === 1;
    if (!refersToItself) throw new Malformed('It is in several files');
    bytes.fill(0, entry.body + 4, entry.end);
  }
}

// Offsets in a sample entry. Field names as in ISO/IEC 14496-12, 12.1.3 and QTFF.
const VENDOR = { start: 20, end: 24 } as const;
const COMPRESSOR_NAME = { start: 50, end: 82 } as const;
const VIDEO_FIELDS_END = 86;
/** Codec configuration, aspect ratio, colours and brightness. */
const VIDEO_ENTRY_BOXES = new Set([
  ...['avcC', 'hvcC', 'lhvC', 'hvcE', 'dvcC', 'dvvC', 'dvwC', 'av1C', 'vpcC', 'esds', 'd263', 'jpgC'],
  ...['colr', 'pasp', 'clap', 'fiel', 'gama', 'btrt', 'mdcv', 'clli', 'SmDm', 'CoLL', 'amve', 'ccst'],
]);

function scrubDescriptions(bytes: Buffer, track: Box): void {
  const isVideo = handlerOf(bytes, track) === 'vide';
  for (const entry of entriesOf(bytes, sampleTable(bytes, track))) {
    partOf(bytes, entry, 0, isVideo ? VIDEO_FIELDS_END - 8 : 20);
    bytes.fill(0, entry.start + VENDOR.start, entry.start + VENDOR.end);
    if (!isVideo) continue;
    bytes.fill(0, entry.start + COMPRESSOR_NAME.start, entry.start + COMPRESSOR_NAME.end);
    for (const child of boxesIn(bytes, { start: entry.start + VIDEO_FIELDS_END, end: entry.end }))
      if (!VIDEO_ENTRY_BOXES.has(child.type)) free(bytes, child);
  }
}

/** The sample descriptions (codecs) of a sample table: the entries of its `stsd`. Throws `Malformed`. */
export function entriesOf(bytes: Buffer, table: Box): readonly Box[] {
  const description = onlyBox(childrenOf(bytes, table), 'stsd');
  partOf(bytes, description, 0, 8);
  return boxesIn(bytes, { start: description.body + 8, end: description.end });
}

/** A track's `stbl`. Throws `Malformed`. */
export function sampleTable(bytes: Buffer, track: Box): Box {
  const media = onlyBox(childrenOf(bytes, track), 'mdia');
  const information = onlyBox(childrenOf(bytes, media), 'minf');
  return onlyBox(childrenOf(bytes, information), 'stbl');
}
