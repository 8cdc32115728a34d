import { toast } from '#ui/feedback/toast.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { partsBegun } from '#web/features/editor/kernel/facts/known-parts.ts';
import type { Rights } from '#web/features/editor/kernel/state/rights.ts';
import { rightsInParts } from './own-blocks.ts';

/** Keeps a contributor to their own parts, as they are at each moment. */
export function limitToParts({ store, parts, personId, rights }: EditorSession): void {
  const begun = () => partsBegun(parts.getState().parts, personId);
  const refuse = refuseUntilKnown(parts, () =>
    toast.info('You can change your own parts only. This is for reading'),
  );
  rights.setState(rightsInParts(store, begun, refuse), true);
  parts.subscribe((now, before) => {
    if (now.parts !== before.parts) rights.setState(rightsInParts(store, begun, refuse), true);
  });
}

/** Tries the last refused action again once the parts have loaded. */
function refuseUntilKnown(known: EditorSession['parts'], showReadOnly: () => void): Rights['refuse'] {
  let asked: (() => void) | null = null;
  return (again) => {
    if (known.getState().isReady) return showReadOnly();
    const isFirst = asked === null;
    if (again !== undefined) asked = again;
    if (!isFirst || asked === null) return;
    const stop = known.subscribe(({ isReady }) => {
      if (!isReady) return;
      stop();
      asked?.();
      asked = null;
    });
  };
}
