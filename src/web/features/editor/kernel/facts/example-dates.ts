import { createStore } from 'zustand/vanilla';
import { perSession } from '#web/features/editor/kernel/per-session.ts';

/** Hashes of the dates that a ready-made newsletter has invented, as the server said last. */
export const exampleDatesOf = perSession(({ opened }) =>
  createStore<readonly string[]>(() => opened.carriedOver?.example_dates ?? []),
);
