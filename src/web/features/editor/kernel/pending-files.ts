import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DroppedFiles } from '#newsletter/blocks/block-editor.ts';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import type { BlockType } from '#newsletter/document/document.ts';
import type { TrackedUpload } from '#ui/uploads/upload-tracker.ts';

/** The state of a block's files: uploading, or waiting for its form or for a retry after a failure. */
type FilesState = 'uploading' | 'waiting';

/** Files that were dropped or pasted on the canvas, until the form of their block has uploaded them. */
export interface PendingFiles {
  add(name: string, files: readonly File[]): void;
  /** The files for the form of a block. */
  forBlock(name: string): DroppedFiles;
  /** Registers an upload of a block; `onFailed` is called when it fails. */
  begin(name: string, onFailed: (message: string) => void): TrackedUpload;
  /** The blocks with files, by name. Their forms stay mounted, even if hidden. */
  readonly state: StoreApi<ReadonlyMap<string, FilesState>>;
}

export function createPendingFiles(): PendingFiles {
  const pending = new Map<string, readonly File[]>();
  const listeners = new Map<string, () => void>();
  const uploads = new Map<string, Map<symbol, FilesState>>();
  const state = createStore<ReadonlyMap<string, FilesState>>(() => new Map());

  function updateState(): void {
    const names = new Set([...pending.keys(), ...uploads.keys()]);
    const now = [...names].map((name) => {
      const isUploading = [...(uploads.get(name)?.values() ?? [])].includes('uploading');
      return [name, isUploading ? 'uploading' : 'waiting'] as const;
    });
    state.setState(new Map(now), true);
  }
  function setUpload(name: string, upload: symbol, step: FilesState | null): void {
    const all = uploads.get(name) ?? new Map<symbol, FilesState>();
    if (step === null) all.delete(upload);
    else all.set(upload, step);
    if (all.size > 0) uploads.set(name, all);
    else uploads.delete(name);
    updateState();
  }

  return {
    state,
    begin(name, onFailed) {
      const upload = Symbol(name);
      setUpload(name, upload, 'uploading');
      return {
        failed(message) {
          setUpload(name, upload, 'waiting');
          onFailed(message);
        },
        again: () => setUpload(name, upload, 'uploading'),
        // Deferred: the next of several files starts a moment later and needs the form to be still mounted.
        end: () => void setTimeout(() => setUpload(name, upload, null)),
      };
    },
    add(name, files) {
      pending.set(name, files);
      updateState();
      listeners.get(name)?.();
    },
    forBlock: (name) => ({
      take() {
        const files = pending.get(name) ?? [];
        // Deferred until the upload of these files is registered.
        if (pending.delete(name)) queueMicrotask(updateState);
        return files;
      },
      subscribe(listener) {
        listeners.set(name, listener);
        return () => {
          if (listeners.get(name) === listener) listeners.delete(name);
        };
      },
    }),
  };
}

type FileKind = NonNullable<(typeof EDITORS)[BlockType]['accepts']>['kind'];
type Named = Pick<File, 'type' | 'name'>;

/** The kind of a file, by its type or else its name. */
function fileKindOf({ type, name }: Named): FileKind {
  if (type.startsWith('image/') || /\.(?:jpe?g|png|gif|webp|avif|hei[cf])$/i.test(name)) return 'image';
  return type.startsWith('video/') || /\.(?:mp4|m4v|webm|mov)$/i.test(name) ? 'video' : 'document';
}

/** Whether a block's form accepts these files. */
export function canTake(type: BlockType, files: readonly Named[]): boolean {
  const { accepts } = EDITORS[type];
  if (accepts === undefined || files.length === 0 || (accepts.maxFiles === 1 && files.length > 1))
    return false;
  return files.every((file) => fileKindOf(file) === accepts.kind);
}

// The first type in the picker's order that takes one file, or several.
function typeFor(kind: FileKind, count: number): BlockType | undefined {
  const isFor = ({ accepts }: { accepts?: { kind: FileKind; maxFiles: number } }) =>
    accepts?.kind === kind && accepts.maxFiles > 1 === count > 1;
  return Object.values(EDITORS).find(isFor)?.type;
}

/** Pictures in groups as even as possible: 5 are 3 and 2, 9 are 3, 3 and 3. */
export function balanced<Each>(all: readonly Each[], max: number): readonly (readonly Each[])[] {
  const count = Math.ceil(all.length / max);
  const sizes = Array.from({ length: count }, (_, index) => Math.ceil((all.length - index) / count));
  return sizes.map((size, index) => {
    const from = sizes.slice(0, index).reduce((sum, each) => sum + each, 0);
    return all.slice(from, from + size);
  });
}

/** The new blocks for files: groups of pictures, and one for each other file. */
export function blocksFor<Given extends Named>(
  files: readonly Given[],
): readonly { readonly type: BlockType; readonly files: readonly Given[] }[] {
  const pictures = files.filter((file) => fileKindOf(file) === 'image');
  const others = files.filter((file) => fileKindOf(file) !== 'image');
  const groups = [...balanced(pictures, MOST_TOGETHER), ...others.map((file) => [file])];
  return groups.flatMap((group) => {
    const [first] = group;
    const type = first && typeFor(fileKindOf(first), group.length);
    return type === undefined ? [] : [{ type, files: group }];
  });
}

/** The most pictures of one drop that one block gets. */
const MOST_TOGETHER = Math.max(...Object.values(EDITORS).map(({ photos }) => photos?.together ?? 1));
