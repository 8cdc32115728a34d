import { loadable, onlyFailureOf } from '#ui/loadable.tsx';

/** See `writing-layer.tsx`. Until it is loaded, the drawn words show. */
export const WritingLayer = loadable(
  async () => (await import('./writing-layer.tsx')).WritingLayer,
  onlyFailureOf('text field'),
);
