/** Generated videos for tests, with the personal metadata that phones and cameras write. */

/** Metadata that must be removed: place, time, author and device. */
export const PERSONAL_METADATA = [
  ...['+51.5000-000.1167', 'Mrs Adeyemi', 'Oakfield phone', 'Pixel Maker', 'GoPro', 'Core Media', 'FieldCam'],
  ...['2024:06:01', 'N51.5 W0.1', 'left over', 'Macintosh HD:Users:adeyemi', 'subtitle of a drone'],
] as const;

const TAKEN_AT = 3_800_000_000;
/** The video and audio chunks of `cameraVideo`, in order. */
export const FRAMES = [
  Buffer.from('picture one '.repeat(20)),
  Buffer.from('sound one '.repeat(9)),
  Buffer.from('picture two '.repeat(25)),
  Buffer.from('sound two '.repeat(9)),
] as const;
const PLACES = [
  Buffer.from('GPS5 N51.5 W0.1 2024:06:01 '.repeat(4)),
  Buffer.from('subtitle of a drone'),
] as const;
const UNUSED = Buffer.from('freeGPS +51.5000-000.1167 left over');

/** A box of an ISO media file. */
export function box(type: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(body.length + 8, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** 32-bit big-endian numbers. */
export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
}

const text = (value: string) => Buffer.from(value, 'latin1');

function track(
  number: number,
  handler: string,
  chunks: readonly { readonly offset: number; readonly bytes: Buffer }[],
): Buffer {
  const entry = {
    vide: () =>
      box(
        'avc1',
        words(0, 1),
        Buffer.alloc(4),
        text('GoPr'),
        words(0, 0),
        words(0x00400030, 0x480000, 0x480000, 0),
        Buffer.from([0, 1]),
        text('\x10GoPro AVC encode'.padEnd(32, '\0')),
        Buffer.from([0, 24, 255, 255]),
        box('avcC', words(0x0142c00d)),
        box('uuid', text('Pixel Maker own extension')),
      ),
    soun: () => box('mp4a', words(0, 1), Buffer.alloc(4), text('GoPr'), words(0x00020010, 0, 48_000 << 16)),
  }[handler];
  const media = box(
    'mdia',
    box('mdhd', words(0, TAKEN_AT, TAKEN_AT, 600, 1200, 0x55c40000)),
    box('hdlr', words(0), text(`mhlr${handler}appl`), words(0, 0), text('\x18Core Media GoPro Handler')),
    box(
      'minf',
      box(handler === 'vide' ? 'vmhd' : handler === 'soun' ? 'smhd' : 'gmhd', words(0, 0, 0).subarray(0, 8)),
      box('hdlr', words(0), text('dhlrurl appl'), words(0, 0), text('\x17Core Media Data Handler')),
      box('dinf', box('dref', words(0, 1), box('alis', words(1), text('Macintosh HD:Users:adeyemi')))),
      box(
        'stbl',
        box('stsd', words(0, 1), entry?.() ?? box('gpmd', words(0, 1), text('FieldCam'))),
        box('stts', words(0, 1, chunks.length, 600)),
        box('stsc', words(0, 1, 1, 1, 1)),
        box('stsz', words(0, 0, chunks.length, ...chunks.map(({ bytes }) => bytes.length))),
        box('stco', words(0, chunks.length, ...chunks.map(({ offset }) => offset))),
      ),
    ),
  );
  return box(
    'trak',
    box('tkhd', words(7, TAKEN_AT, TAKEN_AT, number, 0, 1200), Buffer.alloc(60)),
    box('edts', box('elst', words(0, 1, 1200, 0, 0x10000))),
    box('tref', box('cdsc', words(1))),
    box('udta', box('name', text('FieldCam'))),
    media,
  );
}

const USER_DATA = [
  box('\xa9xyz', Buffer.from([0, 17, 0x15, 0xc7]), text('+51.5000-000.1167/')),
  box('\xa9mak', Buffer.from([0, 11, 0x55, 0xc4]), text('Pixel Maker')),
  box('\xa9mod', Buffer.from([0, 14, 0x55, 0xc4]), text('Oakfield phone')),
  box('auth', words(0), Buffer.from([0x55, 0xc4]), text('Mrs Adeyemi\0')),
];

function appleMetadata(): Buffer {
  const keys = {
    'com.apple.quicktime.location.ISO6709': '+51.5000-000.1167/',
    'com.apple.quicktime.model': 'Oakfield phone',
    'com.apple.quicktime.author': 'Mrs Adeyemi',
  };
  const names = Object.keys(keys).map((key) => box('mdta', text(key)));
  const values = Object.values(keys).map((value, at) => {
    const item = box('data', words(1, 0), text(value));
    return Buffer.concat([words(item.length + 8, at + 1), item]);
  });
  return box(
    'meta',
    box('hdlr', words(0, 0), text('mdta'), words(0, 0, 0)),
    box('keys', words(0, names.length), ...names),
    box('ilst', ...values),
  );
}

const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const XMP = text(
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator><rdf:Seq><rdf:li>Mrs Adeyemi</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
);

/** The layout of a video file. */
export interface VideoLayout {
  readonly type: 'mp4' | 'mov';
  /** Whether the index (`moov`) precedes the media data. */
  readonly indexFirst: boolean;
  /** Whether sizes have eight bytes. */
  readonly large?: boolean;
}

/** A video like a camera's: video, audio, a track of locations, subtitles, and much metadata. */
export function cameraVideo({ type, indexFirst, large = false }: VideoLayout): Buffer {
  const brand = type === 'mov' ? text('qt  ') : text('mp42');
  const start = Buffer.concat([
    box('ftyp', brand, words(0x20240601), text('FCamisommp42')),
    box('uuid', XMP_UUID, XMP),
    box('wide'),
  ]);
  const stored: readonly Buffer[] = [
    FRAMES[0],
    PLACES[0],
    FRAMES[1],
    UNUSED,
    FRAMES[2],
    PLACES[1],
    FRAMES[3],
  ];
  const header = large
    ? Buffer.concat([words(1), text('mdat'), words(0, Buffer.concat(stored).length + 16)])
    : words(Buffer.concat(stored).length + 8, 0x6d646174);
  const index = (media: number) => {
    const at = (part: (typeof stored)[number]) => {
      const before = stored.slice(0, stored.indexOf(part));
      return { offset: media + Buffer.concat(before).length, bytes: part };
    };
    return box(
      'moov',
      box('mvhd', words(0, TAKEN_AT, TAKEN_AT, 600, 1200, 0x10000, 0x1000000), Buffer.alloc(68), words(5)),
      track(1, 'vide', [at(FRAMES[0]), at(FRAMES[2])]),
      track(2, 'soun', [at(FRAMES[1]), at(FRAMES[3])]),
      track(3, 'meta', [at(PLACES[0])]),
      track(4, 'sbtl', [at(PLACES[1])]),
      box('udta', ...USER_DATA, words(0)),
      appleMetadata(),
      box('free', text('left over')),
    );
  };
  const end = Buffer.concat([
    box('free', text('left over Mrs Adeyemi')),
    box('skip', text('Oakfield phone')),
    box('FCam', text('FieldCam')),
  ]);
  const before = indexFirst ? index(0).length : 0;
  const media = start.length + before + header.length;
  const parts = indexFirst
    ? [start, index(media), header, ...stored, end]
    : [start, header, ...stored, index(media), end];
  return Buffer.concat(parts);
}

/** A fragmented video, like those of browsers and screen recorders, with a track of locations. */
export function fragmentedVideo(): Buffer {
  const start = box('ftyp', text('isom'), words(0), text('iso5'));
  const empty = box(
    'moov',
    box('mvhd', words(0, TAKEN_AT, TAKEN_AT, 600, 0, 0x10000, 0x1000000), Buffer.alloc(68), words(5)),
    track(1, 'vide', []),
    track(3, 'meta', []),
    box('mvex', box('trex', words(0, 1, 1, 0, 0, 0)), box('trex', words(0, 3, 1, 0, PLACES[0].length, 0))),
  );
  const fragment = (picture: Buffer) => {
    const parts = (offset: number) =>
      box(
        'moof',
        box('mfhd', words(0, 1)),
        box('traf', box('tfhd', words(0x020000, 1)), box('trun', words(0x201, 1, offset, picture.length))),
        box('traf', box('tfhd', words(0x020000, 3)), box('trun', words(0x1, 1, offset + picture.length))),
        box('uuid', XMP_UUID, XMP),
      );
    const length = parts(0).length;
    return [parts(length + 8), box('mdat', picture, PLACES[0])];
  };
  return Buffer.concat([
    start,
    empty,
    box('prft', words(0, 1, TAKEN_AT)),
    ...fragment(FRAMES[0]),
    ...fragment(FRAMES[2]),
  ]);
}

/** An EBML element with an eight-byte size, or with an unknown size ('open'). */
export function element(id: string, ...content: readonly (Buffer | 'open')[]): Buffer {
  const isOpen = content[0] === 'open';
  const body = Buffer.concat(content.filter((part) => part !== 'open'));
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | (isOpen ? (1n << 56n) - 1n : BigInt(body.length)));
  return Buffer.concat([Buffer.from(id, 'hex'), size, body]);
}

const block = (trackNumber: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0x80 | trackNumber, 0, 0, 0x80]), data]);

/** A WebM with title, programs, date, tags, an attachment, chapters and a track of locations. */
export function taggedWebm({ open = false } = {}): Buffer {
  const maybeOpen = open ? (['open'] as const) : [];
  const entry = (number: number, type: number) =>
    element(
      'ae',
      element('d7', Buffer.from([number])),
      element('73c5', Buffer.from([number])),
      element('83', Buffer.from([type])),
      element('86', text('V_VP8')),
      element('536e', text('FieldCam')),
      element('e0', element('b0', Buffer.from([64])), element('ba', Buffer.from([48]))),
    );
  const cluster = (picture: Buffer) =>
    element(
      '1f43b675',
      ...maybeOpen,
      element('e7', Buffer.from([0])),
      element('a3', block(1, picture)),
      element('a0', element('a1', block(1, picture))),
      element('a3', block(3, PLACES[0])),
      element('a0', element('a1', block(3, PLACES[0]))),
    );
  return Buffer.concat([
    element(
      '1a45dfa3',
      element('4286', Buffer.from([1])),
      element('42f7', Buffer.from([1])),
      element('42f2', Buffer.from([4])),
      element('42f3', Buffer.from([8])),
      element('4282', text('webm')),
      element('4287', Buffer.from([2])),
      element('4285', Buffer.from([2])),
    ),
    element(
      '18538067',
      ...maybeOpen,
      element('ec', text('left over')),
      element(
        '1549a966',
        element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])),
        element('7ba9', text('Mrs Adeyemi')),
        element('4d80', text('Oakfield phone')),
        element('5741', text('FieldCam')),
        element('4461', words(0x08000000, 0x12345678)),
      ),
      element('1654ae6b', entry(1, 1), entry(3, 33)),
      element('1043a770', element('45b9', element('b6', element('80', element('85', text('Mrs Adeyemi')))))),
      element(
        '1941a469',
        element('61a7', element('466e', text('Oakfield phone')), element('465c', text('left over'))),
      ),
      cluster(FRAMES[0]),
      cluster(FRAMES[2]),
      element(
        '1254c367',
        element(
          '7373',
          element('67c8', element('45a3', text('LOCATION')), element('4487', text('+51.5000-000.1167'))),
        ),
      ),
    ),
  ]);
}

/** A video of one frame without personal metadata. It is 24 bytes larger than `bytes`. */
export function plainVideo(type: 'mp4' | 'mov' | 'webm', bytes = 2000): Buffer {
  if (type === 'webm') return plainWebm(bytes);
  const brand = type === 'mp4' ? 'isom' : 'qt  ';
  const start = box('ftyp', text(brand), words(0), text(`${brand}mp41`));
  const room = bytes - plainIndex(0, 0).length - 8;
  return Buffer.concat([
    start,
    plainIndex(room, bytes + start.length - room),
    box('mdat', Buffer.alloc(room, 7)),
  ]);
}

function plainIndex(size: number, offset: number): Buffer {
  const entry = box('avc1', words(0, 1), Buffer.alloc(70), box('avcC', words(0x0142c00d)));
  const table = box(
    'stbl',
    box('stsd', words(0, 1), entry),
    box('stts', words(0, 1, 1, 600)),
    box('stsc', words(0, 1, 1, 1, 1)),
    box('stsz', words(0, size, 1)),
    box('stco', words(0, 1, offset)),
  );
  const references = box('dinf', box('dref', words(0, 1), box('url ', words(1))));
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, 600, 600, 0x55c40000)),
    box('hdlr', words(0, 0), text('vide'), Buffer.alloc(13)),
    box('minf', box('vmhd', words(1, 0, 0)), references, table),
  );
  const header = box('mvhd', words(0, 0, 0, 600, 600, 0x10000, 0x1000000), Buffer.alloc(68), words(2));
  const track = box('trak', box('tkhd', words(7, 0, 0, 1, 0, 600), Buffer.alloc(60)), media);
  return box('moov', header, track);
}

function plainWebm(bytes: number): Buffer {
  const track = element(
    'ae',
    element('d7', Buffer.from([1])),
    element('83', Buffer.from([1])),
    element('86', text('V_VP8')),
  );
  return Buffer.concat([
    element('1a45dfa3', element('4282', text('webm'))),
    element(
      '18538067',
      element('1654ae6b', track),
      element('1f43b675', element('e7', Buffer.from([0])), element('a3', block(1, Buffer.alloc(bytes, 7)))),
    ),
  ]);
}
