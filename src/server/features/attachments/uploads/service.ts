import { Readable } from 'node:stream';
import PQueue from 'p-queue';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { FILE_KINDS, FILES_PATH, IMAGE_MAX_BYTES } from '#contract/files.ts';
import type { AppContext } from '#server/context.ts';
import {
  type Attachment,
  addAttachment,
  bytesLeft,
  type FileOwner,
} from '#server/features/attachments/repo.ts';
import { Malformed } from '#server/features/attachments/uploads/metadata/bytes.ts';
import { stripFilm } from '#server/features/attachments/uploads/metadata/iso-media.ts';
import { stripOffice } from '#server/features/attachments/uploads/metadata/office.ts';
import { stripWebm } from '#server/features/attachments/uploads/metadata/webm.ts';
import { newFileKey, type StagedFile } from '#server/platform/files/files.ts';
import { badRequest, tooLarge, unsupportedType } from '#server/platform/http/errors.ts';
import { through } from '#server/platform/streams.ts';
import { ImageRefused, prepareImage } from './images.ts';
import { isZipBased, readOffice } from './office.ts';
import { cleanPdf } from './pdf.ts';
import { leastRate, meter, readHead, textOnly } from './receive.ts';
import { type Sniffed, sniff } from './sniff.ts';
import { UploadQueue } from './upload-queue.ts';

/** Files that are there whole are looked into so many at a time; what is still on its way waits for none of them. */
const CLEANED_AT_ONCE = 2;
const NAME_MAX = 200;
const cleaning = new PQueue({ concurrency: CLEANED_AT_ONCE });
const queues = new UploadQueue();

/** A file as it comes from outside. */
export interface Upload {
  readonly name: string;
  readonly bytes: Readable;
  /** How many bytes are announced, more or less; 0 where nothing is. */
  readonly announced: number;
}

/** A file that was stored. */
export interface Uploaded {
  readonly row: Attachment;
  /** Whether it may still tell who made it. */
  readonly keepsMetadata: boolean;
}

/**
 * Receives, checks, cleans and stores a file: first the file, then its row, so that a crash leaves at most a file that
 * nobody knows, which the sweep removes. Throws 400, 408, 413, 415, 429 and 507.
 */
export async function storeUpload(context: AppContext, owner: FileOwner, upload: Upload): Promise<Uploaded> {
  await refuseWithoutRoom(context, owner, upload.announced);
  return await queues.run(owner.personId, async () => {
    // Whoever sent it has gone while it waited.
    if (upload.bytes.destroyed) throw badRequest(ERROR_MESSAGES.malformed);
    const { head, whole } = await readHead(through(upload.bytes, leastRate()));
    try {
      const found = await sniff(head);
      if (head.length === 0) throw badRequest(ERROR_MESSAGES.fileContent);
      if ('refused' in found) throw unsupportedType(found.refused);
      return await receive(context, owner, { name: fileName(upload.name), found, whole });
    } finally {
      whole.destroy();
    }
  });
}

/** Stores a picture that is at hand whole, as a school's logo. Throws 400, 413, 415 and 507. */
export async function storeImage(
  context: AppContext,
  owner: FileOwner,
  bytes: Buffer,
  name: string,
): Promise<{ readonly path: string; readonly width: number; readonly height: number }> {
  const found = await sniff(bytes);
  if ('refused' in found) throw unsupportedType(found.refused);
  if (found.kind !== 'image') throw unsupportedType(PICTURE_ONLY);
  if (bytes.length > IMAGE_MAX_BYTES) throw tooLarge(ERROR_MESSAGES.fileTooLarge);
  await refuseWithoutRoom(context, owner, bytes.length);
  const stored = await storePicture(context, owner, fileName(name), bytes);
  return { path: FILES_PATH + stored.key, width: stored.width ?? 0, height: stored.height ?? 0 };
}

const PICTURE_ONLY = 'Please choose a picture: JPEG, PNG, GIF, WebP or AVIF';

async function refuseWithoutRoom(context: AppContext, owner: FileOwner, bytes: number): Promise<void> {
  await context.files.ensureSpace(bytes);
  if ((await bytesLeft(context.database, owner)) <= bytes) throw tooLarge(ERROR_MESSAGES.quota);
}

interface Received {
  readonly name: string;
  readonly found: Sniffed;
  readonly whole: Readable;
}

/** Takes the stream in, however long that lasts, and only then asks for a place to clean and store it. */
async function receive(
  context: AppContext,
  owner: FileOwner,
  { name, found, whole }: Received,
): Promise<Uploaded> {
  const { kind, contentType } = found;
  const metered = through(whole, meter(FILE_KINDS[kind].maxBytes));
  const bytes = contentType === 'text/plain' ? through(metered, textOnly()) : metered;
  const key = newFileKey(contentType);
  const staged = await context.files.stage(key, bytes);
  try {
    if (contentType === 'application/pdf')
      return await storePdf(context, owner, { name, contentType }, { key, staged });
    const row = await cleaning.add(async () => {
      if (kind === 'image')
        return await storePicture(context, owner, name, await staged.read(0, staged.size));
      if (isZipBased(contentType)) return await storeOffice(context, owner, { name, contentType }, staged);
      if (kind === 'video') await stripVideo(staged, contentType);
      await staged.keep();
      return await addRow(context, owner, { name, contentType }, { key, size: staged.size });
    });
    return { row, keepsMetadata: false };
  } catch (error) {
    throw error instanceof Malformed ? badRequest(ERROR_MESSAGES.fileContent) : error;
  } finally {
    await staged.discard();
  }
}

async function stripVideo(staged: StagedFile, contentType: string): Promise<void> {
  await (contentType === 'video/webm' ? stripWebm(staged) : stripFilm(staged));
}

async function storePdf(
  context: AppContext,
  owner: FileOwner,
  file: Described,
  { key, staged }: { readonly key: string; readonly staged: StagedFile },
): Promise<Uploaded> {
  const cleaned = await cleanPdf(() => staged.read(0, staged.size));
  if (cleaned !== null) {
    const { bytes, keepsMetadata } = cleaned;
    return { row: await storeFile(context, owner, file, Readable.from([bytes])), keepsMetadata };
  }
  await staged.keep();
  return { row: await addRow(context, owner, file, { key, size: staged.size }), keepsMetadata: true };
}

async function storeOffice(
  context: AppContext,
  owner: FileOwner,
  file: Described,
  staged: StagedFile,
): Promise<Attachment> {
  const office = await readOffice(await staged.read(0, staged.size), file.contentType);
  return await storeFile(context, owner, file, await stripOffice(office));
}

async function storePicture(
  context: AppContext,
  owner: FileOwner,
  name: string,
  bytes: Buffer,
): Promise<Attachment> {
  const { bytes: clean, ...picture } = await prepareImage(bytes).catch((error: unknown) => {
    throw error instanceof ImageRefused ? badRequest(error.message) : error;
  });
  return await storeFile(context, owner, { name, ...picture }, Readable.from([clean]));
}

interface Described {
  readonly name: string;
  readonly contentType: string;
  readonly width?: number;
  readonly height?: number;
}

async function storeFile(
  context: AppContext,
  owner: FileOwner,
  file: Described,
  bytes: Readable,
): Promise<Attachment> {
  const key = newFileKey(file.contentType);
  const size = await context.files.put(key, bytes);
  return await addRow(context, owner, file, { key, size });
}

/** Adds the row of a file that is stored; without one the file goes again. */
async function addRow(
  context: AppContext,
  owner: FileOwner,
  file: Described,
  stored: { readonly key: string; readonly size: number },
): Promise<Attachment> {
  const size = { width: file.width ?? null, height: file.height ?? null };
  try {
    const row = await addAttachment(context.database, owner, { ...file, ...size, ...stored });
    if (row === null) throw tooLarge(ERROR_MESSAGES.quota);
    return row;
  } catch (error) {
    await context.files.delete(stored.key);
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
