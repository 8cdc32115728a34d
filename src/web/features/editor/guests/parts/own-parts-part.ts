import { insteadOf, loadable } from '#ui/loadable.tsx';

/** See `own-parts-panel.tsx`: only contributors need it. */
export const OwnPartsPanel = loadable(
  async () => (await import('./own-parts-panel.tsx')).OwnPartsPanel,
  insteadOf('list of your parts'),
);
export const OwnPartsNotice = loadable(
  async () => (await import('./own-parts-panel.tsx')).OwnPartsNotice,
  insteadOf('list of your parts'),
);
