import { loadable } from '#ui/loadable.tsx';

/** See `kept-words-dialog.tsx`. */
export const KeptWordsDialog = loadable(
  async () => (await import('./kept-words-dialog.tsx')).KeptWordsDialog,
  () => null,
);
