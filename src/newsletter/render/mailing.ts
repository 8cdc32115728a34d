import { html } from './mjml.ts';

/** Turns a rendered newsletter into the mail for one reader. */

/**
 * The placeholder for the reader's unsubscribe token in a mail's HTML and text. See `personaliser`.
 */
export const UNSUBSCRIBE_PLACEHOLDER = 'unsubscribe-token-of-this-reader';

// Invisible filler: after a short preview, mail programs would show the mail's first words.
const FILLER = '\u034f\u00a0'.repeat(90);

/** Adds a preview text, which mail programs show beside the subject. Empty text changes nothing. */
export function withPreviewText(mail: string, previewText: string): string {
  const start = mail.indexOf('>', mail.indexOf('<body')) + 1;
  if (previewText.trim() === '' || start === 0) return mail;
  const preview = html`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${previewText}${FILLER}</div>`;
  return `${mail.slice(0, start)}${preview}${mail.slice(start)}`;
}

/** Returns a function that inserts a reader's token. It splits the text only once, so each call is fast. */
export function personaliser(text: string): (token: string) => string {
  const parts = text.split(UNSUBSCRIBE_PLACEHOLDER);
  return (token) => parts.join(token);
}
