import { ERROR_MESSAGES } from '#contract/errors.ts';
import { FILE_KINDS, type FileKind, UPLOADS, type UploadKind } from '#contract/files.ts';
import { FileProblem, type SendFile, type UploadedFile } from './send-file.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** The progress of an upload; `sent` and `total` are in bytes. */
export type UploadStep =
  /** A picture is being shrunk. */
  | { readonly step: 'preparing' }
  | { readonly step: 'sending'; readonly sent: number; readonly total: number };

/** The options of an upload. */
interface UploadOptions {
  readonly kind: UploadKind;
  readonly send: SendFile;
  readonly signal: AbortSignal;
  readonly onStep: (step: UploadStep) => void;
}

/** Uploads a file; pictures are shrunk first. Throws `FileProblem`, also for a file of another kind. */
export async function uploadFile(
  file: File,
  { kind, send, signal, onStep }: UploadOptions,
): Promise<UploadedFile> {
  const prepared = await prepare(file, kind, onStep);
  signal.throwIfAborted();
  onStep({ step: 'sending', sent: 0, total: prepared.size });
  const stored = await send(prepared, {
    signal,
    onProgress: ({ sent, total }) => onStep({ step: 'sending', sent, total }),
  });
  // Some files have no type in the browser; the server has detected it.
  if (!isOfKind(stored.content_type, kind)) throw new FileProblem(UPLOADS[kind].wanted);
  return stored;
}

/** Why a file cannot be of a kind, judged by its type; null if it may be. */
export function uploadRefusal({ type }: File, asked: UploadKind): string | null {
  const family = familyOf(type);
  return UPLOADS[asked].kinds.some((kind) => mayBe(family, kind)) ? null : UPLOADS[asked].wanted;
}

/** The message for an error of `uploadFile`. */
export function uploadFailure(error: unknown): { readonly message: string; readonly canRetry: boolean } {
  if (error instanceof FileProblem) return error;
  return { message: ERROR_MESSAGES.server, canRetry: true };
}

async function prepare(file: File, asked: UploadKind, onStep: (step: UploadStep) => void): Promise<File> {
  const family = familyOf(file.type);
  const kind = UPLOADS[asked].kinds.find((each) => mayBe(family, each));
  if (kind === undefined) throw new FileProblem(UPLOADS[asked].wanted);
  // A picture to download stays unchanged, unless the server does not accept its type.
  const isConverted = asked === 'image' || (kind === 'image' && !isOfKind(file.type, asked));
  if (isConverted) onStep({ step: 'preparing' });
  const prepared = isConverted ? await shrinkPicture(file) : file;
  if (prepared.size > FILE_KINDS[kind].maxBytes) throw new FileProblem(ERROR_MESSAGES.fileTooLarge);
  return prepared;
}

// Only the first half: the second varies between programs, and the server checks the content.
function familyOf(type: string): string {
  return type.split('/', 1)[0] ?? '';
}

function mayBe(family: string, kind: FileKind): boolean {
  if (kind === 'document' || kind === 'captions') return !['image', 'video', 'audio'].includes(family);
  return family === '' || family === kind;
}

function isOfKind(type: string, asked: UploadKind): boolean {
  return UPLOADS[asked].kinds.some((kind) => {
    const types: readonly string[] = FILE_KINDS[kind].types;
    return types.includes(type);
  });
}
