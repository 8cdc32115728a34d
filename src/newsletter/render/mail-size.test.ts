import { describe, expect, it } from 'vitest';
import { BLOCKS } from '#newsletter/blocks/index.ts';
import { DESIGNS } from '#newsletter/designs/index.ts';
import { fromCode, type NewsletterDocument } from '#newsletter/document/document.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { renderWithMrml } from '#test/newsletter-engines.ts';
import { OAKFIELD, ORIGIN, sampleBlocks, wideAndTinted } from '#test/newsletter-samples.ts';
import { compileNewsletter } from './compile-newsletter.ts';
import { MAIL_SHOWN, MAIL_WARNED } from './mail-limit.ts';
import { compileForMeasuring } from './mail-size.ts';

const document: NewsletterDocument = { ...DEFAULT_SETTINGS, layout: 'one_column', columns: [sampleBlocks()] };

it('measures what will be sent: the mail with its links, all addresses as long as they get', () => {
  const source = { title: 'News', document, school: OAKFIELD, origin: ORIGIN, today: '2026-11-20' };
  const page = `${ORIGIN}/published/${'a'.repeat(60)}-${'b'.repeat(14)}`;
  const sent = compileNewsletter({
    ...source,
    target: 'mail',
    pageUrl: page,
    unsubscribeUrl: `${ORIGIN}/unsubscribe/${'c'.repeat(64)}`,
    preferencesUrl: `${ORIGIN}/r/${'e'.repeat(64)}`,
    calendarUrl: () => `${page}/${'d'.repeat(16)}.ics`,
  });
  expect(compileForMeasuring(source)).toHaveLength(sent.length);
});

it('warns before Gmail clips the mail', () => {
  expect(MAIL_WARNED).toBe(90_000);
  expect(MAIL_WARNED).toBeLessThan(MAIL_SHOWN);
});

/** Kilobytes that a mail with one block of each type may have. */
const ALL_BLOCKS_MAX = 60 * 1024;
const MANY_BLOCKS = 40;

describe.each(Object.keys(DESIGNS))('a mail in %s', (design) => {
  const sizeOf = (blocks: ReturnType<typeof sampleBlocks>) =>
    new TextEncoder().encode(
      renderWithMrml(
        compileForMeasuring({
          title: 'News',
          document: fromCode('two_columns_left', blocks),
          school: { ...OAKFIELD, design },
          origin: ORIGIN,
          today: '2026-11-20',
        }),
      ),
    ).length;
  const samples = sampleBlocks();
  const firsts = Object.values(BLOCKS).flatMap(
    ({ type }) => samples.find((block) => block.type === type) ?? [],
  );

  it('has room for every block', () => {
    expect(sizeOf(wideAndTinted(firsts))).toBeLessThan(ALL_BLOCKS_MAX);
  });
  it(`is shown whole with ${MANY_BLOCKS} blocks`, () => {
    const many = Array.from(
      { length: MANY_BLOCKS },
      (_, index) => firsts[index % firsts.length] ?? [],
    ).flat();
    const named = many.map((block, index) => ({ ...block, name: `block-${index}` }));
    expect(sizeOf(named)).toBeLessThan(MAIL_SHOWN);
  });
});
