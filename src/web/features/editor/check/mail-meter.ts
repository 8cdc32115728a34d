import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import type { BlockRenderer } from '#web/features/editor/canvas/block-renderer.ts';
import type { EditorStore } from '#web/features/editor/state/editor-store.ts';
import { finishedDocument } from './apply-fix.ts';

/** How long after the last change the mail is measured, in milliseconds: all of it is rendered for that. */
const MEASURE_DELAY = 1000;

/** Keeps measuring the newsletter as a mail. */
export interface MailMeter {
  /** Bytes; null until it has been measured. */
  readonly bytes: StoreApi<number | null>;
  /** Begins to follow the changes; returns what stops it. */
  start(): () => void;
}

/** A meter for a newsletter of a school. */
export function createMailMeter(
  store: EditorStore,
  drawing: Pick<BlockRenderer, 'mailBytes'>,
  school: SchoolBranding,
): MailMeter {
  const bytes = createStore<number | null>(() => null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function measure(): Promise<void> {
    const state = store.getState();
    const { title } = state;
    try {
      const measured = await drawing.mailBytes({ title, document: finishedDocument(state), school });
      // A newer wish has overtaken this one, and will say more.
      if (measured !== null) bytes.setState(measured, true);
    } catch {
      // What cannot be rendered says so on the canvas; its size is as it was.
    }
  }
  function measureSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void measure(), MEASURE_DELAY);
  }
  return {
    bytes,
    start() {
      measureSoon();
      const stop = store.subscribe((state, before) => {
        if (
          state.document !== before.document ||
          state.drafts !== before.drafts ||
          state.title !== before.title
        )
          measureSoon();
      });
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
  };
}
