import { useStore } from 'zustand';
import { findBlock } from '#newsletter/document/layout.ts';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { useAddressOnce } from '#web/features/editor/kernel/places/use-address-once.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

/** In the editor's address, as reminders and the dashboard have it: the block where one's part begins. */
const SHOWN = 'part';

/** Goes to the block that the address names, once. */
export function usePartAddress(): void {
  const { editing } = useTools();
  // A contributor may write nowhere until then.
  const isReady = useStore(editing.parts, (state) => state.isReady || !editing.isContributor);
  const goTo = (block: string) => {
    if (findBlock(editing.store.getState().document, block) === null)
      editing.announce('That part is not in the newsletter just now');
    else selectBlock(editing, block, 'end');
  };
  useAddressOnce(SHOWN, goTo, isReady);
}
