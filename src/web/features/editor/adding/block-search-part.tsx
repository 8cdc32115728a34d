import { useEffect } from 'react';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import { loadable } from '#ui/loadable.tsx';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

/** See `block-search.tsx`. */
export const BlockSearch = loadable(
  async () => (await import('./block-search.tsx')).BlockSearch,
  ({ hasFailed }) => hasFailed && <NotLoaded />,
);

/** Closes the list, which would otherwise wait for keys for ever. */
function NotLoaded() {
  const { insertion } = useTools().editing;
  useEffect(() => {
    insertion.setState(null, true);
    toast.error('The list of blocks could not be loaded. What you have typed is kept.', { action: RELOAD });
  }, [insertion]);
  return null;
}
