import type { EditorView } from '@tiptap/pm/view';

/** What ProseMirror's view has for a change of the page that it is to read a moment later; its types leave it out. */
interface Reader {
  /** Until `forceFlush`, the next key or 20 milliseconds later, nothing is read of the page. */
  flushSoon(): void;
  forceFlush(): void;
}

// Without these, letters are read in their frame.
const readerOf = ({ domObserver }: EditorView & { readonly domObserver?: Partial<Reader> }) => domObserver;

/**
 * Lets the view read a letter after the frame that paints it, if the browser puts it among others: then nothing but that letter
 * changes. Returns whether it does.
 */
export function readLate(view: EditorView, event: InputEvent): boolean {
  const { selection } = view.state;
  const isAmongOthers = selection.empty && selection.$head.parent.content.size > 0;
  if (event.inputType !== 'insertText' || event.isComposing || view.composing || !isAmongOthers) return false;
  const reader = readerOf(view);
  if (reader?.flushSoon === undefined || reader.forceFlush === undefined) return false;
  reader.flushSoon();
  return true;
}

/** Reads what waits to be read. */
export function readNow(view: EditorView): void {
  readerOf(view)?.forceFlush?.();
}
