import { compileNewsletter, type NewsletterSource } from './compile.ts';

/** How large a newsletter may be as a mail. Sizes are bytes of its HTML in UTF-8. */

/** Gmail shows no more of a mail than this, and hides the rest, unsubscribing included. Source: docs/requirements/product.md 2.11. */
export const MAIL_SHOWN = 102 * 1024;
/** From here on it is said: there is still room for a sentence, but not for another picture. */
export const MAIL_WARNED = 90_000;

// As long as these addresses get; before publishing nobody knows them.
const PAGE = `/published/${'x'.repeat(75)}`;
const UNSUBSCRIBE = `/unsubscribe/${'x'.repeat(32)}`;
const CALENDAR_FILE = `/${'x'.repeat(16)}.ics`;

/** The MJML of a newsletter as the mail that it will be, for measuring: with addresses of the right length. */
export function compileForMeasuring(
  source: Pick<NewsletterSource, 'title' | 'document' | 'school' | 'origin'>,
): string {
  const { origin } = source;
  return compileNewsletter({
    ...source,
    target: 'mail',
    pageUrl: origin + PAGE,
    unsubscribeUrl: origin + UNSUBSCRIBE,
    calendarUrl: () => origin + PAGE + CALENDAR_FILE,
  });
}
