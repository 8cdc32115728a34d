import { insteadOf, loadable } from '#ui/loadable.tsx';

/** See `check-panel.tsx`. */
export const CheckPanel = loadable(
  async () => (await import('./check-panel.tsx')).CheckPanel,
  insteadOf('check'),
);
