import { useDisposable } from '#ui/use-disposable.ts';
import {
  type BlockRenderer,
  createBlockRenderer,
} from '#web/features/editor/kernel/rendering/block-renderer.ts';

/** A renderer beside the canvas's own: for each block, one renderer draws only the newest request. */
export function useOwnRenderer(): BlockRenderer {
  return useDisposable(createBlockRenderer);
}
