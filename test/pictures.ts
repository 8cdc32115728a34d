import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Generated pictures and other files for tests. */

/** A picture in a single colour. */
export async function picture(
  format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff',
  width = 64,
  height = 48,
): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background: '#1f5d45' } })
    .toFormat(format)
    .toBuffer();
}

/** A photograph like a phone's: rotated by EXIF, with location and author. */
export async function photograph(width = 2400, height = 1200): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background: '#8a5a2b' } })
    .jpeg()
    .withExif({
      IFD0: { Artist: 'Mrs Adeyemi', Software: 'Oakfield phone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A picture whose right half is transparent. */
async function halfTransparent(format: 'png' | 'webp', width: number, height: number): Promise<Buffer> {
  const left = {
    create: { width: Math.floor(width / 2), height, channels: 4, background: '#1f5d45' },
  } as const;
  return await sharp({ create: { width, height, channels: 4, background: '#00000000' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer();
}

/** Files for browser tests, by name. The photograph is rotated by EXIF and has 12 megapixels. */
export const SAMPLES = {
  photograph: () => photograph(4000, 3000),
  // With an author and a place; red on the left, green on the right. Made with heif-enc.
  heic: () => readFile(new URL('./photo.heic', import.meta.url)),
  small: () => picture('jpeg', 640, 280),
  wideDrawing: () => halfTransparent('png', 3200, 400),
  opaqueDrawing: () => picture('png', 3200, 400),
  wideWebp: () => halfTransparent('webp', 3200, 400),
  gif: () => animatedPicture('gif', 2000, 20),
  movingWebp: () => animatedPicture('webp', 2000, 20),
} as const;

/** An animated picture of two frames. */
export async function animatedPicture(format: 'gif' | 'webp', width = 40, height = 30): Promise<Buffer> {
  const frame = (background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  return await sharp([await frame('#ff0000'), await frame('#0000ff')], { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** A small PNG file that declares these huge dimensions. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A small PNG file with a compressed text that expands to this many bytes. */
export function textBomb(bytes: number): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(bytes, 65))]);
  const pixel = deflateSync(Buffer.from([0, 31, 93, 69]));
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('zTXt', text),
    chunk('IDAT', pixel),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** An uncompressed ZIP archive. */
export function zip(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const index: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const data = Buffer.from(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt32LE(crc32(data), 14);
    local.writeUInt32LE(data.length, 18);
    local.writeUInt32LE(data.length, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    local.copy(central, 16, 14, 28);
    central.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), data);
    index.push(central, Buffer.from(name));
    at += local.length + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  const count = Object.keys(entries).length;
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(Buffer.concat(index).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...index, end]);
}

const OFFICE_TYPES = {
  docx: ['word/document.xml', 'wordprocessingml.document'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation'],
} as const;

/** A minimal office document. */
export function officeDocument(kind: keyof typeof OFFICE_TYPES): Buffer {
  const [main, type] = OFFICE_TYPES[kind];
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;
  return zip({ '[Content_Types].xml': types, '_rels/.rels': '<Relationships/>', [main]: '<document/>' });
}

/** An office document with extra parts. Its relationships include a thumbnail and custom properties. */
export function officeWith(
  parts: Readonly<Record<string, string | Buffer>>,
  { withoutList = false, kind = 'docx' }: { withoutList?: boolean; kind?: keyof typeof OFFICE_TYPES } = {},
): Buffer {
  const [main, type] = OFFICE_TYPES[kind];
  const types = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;
  const relation = (kind: string, target: string) =>
    `<Relationship Id="${target}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;
  const list = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('officeDocument', main)}${relation('metadata/thumbnail', 'docProps/thumbnail.jpeg')}${relation('custom-properties', '/props/own.xml')}</Relationships>`;
  return zip({
    '[Content_Types].xml': types,
    ...(withoutList ? {} : { '_rels/.rels': list }),
    [main]: '<document>Dear parents</document>',
    ...parts,
  });
}

/** A minimal PDF. */
export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);
