/** Content of a document that its readers do not see: deleted words, comments and hidden text. */

/** Rich text has no strikethrough: struck words would be read as normal text. */
const DELETED = 'del, s, strike, .msoDel, [class*="TextDeletion"], [class*="TrackedDeletion"]';
/** Comments of Word and of Google Docs, whose marks are letters in brackets. */
const COMMENTS = [
  ...[
    '.MsoCommentReference',
    '.MsoCommentText',
    '.MsoCommentSubject',
    '.msocomanchor',
    '.msocomtxt',
    '.msocomoff',
  ],
  ...['[id^="_com_"]', '[href*="#_msocom"]', '[href*="#_msoanchor"]'],
  ...['div:has(> p [href*="#cmnt_ref"])', '[href*="#cmnt"]'],
].join(', ');
const NOT_SHOWN = 'script, style, noscript, template, iframe, object, svg, math, [hidden]';
/** Word's own elements usually contain a space that keeps an empty paragraph open. */
const NO_WORDS = 'o\\:p, br.Apple-interchange-newline';
const NOT_SHOWN_STYLE =
  /display:\s*none|visibility:\s*hidden|mso-hide:\s*all|mso-element:\s*comment|text-decoration(?:-line)?:[^;]*line-through/i;

/** Whether HTML may contain words that its readers do not see: a quick check before it is parsed. */
export function hasUnseenWords(html: string): boolean {
  return /<(?:del|s|strike)\b|line-through|msoDel|mso-hide|mso(?:-element:\s*)?comment|TextDeletion|TrackedDeletion|#cmnt/i.test(
    html,
  );
}

/** Whether a document has words that its author has struck through by hand. They are left out, and the person is notified. */
export function hasStruckWords(html: string): boolean {
  const isTracked = /<del\b|msoDel/i.test(html);
  return !isTracked && /<(?:s|strike)[\s>]|text-decoration(?:-line)?:[^;"']*line-through/i.test(html);
}

/** Removes the content that readers of a pasted document do not see, and keeps inserted words unmarked. */
export function acceptWords(body: HTMLElement): void {
  const unseen = [DELETED, COMMENTS, NOT_SHOWN, NO_WORDS].join(', ');
  for (const element of body.querySelectorAll(unseen)) element.remove();
  for (const element of body.querySelectorAll('[style]'))
    if (NOT_SHOWN_STYLE.test(element.getAttribute('style') ?? '')) element.remove();
  for (const element of body.querySelectorAll('ins')) element.replaceWith(...element.childNodes);
}
