/** The words that a screen shows below its navigation: labels, texts and buttons, but no typed text. */
export function wordsOnScreen(): readonly string[] {
  const main = document.querySelector('main');
  if (main === null) throw new Error('There is no screen');
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (parentElement?.closest(NOT_READ) === null) words.push(...(textContent ?? '').split(/\s+/));
  }
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word));
}

const NOT_READ = 'nav, style, script, option, [hidden], [aria-hidden="true"], .visually-hidden';
