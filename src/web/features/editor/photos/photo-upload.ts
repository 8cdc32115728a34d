import { createStore } from 'zustand/vanilla';
import type { StepBase } from '#web/features/editor/kernel/commands/late-arrivals.ts';
import { perSession } from '#web/features/editor/kernel/per-session.ts';

/** One photo on its way into a block. */
export interface PhotoUpload {
  readonly id: string;
  readonly block: string;
  /** All photos of one drop have the same. */
  readonly drop: string;
  readonly file: File;
  /** A `blob:` address of the file. */
  readonly preview: string;
  readonly alt: string | null;
  /** The addresses of the pictures that the block had before. */
  readonly standing: readonly string[];
  /** The state before the step that asked for it. */
  readonly base: StepBase;
  readonly step: PhotoStep;
}
type PhotoStep =
  /** `stopped`: its block is gone, or its step is undone. */
  | { readonly at: 'waiting' | 'stopped' }
  | { readonly at: 'uploading'; readonly progress: number }
  | { readonly at: 'failed'; readonly message: string; readonly canRetry: boolean }
  | { readonly at: 'done'; readonly url: string };

/** Whether a photo is on its way and to be seen. */
export function isArriving({ step }: PhotoUpload): boolean {
  return step.at !== 'done' && step.at !== 'stopped';
}

/** Those of a newsletter that is being edited, in the order in which they were asked for; also those that are done. */
export const photoUploads = perSession(() => createStore<readonly PhotoUpload[]>(() => []));
