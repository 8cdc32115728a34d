import { ERROR_MESSAGES } from '#contract/errors.ts';
import { uploadWarning } from '#contract/files.ts';
import { toStoredUrl } from '#newsletter/fields/stored-url.tsx';
import { toast } from '#ui/feedback/toast.ts';
import type { UploadedFile } from '#ui/uploads/send-file.ts';
import type { TrackedUpload } from '#ui/uploads/upload-tracker.ts';
import { sendFile } from '#web/api/send-file.ts';
import { arrive, isInForce, type StepBase } from '#web/features/editor/kernel/commands/late-arrivals.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { perSession } from '#web/features/editor/kernel/per-session.ts';
import type { PhotoUpload } from './photo-upload.ts';
import { photoUploads } from './photo-upload.ts';
import { putPhoto } from './put-photo.ts';

/** The photos that one drop or choice adds to a block. */
type Asked = Pick<PhotoUpload, 'block' | 'existing'> & { readonly files: readonly File[] };

/** Uploads photos into blocks, independent of forms. A failed one waits at its place, and the others go on. */
interface PhotoUploads {
  /** Returns the drop's id. */
  add(asked: readonly Asked[], base: StepBase): string;
  retry(id: string): void;
  /** Cancels an upload, or dismisses its failure. */
  remove(id: string): void;
  describe(id: string, alt: string | null): void;
}

/** A newsletter's queue of photos, created with its first photo. */
export const photoUploadsOf = perSession((editing): PhotoUploads => new PhotoQueue(editing));

/** Shrinking takes the browser's time, and the server decodes two at a time. */
const MOST_AT_ONCE = 2;
/** The share of the progress bar for shrinking. */
const PREPARED = 0.1;

class PhotoQueue implements PhotoUploads {
  readonly #editing: EditorSession;
  readonly #running = new Map<string, AbortController>();
  readonly #tracked = new Map<string, TrackedUpload>();

  constructor(editing: EditorSession) {
    this.#editing = editing;
    const { store, onStop } = editing;
    // In a microtask, because an undo changes the state and its history one after the other.
    const later = () => queueMicrotask(() => this.#sync());
    const stops = [store.subscribe(later), store.temporal.subscribe(later)];
    onStop(() => {
      for (const stop of stops) stop();
      for (const { id, preview } of this.#all()) {
        this.#release(id);
        URL.revokeObjectURL(preview);
      }
    });
  }

  add(asked: readonly Asked[], base: StepBase): string {
    const drop = nextId();
    const added = asked.flatMap(({ block, existing, files }) =>
      files.map((file): PhotoUpload => {
        const preview = URL.createObjectURL(file);
        const step = { at: 'waiting' } as const;
        return { id: nextId(), block, drop, file, preview, alt: null, existing, base, step };
      }),
    );
    for (const upload of added) this.#track(upload);
    photoUploads(this.#editing).setState((all) => [...all, ...added], true);
    this.#sync();
    return drop;
  }

  retry(id: string): void {
    this.#change(id, { step: { at: 'waiting' } });
    this.#tracked.get(id)?.again();
    this.#sync();
  }

  remove(id: string): void {
    const upload = this.#find(id);
    if (upload === undefined) return;
    this.#release(id);
    URL.revokeObjectURL(upload.preview);
    photoUploads(this.#editing).setState((all) => all.filter((each) => each.id !== id), true);
    this.#editing.announce(`${upload.file.name} removed`);
    this.#sync();
  }

  describe(id: string, alt: string | null): void {
    this.#change(id, { alt });
  }

  #all = () => photoUploads(this.#editing).getState();
  #find = (id: string) => this.#all().find((upload) => upload.id === id);

  #change(id: string, part: Partial<Pick<PhotoUpload, 'alt' | 'step'>>): void {
    photoUploads(this.#editing).setState(
      (all) => all.map((each) => (each.id === id ? { ...each, ...part } : each)),
      true,
    );
  }

  #track({ id, block, file }: PhotoUpload): void {
    const { files, announce } = this.#editing;
    this.#tracked.set(
      id,
      files.begin(block, (message) => announce(`${file.name}: ${message}`)),
    );
  }

  #release(id: string): void {
    this.#running.get(id)?.abort();
    this.#running.delete(id);
    this.#tracked.get(id)?.end();
    this.#tracked.delete(id);
  }

  /** Stops photos that were undone or deleted, resumes those that are back, and starts waiting ones. */
  #sync(): void {
    for (const upload of this.#all()) {
      const { id, step } = upload;
      if (step.at === 'done') continue;
      const isWanted = isInForce(this.#editing.store, upload.block, upload.base);
      if (isWanted && step.at === 'stopped') {
        this.#change(id, { step: { at: 'waiting' } });
        this.#track(upload);
      } else if (!isWanted && step.at !== 'stopped') {
        this.#release(id);
        this.#change(id, { step: { at: 'stopped' } });
      }
    }
    for (const upload of this.#all())
      if (upload.step.at === 'waiting' && this.#running.size < MOST_AT_ONCE) void this.#run(upload);
  }

  async #run({ id, file }: PhotoUpload): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#running.set(id, controller);
    const show = (step: PhotoUpload['step']) => {
      if (!signal.aborted) this.#change(id, { step });
    };
    show({ at: 'uploading', progress: 0 });
    try {
      const sent = await sendPhoto(file, signal, (progress) => show({ at: 'uploading', progress }));
      if (signal.aborted) return;
      if ('url' in sent) this.#finish(id, sent);
      else {
        show({ at: 'failed', ...sent });
        this.#tracked.get(id)?.failed(sent.message);
      }
    } catch {
      // The photo could not be put into its block.
      show({ at: 'failed', message: ERROR_MESSAGES.server, canRetry: true });
      this.#tracked.get(id)?.failed(ERROR_MESSAGES.server);
    } finally {
      if (this.#running.get(id) === controller) this.#running.delete(id);
      this.#sync();
    }
  }

  #finish(id: string, stored: UploadedFile): void {
    const { url: address, width, height } = stored;
    const warning = uploadWarning(stored);
    if (warning !== null) toast.info(warning);
    const upload = this.#find(id);
    if (upload === undefined) return;
    const url = toStoredUrl(address);
    const photo = { url, alt: upload.alt, width, height };
    const before = addressesBefore(upload, this.#all());
    arrive(this.#editing.store, upload.block, upload.base, (block) => putPhoto(block, photo, before));
    this.#change(id, { step: { at: 'done', url } });
    URL.revokeObjectURL(upload.preview);
    this.#release(id);
  }
}

/** Shrinks and sends a photo; returns the stored file, or why it could not be sent. `onProgress` gets a value up to 1. */
async function sendPhoto(
  file: File,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<UploadedFile | { readonly message: string; readonly canRetry: boolean }> {
  const loaded = await import('#ui/uploads/upload-file.ts').catch(() => null);
  if (loaded === null) return { message: ERROR_MESSAGES.server, canRetry: true };
  try {
    return await loaded.uploadFile(file, {
      kind: 'image',
      send: sendFile,
      signal,
      onStep: (step) =>
        onProgress(step.step === 'sending' ? PREPARED + ((1 - PREPARED) * step.sent) / (step.total || 1) : 0),
    });
  } catch (error) {
    const { message, canRetry } = loaded.uploadFailure(error);
    return { message, canRetry };
  }
}

/** The addresses of the pictures that a photo comes after; for those on their way, their ids. */
export function addressesBefore(upload: PhotoUpload, all: readonly PhotoUpload[]): ReadonlySet<string> {
  const earlier = all
    .slice(0, all.indexOf(upload))
    .filter(({ block }) => block === upload.block)
    .map(({ id, step }) => (step.at === 'done' ? step.url : id));
  return new Set([...upload.existing, ...earlier]);
}

let lastId = 0;
function nextId(): string {
  lastId += 1;
  return `photo-${lastId}`;
}
