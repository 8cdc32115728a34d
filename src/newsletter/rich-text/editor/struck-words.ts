import { hasStruckWords } from '#newsletter/rich-text/editor/pasted/accepted-words.ts';
import { toast } from '#ui/feedback/toast.ts';

/** Shows a message if words of pasted HTML are left out because they are struck through. */
export function showStruckWords(html: string): void {
  if (hasStruckWords(html)) toast.info('Words that are struck through there are left out here');
}
