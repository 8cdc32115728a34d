import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { compileFamilyMail } from '#newsletter/render/compile-family-mail.ts';
import { compileNewsletter } from '#newsletter/render/compile-newsletter.ts';
import { renderWithMrml } from '#test/newsletter-engines.ts';
import { startBrowser } from './camera.ts';
import { ORIGIN, sampleDocument, sampleSchool, TITLE, TODAY } from './sample.ts';

/** Links in mails that are a line of their own, on a phone: at least 24 pixels high (WCAG 2.2, 2.5.8). */

const PHONE = { width: 375, height: 740 } as const;
const LEAST = 24;

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

const seen = z.array(z.object({ words: z.string(), height: z.number() }));

// A link is in a sentence if its line has other words; marks between links do not count.
const LINK_LINES = `[...document.querySelectorAll('a')].flatMap((link) => {
  const words = link.innerText.trim();
  let around = link.parentElement;
  while (getComputedStyle(around).display === 'inline') around = around.parentElement;
  const links = [...around.querySelectorAll('a')].map((each) => each.innerText);
  const others = links.reduce((rest, each) => rest.replace(each, ''), around.innerText.split('\\n').find((line) => line.includes(words)) ?? '');
  const isSentence = /[\\p{L}\\p{N}]/u.test(others);
  return words === '' || isSentence ? [] : [{ words, height: link.getBoundingClientRect().height }];
})`;

const LINKS = { unsubscribeUrl: `${ORIGIN}/unsubscribe/token`, preferencesUrl: `${ORIGIN}/r/token` };

function newsletterMail(): string {
  const school = sampleSchool('letter', true);
  const document = sampleDocument('one_column', 'letter');
  const source = { title: TITLE, document, school, today: TODAY };
  const mail = { ...source, ...LINKS, target: 'mail' as const, origin: ORIGIN, pageUrl: `${ORIGIN}/edition` };
  return renderWithMrml(compileNewsletter(mail));
}

async function linkLinesOf(html: string): Promise<z.output<typeof seen>> {
  const page = await browser.newPage({ viewport: PHONE });
  await page.setContent(html);
  const found = seen.parse(await page.evaluate(LINK_LINES));
  await page.close();
  return found;
}

it('are high enough in a newsletter', async () => {
  const found = await linkLinesOf(newsletterMail());
  const words = found.map((link) => link.words);
  for (const expected of ['Read it in your browser', 'What you get', 'Unsubscribe', 'Autumn lunch menu'])
    expect(words).toContain(expected);
  expect(words).toContain('Year 4 sing at the harvest assembly');
  expect(found.filter(({ height }) => height < LEAST)).toEqual([]);
});

it('are high enough in a digest', async () => {
  const item = {
    is: 'item',
    title: 'Harvest',
    date: '9 October 2026',
    picture: null,
    text: 'Read it',
  } as const;
  const mail = compileFamilyMail({
    ...{ title: 'Our newsletters', school: sampleSchool('letter', true), origin: ORIGIN, today: TODAY },
    ...{ ...LINKS, parts: [{ ...item, url: `${ORIGIN}/edition` }] },
  });
  const found = await linkLinesOf(renderWithMrml(mail));
  expect(found.map((link) => link.words)).toEqual(['Read it', 'What you get', 'Unsubscribe']);
  expect(found.filter(({ height }) => height < LEAST)).toEqual([]);
});
