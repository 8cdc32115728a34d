import { type Bytes, Malformed } from './bytes.ts';
import { type Element, Elements } from './ebml.ts';

/** The ids of what a player needs. Source: RFC 9559, 5.1. */
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

/** An open element ends where one of these begins, as they stand in a segment only. Tags, chapters and attachments too. */
const OF_SEGMENT = new Set([
  ...[SEEK_HEAD, INFO, TRACKS, CLUSTER, CUES],
  ...[0x1254c367, 0x1043a770, 0x1941a469],
]);
const OF_HEADER = new Set([0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285]);
/** How long its ticks are, and how many. */
const OF_INFO = new Set([0x2ad7b1, 0x4489]);
/** Programs that made it: a film has to have these, so they become empty texts. */
const PROGRAMS = new Set([0x4d80, 0x5741]);
/** Numbers, codec, language, picture, sound, and how they are packed; neither names nor mappings of additions. */
const OF_TRACK = new Set([
  ...[TRACK_NUMBER, 0x73c5, TRACK_TYPE, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x6df8, 0x23e383, 0x234e7a],
  ...[0x23314f, 0x55ee, 0x22b59c, 0x22b59d, 0x86, 0x63a2, 0x56aa, 0x56bb, 0xe0, 0xe1, 0x6d80, 0xaa],
]);
/** Times and places, besides blocks. */
const OF_CLUSTER = new Set([0xe7, 0xab, 0xa7]);

/**
 * Takes out of a WebM, where it lies, everything that is not picture or sound, as `stripFilm` does: titles, dates,
 * programs, tags, chapters, attachments, other tracks. Throws `Malformed` where it cannot tell.
 */
export async function stripWebm(file: Bytes): Promise<void> {
  await new WebmStripper(file).strip();
}

class WebmStripper {
  readonly #elements: Elements;
  readonly #size: number;
  /** Null until the tracks are known, which come before what they hold. */
  #played: ReadonlySet<number> | null = null;

  constructor(file: Bytes) {
    this.#elements = new Elements(file);
    this.#size = file.size;
  }

  async strip(): Promise<void> {
    const header = await this.#elements.at(0, this.#size);
    if (header.id !== EBML || header.isOpen) throw new Malformed('It has no header');
    await this.#keepOnly(OF_HEADER, header);
    let segments = 0;
    for (let at = header.end; at < this.#size; ) {
      const element = await this.#elements.at(at, this.#size);
      if (element.id === SEGMENT) {
        segments += 1;
        await this.#segment(element);
      } else await this.#voidWhole(element);
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
      await this.#voidWhole(element);
  }

  async #info(info: Element): Promise<void> {
    for await (const element of this.#elements.inside(info)) {
      if (PROGRAMS.has(element.id)) await this.#elements.blank(element);
      else if (!OF_INFO.has(element.id)) await this.#elements.void(element);
    }
  }

  async #tracks(tracks: Element): Promise<void> {
    const played = new Set(this.#played);
    for await (const entry of this.#elements.inside(tracks)) {
      const track = entry.id === TRACK_ENTRY ? await this.#playedTrack(entry) : null;
      if (track === null) await this.#elements.void(entry);
      else {
        played.add(track);
        await this.#keepOnly(OF_TRACK, entry);
      }
    }
    this.#played = played;
  }

  async #playedTrack(entry: Element): Promise<number | null> {
    let [track, type] = [0, 0];
    for await (const element of this.#elements.inside(entry)) {
      if (element.id === TRACK_NUMBER) track = await this.#elements.number(element);
      if (element.id === TRACK_TYPE) type = await this.#elements.number(element);
    }
    return type === VIDEO || type === AUDIO ? track : null;
  }

  /** Where the cluster ends, which an open one does not say. */
  /** Where the cluster ends, which an open one does not say. */
  async #cluster(cluster: Element): Promise<number> {
    if (this.#played === null) throw new Malformed('Its tracks come too late');
    let at = cluster.body;
    while (at < cluster.end) {
      const element = await this.#elements.at(at, cluster.end);
      if (cluster.isOpen && OF_SEGMENT.has(element.id)) break;
      if (element.isOpen) throw new Malformed('An element has no end');
      if (!(await this.#isPlayed(element, this.#played))) await this.#elements.void(element);
      at = element.end;
    }
    return at;
  }

  async #isPlayed(element: Element, played: ReadonlySet<number>): Promise<boolean> {
    if (element.id === SIMPLE_BLOCK) return played.has(await this.#elements.trackOf(element));
    if (element.id !== BLOCK_GROUP) return OF_CLUSTER.has(element.id);
    for await (const inner of this.#elements.inside(element))
      if (inner.id === BLOCK) return played.has(await this.#elements.trackOf(inner));
    return false;
  }

  async #keepOnly(kept: ReadonlySet<number>, parent: Element): Promise<void> {
    for await (const element of this.#elements.inside(parent))
      if (!kept.has(element.id)) await this.#elements.void(element);
  }

  async #voidWhole(element: Element): Promise<void> {
    if (element.isOpen) throw new Malformed('An element has no end');
    // Room that is said to be empty is emptied as well.
    await this.#elements.void(element);
  }
}
