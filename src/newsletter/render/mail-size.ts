import { compileNewsletter, type NewsletterSource } from './compile-newsletter.ts';

/** Size limits of a newsletter as a mail, in bytes of its HTML in UTF-8. */

/**
 * Gmail clips a mail here and hides the rest, including the unsubscribe link.
 * Source: docs/requirements/product.md 2.11.
 */
export const MAIL_SHOWN = 102 * 1024;
/** The editor warns from this size on: there is room for a sentence, but not for another picture. */
export const MAIL_WARNED = 90_000;

// Paths of maximum length: the real ones are unknown before publishing.
const PAGE = `/published/${'x'.repeat(75)}`;
const UNSUBSCRIBE = `/unsubscribe/${'x'.repeat(32)}`;
const CALENDAR_FILE = `/${'x'.repeat(16)}.ics`;

/** The MJML of the newsletter's mail with URLs of maximum length, for measuring its size. */
export function compileForMeasuring(
  source: Pick<NewsletterSource, 'title' | 'document' | 'school' | 'origin' | 'today'>,
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
