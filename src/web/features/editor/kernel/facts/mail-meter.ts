import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SchoolResource } from '#contract/school.ts';
import type { Column, NewsletterDocument } from '#newsletter/document/document.ts';
import type { SchoolDates } from '#newsletter/document/school-dates.ts';
import { filledWith } from '#newsletter/document/traits.ts';
import type { KnownDates } from '#newsletter/fields/school-dates-context.tsx';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { BlockRenderer } from '#web/features/editor/kernel/rendering/block-renderer.ts';
import { canvasDocument } from '#web/features/editor/kernel/state/editor-state.ts';
import type { EditorStore } from '#web/features/editor/kernel/state/editor-store.ts';

/** Delay after the last change, in milliseconds: measuring renders the whole mail. */
const MEASURE_DELAY = 1000;

/** Measures the size of the newsletter as a mail while it is edited. */
export interface MailMeter {
  /** The size in bytes; null until it has been measured. */
  readonly bytes: StoreApi<number | null>;
  /** Starts measuring after changes; returns a function that stops it. */
  start(): () => void;
}

export function createMailMeter(
  store: EditorStore,
  blockRenderer: Pick<BlockRenderer, 'mailBytes'>,
  school: SchoolBranding & Pick<SchoolResource['attributes'], 'time_zone'>,
  dates: StoreApi<Pick<KnownDates, 'dates'>> = createStore(() => ({ dates: null })),
): MailMeter {
  const bytes = createStore<number | null>(() => null);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function measure(): Promise<void> {
    const state = store.getState();
    const { title } = state;
    try {
      const measured = await blockRenderer.mailBytes({
        title,
        document: filledDocument(canvasDocument(state), dates.getState().dates),
        school,
        today: dayIn(school.time_zone, new Date()),
      });
      // Null: a newer request replaced this one.
      if (measured !== null) bytes.setState(measured, true);
    } catch {
      // The canvas shows the failure; the size keeps its last value.
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
          state.workingCopies !== before.workingCopies ||
          state.title !== before.title
        )
          measureSoon();
      });
      const stopDates = dates.subscribe(measureSoon);
      return () => {
        clearTimeout(timer);
        stop();
        stopDates();
      };
    },
  };
}

function filledDocument(document: NewsletterDocument, dates: SchoolDates | null): NewsletterDocument {
  if (dates === null) return document;
  const filled = (column: Column) => column.map((block) => block && filledWith(block, dates));
  return { ...document, columns: document.columns.map(filled) };
}
