import { expect, it } from 'vitest';
import { type NewsletterDocument, SCHOOL_LOOK } from '#newsletter/document/document.ts';
import { OAKFIELD, ORIGIN, sampleBlocks } from '#test/newsletter-samples.ts';
import { compileNewsletter } from './compile.ts';
import { compileForMeasuring, MAIL_SHOWN, MAIL_WARNED } from './mail-size.ts';

const document: NewsletterDocument = { ...SCHOOL_LOOK, layout: 'one_column', columns: [sampleBlocks()] };

it('measures what will be sent: the mail with its links, all addresses as long as they get', () => {
  const source = { title: 'News', document, school: OAKFIELD, origin: ORIGIN, today: '2026-11-20' };
  const page = `${ORIGIN}/published/${'a'.repeat(60)}-${'b'.repeat(14)}`;
  const sent = compileNewsletter({
    ...source,
    target: 'mail',
    pageUrl: page,
    unsubscribeUrl: `${ORIGIN}/unsubscribe/${'c'.repeat(32)}`,
    calendarUrl: () => `${page}/${'d'.repeat(16)}.ics`,
  });
  expect(compileForMeasuring(source)).toHaveLength(sent.length);
});

it('warns before Gmail clips the mail', () => {
  expect(MAIL_WARNED).toBe(90_000);
  expect(MAIL_WARNED).toBeLessThan(MAIL_SHOWN);
});
