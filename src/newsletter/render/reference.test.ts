import { describe, expect, it } from 'vitest';
import { DESIGN_IDS } from '#newsletter/designs/index.ts';
import {
  emptyDocument,
  fromCode,
  isAtFoot,
  LAYOUT_TYPES,
  type StoredBlock,
} from '#newsletter/document/document.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { normalForm, renderWithMrml, renderWithReference } from '#test/newsletter-engines.ts';
import {
  OAKFIELD,
  ORIGIN,
  randomCode,
  randomLayout,
  randomSchool,
  sampleBlocks,
  wideAndTinted,
} from '#test/newsletter-samples.ts';
import { randomFrom, randomText } from '#test/random-texts.ts';
import { compileBlock } from './compile-block.ts';
import { compileMail } from './compile-mail.ts';
import { compileMasthead } from './compile-masthead.ts';
import { compileNewsletter, type NewsletterSource } from './compile-newsletter.ts';

/**
 * mjml, the reference engine, renders our MJML in the same way as mrml, so that replacing mrml remains a change
 * of one file.
 */

const FUZZED = 300;

const links = {
  pageUrl: `${ORIGIN}/published/x`,
  unsubscribeUrl: `${ORIGIN}/unsubscribe/x`,
  calendarUrl: ({ block, row }: { block: string; row: string }) => `${ORIGIN}/${block}/${row}.ics`,
};

async function expectSame(mjml: string, hint = ''): Promise<void> {
  const ours = normalForm(renderWithMrml(mjml));
  const reference = normalForm(await renderWithReference(mjml));
  expect(ours, hint).toBe(reference);
}

function source(
  layout: (typeof LAYOUT_TYPES)[number],
  code: readonly StoredBlock[],
  school: SchoolBranding,
  target: 'page' | 'mail',
): NewsletterSource {
  return {
    title: 'Autumn news',
    today: '2026-11-20',
    document: fromCode(layout, code),
    school,
    target,
    origin: ORIGIN,
    ...links,
  };
}

describe.each(DESIGN_IDS)('%s', (design) => {
  const school = { ...OAKFIELD, design };
  it.each(
    LAYOUT_TYPES.flatMap((layout) => (['page', 'mail'] as const).map((target) => ({ layout, target }))),
  )('is the same with every block in $layout on the $target', async ({ layout, target }) => {
    await expectSame(compileNewsletter(source(layout, wideAndTinted(sampleBlocks()), school, target)));
  });
  it('is the same with a crest, without a logo, and without colours', async () => {
    const bare = { ...school, website: null, primary_color: null, secondary_color: null };
    await expectSame(compileNewsletter(source('one_column', [], { ...school, logo_aspect: 0.8 }, 'mail')));
    await expectSame(compileNewsletter(source('one_column', [], { ...bare, logo: null }, 'mail')));
  });
});

it('is the same for a school without branding, and for an empty newsletter', async () => {
  const school = { ...OAKFIELD, logo: null, website: null, primary_color: null, secondary_color: null };
  await expectSame(compileNewsletter(source('two_columns_left', sampleBlocks(), school, 'mail')));
  await expectSame(compileNewsletter(source('two_columns_left', [], school, 'page')));
});

it('is the same for each block alone, and for the header', async () => {
  for (const block of sampleBlocks()) {
    if (isAtFoot(block)) continue;
    await expectSame(compileBlock({ block, school: OAKFIELD, width: 264, origin: ORIGIN }), block.name);
  }
  await expectSame(
    compileMasthead({
      title: 'News',
      today: '2026-11-20',
      document: emptyDocument('one_column'),
      school: OAKFIELD,
      origin: ORIGIN,
    }),
  );
});

it("is the same for the product's own mails", async () => {
  const button = { text: 'Choose a "password"', url: 'http://127.0.0.1:3000/change-password?token=a&b' };
  await expectSame(
    compileMail({ subject: 'Welcome & <hello> "é"', paragraphs: ['One.', 'Two 🎃 \\'], button }),
  );
  await expectSame(compileMail({ subject: 'Nothing to do', paragraphs: [] }));
});

it(`is the same for ${FUZZED} random newsletters`, async () => {
  for (let seed = 1; seed <= FUZZED; seed += 1) {
    const random = randomFrom(seed);
    const target = seed % 2 === 0 ? 'page' : 'mail';
    const school = { ...randomSchool(random), design: DESIGN_IDS[seed % DESIGN_IDS.length] ?? null };
    const fuzzed = source(randomLayout(random), randomCode(random, 6), school, target);
    await expectSame(
      compileNewsletter({ ...fuzzed, title: randomText(random), previewText: randomText(random) }),
      `seed ${seed}`,
    );
  }
}, 120_000);

it('notices a difference inside an attribute (self-test)', async () => {
  const mjml = compileNewsletter(source('one_column', [], OAKFIELD, 'page'));
  const other = mjml.replace('alt="Oakfield', 'alt="Oakfeld');
  expect(other).not.toBe(mjml);
  expect(normalForm(renderWithMrml(other))).not.toBe(normalForm(await renderWithReference(mjml)));
});
