import { Readable } from 'node:stream';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { DOCUMENT_MAX_BYTES, FILES_PATH, IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from '#contract/files.ts';
import type { House } from '#server/house.ts';
import { badRequest, tooLarge, unsupportedType } from '#server/http/errors.ts';
import { newFileKey } from '#server/ports/files/files.ts';
import { Gate } from './gate.ts';
import { ImageRefused, prepareImage } from './images.ts';
import { isOfficeDocument, isZipBased } from './office.ts';
import { meter, readAll, readHead, textOnly, through } from './receive.ts';
import { type Attachment, addAttachment, bytesLeft, type FileOwner } from './repo.ts';
import { type Sniffed, sniff } from './sniff.ts';

/** Pictures and office files are read whole, at most so many at a time; the other uploads wait, unread. */
const WHOLE_AT_ONCE = 12;
const NAME_MAX = 200;
const readingWhole = new Gate(WHOLE_AT_ONCE);

/** A file as it comes from outside. */
export interface Upload {
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
  /** How many bytes are announced, more or less; 0 where nothing is. */
  readonly announced: number;
}

/**
 * Checks, cleans and stores a file: first the file, then its row, so that a crash leaves at most a file that nobody
 * knows, which the sweep removes. Throws 400, 413, 415 and 507.
 */
export async function storeUpload(house: House, owner: FileOwner, upload: Upload): Promise<Attachment> {
  await refuseWithoutRoom(house, owner, upload.announced);
  const { head, whole } = await readHead(upload.bytes);
  try {
    const found = await sniff(head);
    if (head.length === 0) throw badRequest(ERROR_MESSAGES.fileContent);
    if ('refused' in found) throw unsupportedType(found.refused);
    return await storeAs(house, owner, fileName(upload.name), found, whole);
  } finally {
    whole.destroy();
  }
}

/** Stores a picture that is at hand whole, as a school's logo. Throws 400, 413, 415 and 507. */
export async function storeImage(
  house: House,
  owner: FileOwner,
  bytes: Buffer,
  name: string,
): Promise<{ readonly path: string; readonly width: number; readonly height: number }> {
  const found = await sniff(bytes);
  if ('refused' in found) throw unsupportedType(found.refused);
  if (found.kind !== 'image') throw unsupportedType(PICTURE_ONLY);
  if (bytes.length > IMAGE_MAX_BYTES) throw tooLarge(ERROR_MESSAGES.fileTooLarge);
  await refuseWithoutRoom(house, owner, bytes.length);
  const stored = await storePicture(house, owner, fileName(name), bytes);
  return { path: FILES_PATH + stored.key, width: stored.width ?? 0, height: stored.height ?? 0 };
}

const PICTURE_ONLY = 'Please choose a picture: JPEG, PNG, GIF, WebP or AVIF';

async function refuseWithoutRoom(house: House, owner: FileOwner, bytes: number): Promise<void> {
  await house.files.ensureSpace(bytes);
  if ((await bytesLeft(house.database, owner)) <= bytes) throw tooLarge(ERROR_MESSAGES.quota);
}

async function storeAs(
  house: House,
  owner: FileOwner,
  name: string,
  { kind, contentType }: Sniffed,
  whole: Readable,
): Promise<Attachment> {
  if (kind === 'image') {
    return await readingWhole.run(async () =>
      storePicture(house, owner, name, await readAll(whole, IMAGE_MAX_BYTES)),
    );
  }
  if (isZipBased(contentType)) {
    return await readingWhole.run(async () => {
      const bytes = await readAll(whole, DOCUMENT_MAX_BYTES);
      if (!(await isOfficeDocument(bytes, contentType))) throw badRequest(ERROR_MESSAGES.fileContent);
      return await keep(house, owner, { name, contentType }, Readable.from([bytes]));
    });
  }
  const metered = through(whole, meter(kind === 'video' ? VIDEO_MAX_BYTES : DOCUMENT_MAX_BYTES));
  return await keep(
    house,
    owner,
    { name, contentType },
    contentType === 'text/plain' ? through(metered, textOnly()) : metered,
  );
}

async function storePicture(
  house: House,
  owner: FileOwner,
  name: string,
  bytes: Buffer,
): Promise<Attachment> {
  const { bytes: clean, ...picture } = await prepareImage(bytes).catch((error: unknown) => {
    throw error instanceof ImageRefused ? badRequest(error.message) : error;
  });
  return await keep(house, owner, { name, ...picture }, Readable.from([clean]));
}

interface Described {
  readonly name: string;
  readonly contentType: string;
  readonly width?: number;
  readonly height?: number;
}

async function keep(house: House, owner: FileOwner, file: Described, bytes: Readable): Promise<Attachment> {
  const key = newFileKey(file.contentType);
  const size = await house.files.put(key, bytes);
  try {
    const { name, contentType, width = null, height = null } = file;
    const row = await addAttachment(house.database, owner, { key, name, contentType, size, width, height });
    if (row === null) throw tooLarge(ERROR_MESSAGES.quota);
    return row;
  } catch (error) {
    await house.files.delete(key);
    throw error;
  }
}

/** The last part of what a browser called the file, on one line. */
function fileName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  return (
    last
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, '')
      .trim()
      .slice(0, NAME_MAX)
      .toWellFormed() || 'file'
  );
}
