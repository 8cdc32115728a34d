import { insteadOf, loadable } from '#ui/loadable.tsx';

/** See `history-screen.tsx`. */
export const HistoryScreen = loadable(
  async () => (await import('./history-screen.tsx')).HistoryScreen,
  insteadOf('history'),
);
