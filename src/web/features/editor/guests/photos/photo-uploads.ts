import { ERROR_MESSAGES } from '#contract/errors.ts';
import { uploadWarning } from '#contract/files.ts';
import { toStoredUrl } from '#newsletter/fields/stored-url.tsx';
import { toast } from '#ui/feedback/toast.ts';
import type { UploadedFile } from '#ui/uploads/send-file.ts';
import type { TrackedUpload } from '#ui/uploads/upload-tracker.ts';
import { sendFile } from '#web/api/send-file.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { arrive, isInForce, type StepBase } from '#web/features/editor/kernel/late-arrivals.ts';
import type { PhotoUpload } from './photo-upload.ts';
import { putPhoto } from './put-photo.ts';

/** What is asked for by one drop or choice. */
type Asked = Pick<PhotoUpload, 'block' | 'standing'> & { readonly files: readonly File[] };

/** Uploads photos into blocks, independent of forms. A failed one waits at its place, and the others go on. */
interface PhotoUploads {
  /** Returns the drop's id. */
  add(asked: readonly Asked[], base: StepBase): string;
  retry(id: string): void;
  /** Cancels an upload, or dismisses its failure. */
  remove(id: string): void;
  describe(id: string, alt: string | null): void;
}

const known = new WeakMap<Editing, PhotoUploads>();

/** Those of a newsletter: they begin with its first photo. */
export function photoUploadsOf(editing: Editing): PhotoUploads {
  const uploads = known.get(editing) ?? createPhotoUploads(editing);
  known.set(editing, uploads);
  return uploads;
}

/** Shrinking takes the browser's time, and the server decodes two at a time. */
const MOST_AT_ONCE = 2;
/** The part of the progress bar that stands for shrinking. */
const PREPARED = 0.1;

function createPhotoUploads({ store, files, announce, photos: state, onStop }: Editing): PhotoUploads {
  const running = new Map<string, AbortController>();
  const tracked = new Map<string, TrackedUpload>();
  const find = (id: string) => state.getState().find((upload) => upload.id === id);
  const change = (id: string, part: Partial<Pick<PhotoUpload, 'alt' | 'step'>>) =>
    state.setState((all) => all.map((each) => (each.id === id ? { ...each, ...part } : each)), true);

  function track({ id, block, file }: PhotoUpload): void {
    tracked.set(
      id,
      files.begin(block, (message) => announce(`${file.name}: ${message}`)),
    );
  }
  function release(id: string): void {
    running.get(id)?.abort();
    running.delete(id);
    tracked.get(id)?.end();
    tracked.delete(id);
  }

  /** Stops what has been undone or deleted, takes up what is back, and starts what waits. */
  function sync(): void {
    for (const upload of state.getState()) {
      const { id, step } = upload;
      if (step.at === 'done') continue;
      const isWanted = isInForce(store, upload.block, upload.base);
      if (isWanted && step.at === 'stopped') {
        change(id, { step: { at: 'waiting' } });
        track(upload);
      } else if (!isWanted && step.at !== 'stopped') {
        release(id);
        change(id, { step: { at: 'stopped' } });
      }
    }
    for (const upload of state.getState())
      if (upload.step.at === 'waiting' && running.size < MOST_AT_ONCE) void run(upload);
  }

  async function run({ id, file }: PhotoUpload): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(id, controller);
    const show = (step: PhotoUpload['step']) => {
      if (!signal.aborted) change(id, { step });
    };
    show({ at: 'uploading', progress: 0 });
    const loaded = await import('#ui/uploads/upload-file.ts').catch(() => null);
    try {
      if (loaded === null) throw new Error('The code for uploads could not be loaded');
      const stored = await loaded.uploadFile(file, {
        kind: 'image',
        send: sendFile,
        signal,
        onStep: (step) =>
          show({
            at: 'uploading',
            progress:
              step.step === 'sending' ? PREPARED + ((1 - PREPARED) * step.sent) / (step.total || 1) : 0,
          }),
      });
      if (!signal.aborted) finish(id, stored);
    } catch (error) {
      if (!signal.aborted) {
        const failure = loaded?.uploadFailure(error) ?? { message: ERROR_MESSAGES.server, canRetry: true };
        show({ at: 'failed', message: failure.message, canRetry: failure.canRetry });
        tracked.get(id)?.failed(failure.message);
      }
    } finally {
      if (running.get(id) === controller) running.delete(id);
      sync();
    }
  }

  function finish(id: string, stored: UploadedFile): void {
    const { url: address, width, height } = stored;
    const warning = uploadWarning(stored);
    if (warning !== null) toast.info(warning);
    const upload = find(id);
    if (upload === undefined) return;
    const url = toStoredUrl(address);
    const photo = { url, alt: upload.alt, width, height };
    const before = addressesBefore(upload, state.getState());
    arrive(store, upload.block, upload.base, (block) => putPhoto(block, photo, before));
    change(id, { step: { at: 'done', url } });
    URL.revokeObjectURL(upload.preview);
    release(id);
  }

  // Later: an undo changes the state and its history one after the other.
  const later = () => queueMicrotask(sync);
  const stop = [store.subscribe(later), store.temporal.subscribe(later)];
  onStop(() => {
    for (const each of stop) each();
    for (const { id, preview } of state.getState()) {
      release(id);
      URL.revokeObjectURL(preview);
    }
  });

  return {
    add(asked, base) {
      const drop = nextId();
      const added = asked.flatMap(({ block, standing, files: chosen }) =>
        chosen.map((file): PhotoUpload => {
          const preview = URL.createObjectURL(file);
          const step = { at: 'waiting' } as const;
          return { id: nextId(), block, drop, file, preview, alt: null, standing, base, step };
        }),
      );
      for (const upload of added) track(upload);
      state.setState((all) => [...all, ...added], true);
      sync();
      return drop;
    },
    retry(id) {
      change(id, { step: { at: 'waiting' } });
      tracked.get(id)?.again();
      sync();
    },
    remove(id) {
      const upload = find(id);
      if (upload === undefined) return;
      release(id);
      URL.revokeObjectURL(upload.preview);
      state.setState((all) => all.filter((each) => each.id !== id), true);
      announce(`${upload.file.name} removed`);
      sync();
    },
    describe: (id, alt) => change(id, { alt }),
  };
}

/** The addresses of the pictures that a photo stands behind; of those that are on their way, their ids. */
export function addressesBefore(upload: PhotoUpload, all: readonly PhotoUpload[]): ReadonlySet<string> {
  const earlier = all
    .slice(0, all.indexOf(upload))
    .filter(({ block }) => block === upload.block)
    .map(({ id, step }) => (step.at === 'done' ? step.url : id));
  return new Set([...upload.standing, ...earlier]);
}

let lastId = 0;
function nextId(): string {
  lastId += 1;
  return `photo-${lastId}`;
}
