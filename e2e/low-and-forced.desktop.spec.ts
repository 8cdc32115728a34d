import type { Page } from '@playwright/test';
import { addBlock, fields } from './editor.ts';
import { expect, test } from './journey.ts';
import { signInWithSchool } from './shared-steps.ts';

/** Every form at a zoom of 400 %, in forced colours, and with the text spacing of WCAG 1.4.12. */

const LOW_SCREENS = [
  { width: 320, height: 256 },
  { width: 320, height: 480 },
] as const;
const SCREENS = [
  '/app/newsletters',
  '/app/newsletters/create',
  '/app/settings/my-details',
  '/app/settings/change-password',
  '/app/settings/school-settings',
  '/app/settings/newsletter-branding',
  '/app/settings/invite-user',
  '/app/settings/invite-subscriber',
  '/app/settings/import-subscribers',
  '/app/settings/close-school',
  '/help',
  '/accessibility',
] as const;
/** The values of WCAG 1.4.12. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

/** The controls that something else covers even once they are scrolled to, and the pixels beyond the screen. */
async function troublesOf(page: Page): Promise<readonly string[]> {
  return await page.evaluate(async () => {
    // A sheet takes no clicks while it comes up.
    const animations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(animations.map(({ finished }) => finished));
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} pixels beyond the screen`);
    const modal =
      document.querySelector('[role="dialog"]') ?? document.querySelector('aside:has(form):not([hidden])');
    const controls = (modal ?? document).querySelectorAll<HTMLElement>(
      'main :is(input, textarea, select, button), aside :is(input, textarea, select, button), [role="dialog"] :is(input, button)',
    );
    for (const control of controls) {
      if (
        !control.checkVisibility({ visibilityProperty: true }) ||
        control.closest('.visually-hidden, [inert]')
      )
        continue;
      if (control.matches('.visually-hidden, [type="file"], [type="radio"], [type="checkbox"], :disabled'))
        continue;
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      const isReached = there !== null && (control.contains(there) || there.contains(control));
      if (width > 1 && !isReached)
        found.push(
          `${control.tagName} ${control.ariaLabel ?? control.textContent} below ${there?.className}`,
        );
    }
    return found;
  });
}

/** The controls without any line around them. */
async function framelessControls(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, input, textarea, select)')]
      .filter((control) => control.checkVisibility() && !control.matches('.visually-hidden, [type="range"]'))
      .filter((control) => {
        const { borderTopWidth, borderTopStyle, outlineStyle, outlineWidth, appearance } =
          getComputedStyle(control);
        const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
        const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
        return !hasBorder && !hasOutline && appearance === 'none';
      })
      .map((control) => `${control.tagName} ${control.ariaLabel ?? control.textContent}`),
  );
}

test('Every form can be used on a low screen, in forced colours and with wide text', async ({ page }) => {
  test.slow();
  await signInWithSchool(page);
  await page.goto('/app/newsletters');
  const editor = await page.getByRole('link', { name: 'Welcome back' }).first().getAttribute('href');

  for (const path of SCREENS) {
    await test.step(path, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await page.emulateMedia({ forcedColors: 'active' });
      expect(await framelessControls(page), 'controls without a frame').toEqual([]);
      await page.emulateMedia({ forcedColors: 'none' });
      for (const size of LOW_SCREENS) {
        await page.setViewportSize(size);
        expect(await troublesOf(page), `${size.width} × ${size.height}`).toEqual([]);
      }
      const spacing = await page.addStyleTag({ content: SPACING });
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await troublesOf(page), 'with wide text').toEqual([]);
      await spacing.evaluate((style) => style instanceof Element && style.remove());
    });
  }

  await test.step('the form of a block, and a question', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(editor ?? '');
    await addBlock(page, 'Video');
    await page.emulateMedia({ forcedColors: 'active' });
    await page.keyboard.press('Tab');
    const ring = await page.evaluate(
      () => getComputedStyle(document.activeElement ?? document.body).outlineWidth,
    );
    expect(ring, 'the focus ring').toBe('3px');
    await page.emulateMedia({ forcedColors: 'none' });
    for (const size of LOW_SCREENS) {
      await page.setViewportSize(size);
      await expect(fields(page, 'Video').getByLabel('Title')).toBeVisible();
      expect(await fields(page, 'Video').boundingBox()).toEqual({ x: 0, y: 0, ...size });
      expect(await troublesOf(page), `${size.width} × ${size.height}`).toEqual([]);
    }
    await fields(page, 'Video').getByRole('button', { name: 'Delete component' }).click();
    const question = page.getByRole('dialog');
    await expect(question).toBeVisible();
    expect((await question.boundingBox())?.width).toBe(320);
    expect(await troublesOf(page)).toEqual([]);
  });
});
