import { toast } from '#ui/feedback/toast.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { showBlock } from '#web/features/editor/kernel/places/focus.ts';

/** Says once that somebody else has handed a part in, until the returned function is called. */
export function notifyOfHandedIn({ parts, personId }: EditorSession): () => void {
  return parts.subscribe((now, before) => {
    if (!before.isReady || now.parts === before.parts) return;
    for (const [block, { id, attributes }] of now.parts) {
      const was = before.parts.get(block);
      if (was?.id !== id || was.attributes.done_at !== null || attributes.done_at === null) continue;
      if (attributes.person_id === personId) continue;
      toast.info(`${attributes.person_name} has handed in ‘${attributes.label}’`, {
        action: { label: 'Show', run: () => showBlock(block) },
      });
    }
  });
}
