import type { TextRange } from '#newsletter/check/finding.ts';

/** Selects a range of text in a rich-text field, whose editor follows the browser's selection. */
export function selectText(field: HTMLElement, textRange: TextRange): void {
  const range = 'tag' in textRange ? rangeOfElement(field, textRange) : rangeOfWords(field, textRange.words);
  if (range === null) return;
  const selection = window.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  range.startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
}

function rangeOfElement(
  field: HTMLElement,
  { tag, index }: Extract<TextRange, { tag: string }>,
): Range | null {
  const element = field.querySelectorAll(tag)[index];
  if (element === undefined) return null;
  const range = document.createRange();
  range.selectNodeContents(element);
  return range;
}

function rangeOfWords(field: HTMLElement, words: string): Range | null {
  const walker = document.createTreeWalker(field, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const places: { readonly node: Node; readonly offset: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const piece =
      node instanceof Text ? node.data.replaceAll('\u00a0', ' ') : node.nodeName === 'BR' ? '\n' : '';
    for (let offset = 0; offset < piece.length; offset += 1) places.push({ node, offset });
    text += piece;
  }
  const at = text.indexOf(words);
  const [first, last] = [places[at], places[at + words.length - 1]];
  if (first === undefined || last === undefined) return null;
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.node instanceof Text ? last.offset + 1 : 0);
  return range;
}
