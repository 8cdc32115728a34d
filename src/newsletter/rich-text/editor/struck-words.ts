import { hasStruckWords } from '#newsletter/rich-text/editor/pasted/accepted-words.ts';
import { toast } from '#ui/feedback/toast.ts';

/** Says of pasted HTML that words in it are left out, if they are. */
export function sayStruckWords(html: string): void {
  if (hasStruckWords(html)) toast.info('Words that are struck through there are left out here');
}
