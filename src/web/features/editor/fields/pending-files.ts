import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DroppedFiles } from '#newsletter/blocks/block-editor.ts';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import type { BlockType } from '#newsletter/document/document.ts';
import type { WatchedUpload } from '#ui/uploads/upload-watch.ts';

/** How the files of a block stand: on their way, or waiting (for its form, or after a failure for another try). */
type FilesState = 'going' | 'waiting';

/** Files on their way from the canvas, where they are dropped or pasted, through the form of a block to the server. */
export interface PendingFiles {
  give(name: string, files: readonly File[]): void;
  /** For the form of a block. */
  of(name: string): DroppedFiles;
  /** An upload of a block begins; `onFailed` is called when it fails. */
  begin(name: string, onFailed: (message: string) => void): WatchedUpload;
  /** The blocks that have files: their forms go on, seen or not. */
  readonly state: StoreApi<ReadonlyMap<string, FilesState>>;
}

export function createPendingFiles(): PendingFiles {
  const given = new Map<string, readonly File[]>();
  const listeners = new Map<string, () => void>();
  const uploads = new Map<string, Map<symbol, FilesState>>();
  const state = createStore<ReadonlyMap<string, FilesState>>(() => new Map());

  function tell(): void {
    const names = new Set([...given.keys(), ...uploads.keys()]);
    const now = [...names].map((name) => {
      const isGoing = [...(uploads.get(name)?.values() ?? [])].includes('going');
      return [name, isGoing ? 'going' : 'waiting'] as const;
    });
    state.setState(new Map(now), true);
  }
  function put(name: string, upload: symbol, step: FilesState | null): void {
    const all = uploads.get(name) ?? new Map<symbol, FilesState>();
    if (step === null) all.delete(upload);
    else all.set(upload, step);
    if (all.size > 0) uploads.set(name, all);
    else uploads.delete(name);
    tell();
  }

  return {
    state,
    begin(name, onFailed) {
      const upload = Symbol(name);
      put(name, upload, 'going');
      return {
        failed(message) {
          put(name, upload, 'waiting');
          onFailed(message);
        },
        again: () => put(name, upload, 'going'),
        // Not told at once: the next file of several begins a moment later, and finds its form still there.
        end: () => void setTimeout(() => put(name, upload, null)),
      };
    },
    give(name, files) {
      given.set(name, files);
      tell();
      listeners.get(name)?.();
    },
    of: (name) => ({
      take() {
        const files = given.get(name) ?? [];
        // Not told at once: the upload that begins with them is on the list before they are off it.
        if (given.delete(name)) queueMicrotask(tell);
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

type FileKind = NonNullable<(typeof EDITORS)[BlockType]['takes']>['kind'];
type Named = Pick<File, 'type' | 'name'>;

/** What kind of file it is, as far as its type and name tell. */
export function kindOf({ type, name }: Named): FileKind {
  if (type.startsWith('image/') || /\.(?:jpe?g|png|gif|webp|avif|hei[cf])$/i.test(name)) return 'image';
  return type.startsWith('video/') || /\.(?:mp4|m4v|webm|mov)$/i.test(name) ? 'video' : 'document';
}

/** Whether a block's form has a use for these files. */
export function canTake(type: BlockType, files: readonly Named[]): boolean {
  const { takes } = EDITORS[type];
  if (takes === undefined || files.length === 0 || (takes.most === 1 && files.length > 1)) return false;
  return files.every((file) => kindOf(file) === takes.kind);
}

// The first in the picker's order that is made for as many.
function typeFor(kind: FileKind, count: number): BlockType | undefined {
  const isFor = ({ takes }: { takes?: { kind: FileKind; most: number } }) =>
    takes?.kind === kind && takes.most > 1 === count > 1;
  return Object.values(EDITORS).find(isFor)?.type;
}

/** The blocks that files become on the canvas: pictures together a group, everything else one block each. */
export function blocksFor<Given extends Named>(
  files: readonly Given[],
): readonly { readonly type: BlockType; readonly files: readonly Given[] }[] {
  const pictures = files.filter((file) => kindOf(file) === 'image');
  const others = files.filter((file) => kindOf(file) !== 'image');
  const groups = [...(pictures.length > 0 ? [pictures] : []), ...others.map((file) => [file])];
  return groups.flatMap((group) => {
    const [first] = group;
    const type = first && typeFor(kindOf(first), group.length);
    return type === undefined ? [] : [{ type, files: group }];
  });
}
