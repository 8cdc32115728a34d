import { insteadOf, loadable } from '#ui/loadable.tsx';

/** What writing needs of the rich-text engine, which is loaded on demand. */

const NotLoaded = insteadOf('text field');

/** See `writing-surface.tsx`. Until it is there, the drawn words show. */
export const WritingSurface = loadable(
  async () => (await import('./writing-surface.tsx')).WritingSurface,
  ({ hasFailed }) => hasFailed && <NotLoaded hasFailed />,
);

/** See `writing-tools.tsx`. */
export const WritingTools = loadable(
  async () => (await import('./writing-tools.tsx')).WritingTools,
  () => null,
);
