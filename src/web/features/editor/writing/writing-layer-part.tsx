import { insteadOf, loadable } from '#ui/loadable.tsx';

const NotLoaded = insteadOf('text field');

/** See `writing-layer.tsx`. Until it is loaded, the drawn words show. */
export const WritingLayer = loadable(
  async () => (await import('./writing-layer.tsx')).WritingLayer,
  ({ hasFailed }) => hasFailed && <NotLoaded hasFailed />,
);
