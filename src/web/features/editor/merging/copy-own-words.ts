import { blocksOf } from '#newsletter/document/layout.ts';
import { ownBlocks } from '#newsletter/document/own-parts.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { plainText } from '#newsletter/rich-text/rich-text.ts';
import { copyText } from '#ui/copy-text.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { partsBegun } from '#web/features/editor/kernel/facts/known-parts.ts';
import { canvasDocument } from '#web/features/editor/kernel/state/editor-state.ts';

/** Copies a contributor's words from here: contributors cannot keep them as a newsletter. */
export async function copyOwnWords({ store, parts, personId }: EditorSession): Promise<void> {
  const document = canvasDocument(store.getState());
  const own = ownBlocks(document, partsBegun(parts.getState().parts, personId).own);
  const texts = blocksOf(document)
    .filter(({ name }) => own.has(name))
    .flatMap(textsOf)
    .map(({ format, text }) => (format === 'rich' ? plainText(text) : text));
  if (await copyText(texts.filter((text) => text !== '').join('\n\n')))
    toast.success('Your words are copied');
  else toast.error('They could not be copied. Please select and copy them on the canvas');
}
