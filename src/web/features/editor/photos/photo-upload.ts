import { createStore } from 'zustand/vanilla';
import type { StepBase } from '#web/features/editor/kernel/commands/late-arrivals.ts';
import { perSession } from '#web/features/editor/kernel/per-session.ts';

/** One photo on its way into a block. */
export interface PhotoUpload {
  readonly id: string;
  readonly block: string;
  /** The id of the drop, the same for all its photos. */
  readonly drop: string;
  readonly file: File;
  /** A `blob:` address of the file. */
  readonly preview: string;
  readonly alt: string | null;
  /** The addresses of the pictures that the block had before. */
  readonly existing: readonly string[];
  /** The state before the step that added it. */
  readonly base: StepBase;
  readonly step: PhotoStep;
}
type PhotoStep =
  /** `stopped`: its block was removed, or its step undone. */
  | { readonly at: 'waiting' | 'stopped' }
  | { readonly at: 'uploading'; readonly progress: number }
  | { readonly at: 'failed'; readonly message: string; readonly canRetry: boolean }
  | { readonly at: 'done'; readonly url: string };

/** Whether a photo is on its way and shown. */
export function isArriving({ step }: PhotoUpload): boolean {
  return step.at !== 'done' && step.at !== 'stopped';
}

/** The uploads of the newsletter being edited, in the order in which they were added, finished ones included. */
export const photoUploads = perSession(() => createStore<readonly PhotoUpload[]>(() => []));
