import { loadable, Nothing } from '#ui/loadable.tsx';
import { useReaders } from './read-as.ts';

/** See `read-as-select.tsx`: most newsletters have no block for groups. */
export const ReadAsSelect = loadable(
  async () => (await import('./read-as-select.tsx')).ReadAsSelect,
  Nothing,
);

/** The choice of the reader that the newsletter is shown to. Nothing if no block is for groups. */
export function ReadAsField({ className }: { className?: string | undefined }) {
  const readers = useReaders();
  return readers.length > 0 && <ReadAsSelect readers={readers} className={className} />;
}
