import type { EditorView } from '@tiptap/pm/view';

/** The methods of ProseMirror's view for reading a change of the page a moment later; its types omit them. */
interface Reader {
  /** Delays reading the page until `forceFlush`, the next key, or 20 milliseconds later. */
  flushSoon(): void;
  forceFlush(): void;
}

// Without these methods, letters are read in the frame in which they are typed.
const readerOf = ({ domObserver }: EditorView & { readonly domObserver?: Partial<Reader> }) => domObserver;

/**
 * Lets the view read a letter after the frame that paints it, if the browser inserts it among others: then nothing but
 * that letter changes. Returns whether it does.
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

/** Reads a delayed change now. */
export function readNow(view: EditorView): void {
  readerOf(view)?.forceFlush?.();
}
