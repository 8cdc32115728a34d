import { compileNewsletter, type NewsletterSource } from './compile-newsletter.ts';

// Paths of maximum length: the real ones are unknown before publishing.
const PAGE = `/published/${'x'.repeat(75)}`;
const UNSUBSCRIBE = `/unsubscribe/${'x'.repeat(64)}`;
const PREFERENCES = `/r/${'x'.repeat(64)}`;
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
    preferencesUrl: origin + PREFERENCES,
    calendarUrl: () => origin + PAGE + CALENDAR_FILE,
  });
}
