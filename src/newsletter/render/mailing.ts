import { html } from './mjml.ts';

/** What turns a rendered newsletter into the mail of one reader. */

/**
 * Stands in a mail's HTML and text for the token of the person it goes to. Whoever sends the mail puts the person's own
 * in its place.
 */
export const UNSUBSCRIBE_PLACEHOLDER = 'unsubscribe-token-of-this-reader';

/**
 * From here on the sender is told, in bytes: Gmail shows about 102,000 of a mail's HTML and hides the rest behind 'View
 * entire message', and each reader's own link makes a mail a little longer.
 */
export const MAIL_WARN_BYTES = 90_000;

// After a short preview, mail programs go on with the mail's first words. These are not shown, but take their room.
const ROOM = '\u034f\u00a0'.repeat(90);

/** The mail with words that mail programs show beside the subject; without words as it is. */
export function withPreviewText(mail: string, previewText: string): string {
  const start = mail.indexOf('>', mail.indexOf('<body')) + 1;
  if (previewText.trim() === '' || start === 0) return mail;
  const preview = html`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${previewText}${ROOM}</div>`;
  return `${mail.slice(0, start)}${preview}${mail.slice(start)}`;
}

/** Makes the mail of one reader after the other, quickly: the text around the placeholders is cut once. */
export function personaliser(text: string): (token: string) => string {
  const parts = text.split(UNSUBSCRIBE_PLACEHOLDER);
  return (token) => parts.join(token);
}
