import { insteadOf, loadable } from '#ui/loadable.tsx';

/** See `own-colour-fields.tsx`. */
export const OwnColourFields = loadable(
  async () => (await import('./own-colour-fields.tsx')).OwnColourFields,
  insteadOf('colour fields'),
);
