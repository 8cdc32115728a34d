import type { Page } from '@playwright/test';
import decoder from 'jsqr';
import sharp from 'sharp';
import { publishNewsletter, uploadPicture } from './api-setup.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { tabTo } from './keyboard-input.ts';
import { isPhone, PHOTO, signInWithSchool } from './shared-steps.ts';

/** Visitors without an account: somebody with a keyboard only, and a parent. */

test('Whoever wants to know reads the licences of what browsers are sent', async ({ request }) => {
  const notices = await (await request.get('/third-party-notices.txt')).text();
  // A package of the pages, one of a worker alone, and the fonts.
  for (const heading of ['## ical.js - ', '## libheif-js - ', '## Fonts']) expect(notices).toContain(heading);
});

test('A visitor uses the public pages by keyboard alone', async ({ page }) => {
  const press = (key: string) => page.keyboard.press(key);
  const cookies = page.getByRole('region', { name: 'Cookies' });
  await page.goto('/');

  await test.step('uses the link that skips to the content', async () => {
    for (const name of ['Cookies Policy', 'DECLINE', 'ACCEPT']) {
      await press('Tab');
      await expect(cookies.locator(':focus')).toHaveText(name);
    }
    await press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  await test.step('scrolls through the newsletter on the phone, and opens a question', async () => {
    const phone = page.getByRole('region', { name: 'A whole newsletter, on a phone' });
    await tabTo(page, phone);
    await press('End');
    await expect.poll(() => phone.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    const question = page.getByText('Can we use our own logo and colours?');
    await tabTo(page, question);
    await press('Enter');
    await expect(page.getByText('You set them once')).toBeVisible();
  });

  await test.step('answers the cookie banner, opens it again, and changes the answer', async () => {
    for (const [answer, stored, turn] of [
      ['DECLINE', 'false', 'Shift+Tab'],
      ['ACCEPT', 'true', 'Tab'],
    ] as const) {
      await tabTo(page, cookies.getByRole('button', { name: answer }), turn);
      await press('Enter');
      await expect(cookies).toBeHidden();
      expect(await page.evaluate(() => localStorage.getItem('cookieAgreement'))).toBe(stored);
      if (answer === 'ACCEPT') break;
      await tabTo(page, page.getByRole('button', { name: 'Cookie choice' }));
      await press('Enter');
      await expect(cookies).toBeFocused();
    }
  });

  await test.step('starts at the top of a page opened by its address', async () => {
    await page.goto('/terms');
    await expect(page.locator('html[data-ready]')).toBeAttached();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goto('/');
  });

  await test.step('opens the slides from the menu, and goes through all of them', async () => {
    await followMenu(page, 'How it works');
    await expect(page.getByRole('heading', { level: 1, name: 'How it works' })).toBeFocused();
    const slide = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(slide).toHaveText('Create');
    await tabTo(page, page.getByRole('button', { name: 'Slide 2: Build' }));
    await press('Enter');
    for (const next of ['Build', 'Share', 'Create']) {
      await expect(slide).toHaveText(next);
      await press('ArrowRight');
    }
    await press('ArrowLeft');
    await expect(slide).toHaveText('Create');
  });

  await test.step('sees the price, and no choice of currency', async () => {
    await followMenu(page, 'Pricing');
    await expect(page.getByText('£295')).toBeVisible();
    await expect(page.getByLabel('Currency')).toBeHidden();
    const start = page.getByRole('link', { name: 'Try it free for 3 months' });
    await tabTo(page, start);
    await press('Enter');
    const panel = page.getByRole('dialog', { name: 'Try for 3 months' });
    await expect(panel.getByLabel('Email')).toBeFocused();
    for (let presses = 0; presses < 12; presses += 1) {
      await press('Tab');
      await expect(panel.locator(':focus')).toHaveCount(1);
    }
    await press('Escape');
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL('/pricing');
    await expect(start).toBeFocused();
  });
});

async function followMenu(page: Page, name: string): Promise<void> {
  const header = page.getByRole('banner');
  if (!isPhone(page)) {
    await tabTo(page, header.getByRole('link', { name }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    return;
  }
  const burger = header.getByRole('button', { name: 'Open the menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await tabTo(page, burger, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(menu.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(burger).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, menu.getByRole('link', { name }));
  await page.keyboard.press('Enter');
  await expect(menu).toBeHidden();
}

test('A parent reads a newsletter on every screen size, and on paper', async ({ page }) => {
  await signInWithSchool(page);
  const path = await publishNewsletter(page, 'Autumn news', everyBlock(await uploadPicture(page, PHOTO)));
  const own = page.viewportSize();
  for (const width of [320, 768, own?.width ?? 375]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Autumn news' })).toBeVisible();
    await expectAccessible(page);
  }
  await page.emulateMedia({ media: 'print' });
  const share = page.getByRole('complementary', { name: 'Share' });
  await expect(share.getByText('Read it online:')).toBeVisible();
  await expect(share.getByRole('link')).toHaveCount(0);
  const paper = await sharp(await share.screenshot({ scale: 'device' }))
    .resize({ width: 1600 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = paper.info;
  const code = decoder.default(new Uint8ClampedArray(paper.data), width, height);
  expect(code?.data).toBe(new URL(path, page.url()).href);
});

/** One block of each visible type, alternately left and right. */
function everyBlock(picture: string): readonly unknown[] {
  const link = 'https://www.oakfield.example/photos';
  const html = `<p>Thank you for every tin. <a href="${link}">See the photos</a></p>`;
  const date = '2030-10-13';
  return [
    { type: 'heading', value: { text: 'A harvest to be proud of' } },
    {
      type: 'boxed_text',
      value: { html, background: '#fdf1d7', color: '#2f2a1c', word_break: 'break-word' },
    },
    { type: 'image', value: { url: picture, alt: 'Two children in a wood' } },
    { type: 'divider', value: { style: 'dashed' } },
    { type: 'text', value: { html } },
    { type: 'image_group', value: { images: [1, 2, 3].map((at) => ({ url: picture, alt: `Wood ${at}` })) } },
    { type: 'button', value: { btnText: 'See all the photos', url: link } },
    { type: 'social_media', value: { facebook: link, youtube: link } },
    { type: 'download', value: { name: 'Lunch menu', url: picture } },
    {
      type: 'attendance',
      value: { background: '#ffffff', rows: [{ id: 'a', name: 'Kestrels', percents: 98.2 }] },
    },
    {
      type: 'event',
      value: { rows: [{ id: 'a', title: 'Open morning', description: 'Tours.', date, time: '09:15' }] },
    },
    { type: 'video', value: { url: link, title: 'Harvest song' } },
    { type: 'footer', value: { text: 'Have a good week!' } },
  ].map((block, at) => ({ name: `block-${at}`, ...block }));
}
