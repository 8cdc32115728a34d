/** Size limits of a newsletter as a mail, in bytes of its HTML in UTF-8. */

/**
 * Gmail clips a mail here and hides the rest, including the unsubscribe link.
 * Source: docs/requirements/product.md 2.11.
 */
export const MAIL_SHOWN = 102 * 1024;
/** The editor warns from this size on: there is room for a sentence, but not for another picture. */
export const MAIL_WARNED = 90_000;

/** The warning about a mail of at least `MAIL_WARNED` bytes. */
export function longMail(bytes: number, mail = 'This mail'): string {
  const shown = kilobytes(MAIL_SHOWN);
  const is =
    bytes < MAIL_SHOWN
      ? `${mail} has ${kilobytes(bytes)}, and Gmail cuts mails off at ${shown}.`
      : `${mail} has ${kilobytes(bytes)}. Gmail cuts it off at ${shown} and hides the rest.`;
  return `${is} Shorten a text, or make two newsletters of it.`;
}

/** '34 KB', rounded up, so that a mail over the limit does not look as if it fitted. */
export function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KB`;
}
