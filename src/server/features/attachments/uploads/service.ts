import { Readable } from 'node:stream';
import { ERROR_MESSAGES, UPLOAD_MESSAGES } from '#contract/errors.ts';
import { FILE_KINDS } from '#contract/files.ts';
import { FILES_PATH, IMAGE_MAX_BYTES } from '#contract/rules/stored-files.ts';
import type { HeldWords } from '#newsletter/values/held-words.ts';
import type { AppContext } from '#server/context.ts';
import {
  type Attachment,
  addAttachment,
  bytesLeft,
  type FileOwner,
} from '#server/features/attachments/repo.ts';
import { deleteStored } from '#server/features/attachments/storage/delete-stored.ts';
import { ActiveContent } from '#server/features/attachments/uploads/metadata/active-content.ts';
import { Malformed } from '#server/features/attachments/uploads/metadata/bytes.ts';
import { stripMp4 } from '#server/features/attachments/uploads/metadata/iso-media.ts';
import { heldWords, stripOffice } from '#server/features/attachments/uploads/metadata/office.ts';
import { stripWebm } from '#server/features/attachments/uploads/metadata/webm.ts';
import { newFileKey, type StagedFile } from '#server/platform/files/files.ts';
import { badRequest, tooLarge, unsupportedType } from '#server/platform/http/errors.ts';
import { through } from '#server/platform/streams.ts';
import { captionsProblem } from './captions.ts';
import { cleaning, receiving, shareOf } from './gates.ts';
import { ImageRefused, prepareImage } from './images.ts';
import { refuseInfected, stagedBytes } from './infected.ts';
import { isZipBased, readOffice } from './office.ts';
import { cleanPdf } from './pdf.ts';
import { limitSize, readHead, requireRate, requireText } from './receive.ts';
import { type Sniffed, sniff } from './sniff.ts';

const NAME_MAX = 200;

/** A file as uploaded. */
export interface ReceivedUpload {
  readonly name: string;
  readonly bytes: Readable;
  /** The announced size in bytes, approximate; 0 if unknown. */
  readonly announced: number;
}

/** A stored file. */
export interface Uploaded {
  readonly row: Attachment;
  /** Whether the file may still contain personal metadata. */
  readonly keepsMetadata: boolean;
  /** Whether it is a PDF whose pages are pictures only. */
  readonly isScan: boolean;
  /** Whether it is a PDF whose attached files were removed. */
  readonly losesFiles: boolean;
  /** Whether it is a film in HEVC. */
  readonly isHevc: boolean;
  /** Whether it is a picture that is no longer animated. */
  readonly isStill: boolean;
  /** Content of a document that is not visible at once. */
  readonly holds: readonly HeldWords[];
}

/**
 * Receives, checks, cleans and stores a file. Stores the file before its row, so that a crash leaves at most an orphaned
 * file for the sweep. Throws 400, 408, 413, 415, 429 and 507.
 */
export async function storeUpload(
  context: AppContext,
  owner: FileOwner,
  upload: ReceivedUpload,
): Promise<Uploaded> {
  await refuseWithoutRoom(context, owner, upload.announced);
  return await receiving.run({ share: owner.personId }, async () => {
    // The sender disconnected while waiting.
    if (upload.bytes.destroyed) throw badRequest(ERROR_MESSAGES.malformed);
    const { head, whole } = await readHead(through(upload.bytes, requireRate()));
    try {
      const found = await sniff(head);
      if (head.length === 0) throw badRequest(UPLOAD_MESSAGES.fileContent);
      if ('refused' in found) throw unsupportedType(found.refused);
      return await receive(context, owner, { name: fileName(upload.name), found, whole });
    } finally {
      whole.destroy();
    }
  });
}

/** Stores an image that is already in memory, such as a logo. Throws 400, 413, 415 and 507. */
export async function storeImage(
  context: AppContext,
  owner: FileOwner,
  bytes: Buffer,
  name: string,
): Promise<{ readonly path: string; readonly width: number; readonly height: number }> {
  const found = await sniff(bytes);
  if ('refused' in found) throw unsupportedType(found.refused);
  if (found.kind !== 'image') throw unsupportedType(IMAGE_ONLY);
  if (bytes.length > IMAGE_MAX_BYTES) throw tooLarge(ERROR_MESSAGES.fileTooLarge);
  await refuseWithoutRoom(context, owner, bytes.length);
  await refuseInfected(context, owner, () => Readable.from([bytes]));
  const { row: stored } = await storePreparedImage(context, owner, fileName(name), bytes);
  return { path: FILES_PATH + stored.key, width: stored.width ?? 0, height: stored.height ?? 0 };
}

const CAPTIONS_ENCODING =
  'These captions are not in UTF-8. Please save the file in that encoding, then choose it again';

const IMAGE_ONLY = 'Please choose a picture: JPEG, PNG, GIF, WebP or AVIF';

async function refuseWithoutRoom(context: AppContext, owner: FileOwner, bytes: number): Promise<void> {
  await context.files.ensureSpace(bytes);
  if ((await bytesLeft(context.database, owner)) <= bytes) throw tooLarge(ERROR_MESSAGES.quota);
}

interface Received {
  readonly name: string;
  readonly found: Sniffed;
  readonly whole: Readable;
}

/** Receives the whole stream, however long it takes, and only then queues for cleaning. */
async function receive(
  context: AppContext,
  owner: FileOwner,
  { name, found, whole }: Received,
): Promise<Uploaded> {
  const { kind, contentType, encoding } = found;
  const limited = through(whole, limitSize(FILE_KINDS[kind].maxBytes));
  const bytes = contentType.startsWith('text/')
    ? through(limited, requireText(encoding, kind === 'captions' ? CAPTIONS_ENCODING : undefined))
    : limited;
  const key = newFileKey(contentType);
  const staged = await context.files.stage(key, bytes);
  try {
    await refuseInfected(context, owner, () => stagedBytes(staged));
    if (contentType === 'application/pdf')
      return await storePdf(context, owner, { name, contentType }, { key, staged });
    return await cleaning.run(shareOf(owner), async () => {
      if (kind === 'image')
        return await storePreparedImage(context, owner, name, await staged.read(0, staged.size));
      if (isZipBased(contentType)) return await storeOffice(context, owner, { name, contentType }, staged);
      const isHevc = kind === 'video' && (await stripVideo(staged, contentType));
      if (kind === 'captions') await requireCaptions(staged);
      await staged.keep();
      const row = await addRow(context, owner, { name, contentType }, { key, size: staged.size });
      return { ...plain(row), isHevc };
    });
  } catch (error) {
    if (error instanceof ActiveContent) throw badRequest(UPLOAD_MESSAGES.fileRuns);
    throw error instanceof Malformed ? badRequest(UPLOAD_MESSAGES.fileContent) : error;
  } finally {
    await staged.discard();
  }
}

async function requireCaptions(staged: StagedFile): Promise<void> {
  const problem = captionsProblem(await staged.read(0, staged.size));
  if (problem !== null) throw badRequest(problem);
}

/** The result for a file without warnings. */
function plain(row: Attachment): Uploaded {
  const nothing = { keepsMetadata: false, isScan: false, losesFiles: false, isHevc: false, isStill: false };
  return { row, ...nothing, holds: [] };
}

// Returns whether the video is in HEVC.
async function stripVideo(staged: StagedFile, contentType: string): Promise<boolean> {
  if (contentType !== 'video/webm') return (await stripMp4(staged)).isHevc;
  await stripWebm(staged);
  return false;
}

async function storePdf(
  context: AppContext,
  owner: FileOwner,
  file: FileDescription,
  { key, staged }: { readonly key: string; readonly staged: StagedFile },
): Promise<Uploaded> {
  const cleaned = await cleanPdf(shareOf(owner), () => staged.read(0, staged.size));
  if (cleaned !== null) {
    const { bytes, hasComments, ...found } = cleaned;
    const row = await storeFile(context, owner, file, Readable.from([bytes]));
    return { ...plain(row), ...found, holds: hasComments ? ['comments'] : [] };
  }
  await staged.keep();
  const row = await addRow(context, owner, file, { key, size: staged.size });
  return { ...plain(row), keepsMetadata: true };
}

async function storeOffice(
  context: AppContext,
  owner: FileOwner,
  file: FileDescription,
  staged: StagedFile,
): Promise<Uploaded> {
  const office = await readOffice(await staged.read(0, staged.size), file.contentType);
  const holds = await heldWords(office);
  return { ...plain(await storeFile(context, owner, file, await stripOffice(office))), holds };
}

async function storePreparedImage(
  context: AppContext,
  owner: FileOwner,
  name: string,
  bytes: Buffer,
): Promise<Uploaded> {
  const { copies, isStill, ...prepared } = await prepareImage(bytes, shareOf(owner)).catch(
    (error: unknown) => {
      throw error instanceof ImageRefused ? badRequest(error.message) : error;
    },
  );
  const { bytes: clean, ...picture } = prepared;
  const row = await storeFile(context, owner, { name, ...picture }, Readable.from([clean]), copies);
  return { ...plain(row), isStill };
}

interface FileDescription {
  readonly name: string;
  readonly contentType: string;
  readonly width?: number;
  readonly height?: number;
}

async function storeFile(
  context: AppContext,
  owner: FileOwner,
  file: FileDescription,
  bytes: Readable,
  copies: ReadonlyMap<string, Buffer> = new Map(),
): Promise<Attachment> {
  const key = newFileKey(file.contentType);
  const size = await context.files.put(key, bytes);
  try {
    for (const [name, copy] of copies) await context.files.putCopy(key, name, copy);
  } catch (error) {
    await deleteStored(context, key);
    throw error;
  }
  return await addRow(context, owner, file, { key, size, copies });
}

/** Adds the row of a stored file; deletes the file if that fails. */
async function addRow(
  context: AppContext,
  owner: FileOwner,
  file: FileDescription,
  {
    copies = new Map(),
    ...stored
  }: { readonly key: string; readonly size: number; readonly copies?: ReadonlyMap<string, Buffer> },
): Promise<Attachment> {
  const described = {
    width: file.width ?? null,
    height: file.height ?? null,
    copiesSize: [...copies.values()].reduce((sum, copy) => sum + copy.length, 0),
  };
  try {
    const row = await addAttachment(context.database, owner, { ...file, ...described, ...stored });
    if (row === null) throw tooLarge(ERROR_MESSAGES.quota);
    return row;
  } catch (error) {
    await deleteStored(context, stored.key);
    throw error;
  }
}

/** The file's name as sent, without folders and control characters. */
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
