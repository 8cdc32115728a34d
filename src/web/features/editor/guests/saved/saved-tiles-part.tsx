import { useEffect, useState } from 'react';
import { loadable } from '#ui/loadable.tsx';
import { whenIdle } from '#web/features/editor/when-idle.ts';

const Tiles = loadable(
  async () => (await import('./saved-tiles.tsx')).SavedBlocks,
  () => null,
);

/** See `saved-tiles.tsx`: they stand below everything else of the picker, so the newsletter is drawn first. */
export function SavedBlocks() {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle && <Tiles />;
}
