import { insteadOf, loadable } from '#ui/loadable.tsx';

/** See `notes-panel.tsx`. */
export const NotesPanel = loadable(
  async () => (await import('./notes-panel.tsx')).NotesPanel,
  insteadOf('notes'),
);
