import { type Bytes, Malformed } from './bytes.ts';
import { type Element, Elements } from './ebml.ts';

/** The ids of elements that players need. Source: RFC 9559, 5.1. */
const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const SEEK_HEAD = 0x114d9b74;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const CLUSTER = 0x1f43b675;
const CUES = 0x1c53bb6b;
const TRACK_ENTRY = 0xae;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const VIDEO = 1;
const AUDIO = 2;

/** Elements on segment level, tags, chapters and attachments included. A cluster of unknown size ends before one. */
const SEGMENT_LEVEL = new Set([
  ...[SEEK_HEAD, INFO, TRACKS, CLUSTER, CUES],
  ...[0x1254c367, 0x1043a770, 0x1941a469],
]);
const HEADER_ELEMENTS = new Set([0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285]);
/** Timestamp scale and duration. */
const INFO_ELEMENTS = new Set([0x2ad7b1, 0x4489]);
/** The writing and muxing programs. They are mandatory, so they become empty strings. */
const PROGRAMS = new Set([0x4d80, 0x5741]);
/** Numbers, codec, language, picture, sound and encodings; neither names nor block addition mappings. */
const TRACK_ELEMENTS = new Set([
  ...[TRACK_NUMBER, 0x73c5, TRACK_TYPE, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x6df8, 0x23e383, 0x234e7a],
  ...[0x23314f, 0x55ee, 0x22b59c, 0x22b59d, 0x86, 0x63a2, 0x56aa, 0x56bb, 0xe0, 0xe1, 0x6d80, 0xaa],
]);
/** Timestamp, position and previous size, besides blocks. */
const CLUSTER_ELEMENTS = new Set([0xe7, 0xab, 0xa7]);

/**
 * Removes everything but picture and sound from a WebM, in place, like `stripMp4`: titles, dates, programs, tags,
 * chapters, attachments, other tracks. Throws `Malformed` if the file cannot be read reliably.
 */
export async function stripWebm(file: Bytes): Promise<void> {
  await new WebmStripper(file).strip();
}

class WebmStripper {
  readonly #elements: Elements;
  readonly #size: number;
  /** The numbers of picture and sound tracks; null until they are read. They must precede the clusters. */
  #played: ReadonlySet<number> | null = null;

  constructor(file: Bytes) {
    this.#elements = new Elements(file);
    this.#size = file.size;
  }

  async strip(): Promise<void> {
    const header = await this.#elements.at(0, this.#size);
    if (header.id !== EBML || header.isOpen) throw new Malformed('It has no header');
    await this.#keepOnly(HEADER_ELEMENTS, header);
    let segments = 0;
    for (let at = header.end; at < this.#size; ) {
      const element = await this.#elements.at(at, this.#size);
      if (element.id === SEGMENT) {
        segments += 1;
        await this.#segment(element);
      } else await this.#voidClosed(element);
      at = element.end;
    }
    if (segments > 1) throw new Malformed('It is several films');
  }

  async #segment(segment: Element): Promise<void> {
    for (let at = segment.body; at < segment.end; ) {
      const element = await this.#elements.at(at, segment.end);
      if (element.id === CLUSTER) at = await this.#cluster(element);
      else {
        await this.#ofSegment(element);
        at = element.end;
      }
    }
  }

  async #ofSegment(element: Element): Promise<void> {
    if (element.id === INFO) await this.#info(element);
    else if (element.id === TRACKS) await this.#tracks(element);
    else if ((element.id !== SEEK_HEAD && element.id !== CUES) || element.isOpen)
      await this.#voidClosed(element);
  }

  async #info(info: Element): Promise<void> {
    for await (const element of this.#elements.children(info)) {
      if (PROGRAMS.has(element.id)) await this.#elements.blank(element);
      else if (!INFO_ELEMENTS.has(element.id)) await this.#elements.void(element);
    }
  }

  async #tracks(tracks: Element): Promise<void> {
    const played = new Set(this.#played);
    for await (const entry of this.#elements.children(tracks)) {
      const track = entry.id === TRACK_ENTRY ? await this.#playedTrack(entry) : null;
      if (track === null) await this.#elements.void(entry);
      else {
        played.add(track);
        await this.#keepOnly(TRACK_ELEMENTS, entry);
      }
    }
    this.#played = played;
  }

  async #playedTrack(entry: Element): Promise<number | null> {
    let [track, type] = [0, 0];
    for await (const element of this.#elements.children(entry)) {
      if (element.id === TRACK_NUMBER) track = await this.#elements.number(element);
      if (element.id === TRACK_TYPE) type = await this.#elements.number(element);
    }
    return type === VIDEO || type === AUDIO ? track : null;
  }

  /** Cleans a cluster and returns its end, which one of unknown size does not declare. */
  async #cluster(cluster: Element): Promise<number> {
    if (this.#played === null) throw new Malformed('Its tracks come too late');
    let at = cluster.body;
    while (at < cluster.end) {
      const element = await this.#elements.at(at, cluster.end);
      if (cluster.isOpen && SEGMENT_LEVEL.has(element.id)) break;
      if (element.isOpen) throw new Malformed('An element has no end');
      if (!(await this.#isPlayed(element, this.#played))) await this.#elements.void(element);
      at = element.end;
    }
    return at;
  }

  async #isPlayed(element: Element, played: ReadonlySet<number>): Promise<boolean> {
    if (element.id === SIMPLE_BLOCK) return played.has(await this.#elements.trackOf(element));
    if (element.id !== BLOCK_GROUP) return CLUSTER_ELEMENTS.has(element.id);
    for await (const inner of this.#elements.children(element))
      if (inner.id === BLOCK) return played.has(await this.#elements.trackOf(inner));
    return false;
  }

  async #keepOnly(kept: ReadonlySet<number>, parent: Element): Promise<void> {
    for await (const element of this.#elements.children(parent))
      if (!kept.has(element.id)) await this.#elements.void(element);
  }

  async #voidClosed(element: Element): Promise<void> {
    if (element.isOpen) throw new Malformed('An element has no end');
    await this.#elements.void(element);
  }
}
