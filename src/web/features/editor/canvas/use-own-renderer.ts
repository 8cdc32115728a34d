import { useEffect, useState } from 'react';
import { type BlockRenderer, createBlockRenderer } from './block-renderer.ts';

/** A renderer beside the canvas's own: for each block, one renderer draws only the newest request. */
export function useOwnRenderer(): BlockRenderer {
  const [renderer] = useState(() => createBlockRenderer());
  useEffect(() => () => renderer.dispose(), [renderer]);
  return renderer;
}
