import type { CDPSession, Page } from '@playwright/test';
import {
  createNewsletters,
  idsOf,
  inviteSubscriber,
  publishNewsletter,
  signIn,
  signInAsEditor,
} from './api-setup.ts';
import { nameFaults } from './control-names.ts';
import { addBlock, fields } from './editor.ts';
import { expect, newAddress, test } from './journey.ts';
import { dialogFaults, faultsOf, framelessControls, keyboardFaults } from './screen-faults.ts';
import { elsewhere, PASSWORD, signInWithSchool } from './shared-steps.ts';
import { PANEL_SCREENS, PUBLIC_SCREENS, STAFF_SCREENS } from './walked-screens.ts';

/** Every screen at a zoom of 400 %, in forced colours, with the text spacing of WCAG 1.4.12, and by Tab. */

const LOW = { width: 320, height: 256 } as const;
const NARROW = { width: 320, height: 480 } as const;
const WIDE = { width: 1280, height: 800 } as const;
const SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** Expects that the current screen can be used at each size and setting. */
async function expectUsable(page: Page, devtools: CDPSession): Promise<void> {
  expect.soft(await nameFaults(page), `${page.url()}, names`).toEqual([]);
  const spacing = await page.addStyleTag({ content: SPACING });
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    expect.soft(await faultsOf(page), `${page.url()}, wide text, ${size.width}`).toEqual([]);
  }
  await spacing.evaluate((style) => style instanceof Element && style.remove());
  await page.setViewportSize(LOW);
  expect.soft(await faultsOf(page), `${page.url()}, ${LOW.width} × ${LOW.height}`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await framelessControls(page), `${page.url()}, controls without a frame`).toEqual([]);
  expect.soft(await keyboardFaults(page, devtools), `${page.url()}, by Tab`).toEqual([]);
  expect.soft(await dialogFaults(page), `${page.url()}, out of a dialog`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize(WIDE);
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

// The messages say what is wrong; a trace of each step would double the time.
test.use({ trace: 'off' });

test('Every screen can be used on a low screen, in forced colours and with wide text', async ({ page }) => {
  test.slow();
  await page.setViewportSize(WIDE);
  const devtools = await page.context().newCDPSession(page);

  await test.step('signed out', async () => {
    // The question about cookies is there until it is answered.
    for (const path of PUBLIC_SCREENS) {
      await open(page, path);
      await expectUsable(page, devtools);
    }
    for (const path of PANEL_SCREENS) {
      await open(page, path);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectUsable(page, devtools);
    }
  });

  await test.step('onboarding', async () => {
    await signIn(page, newAddress('new'), PASSWORD);
    await open(page, '/app/onboarding');
    await expectUsable(page, devtools);
    await page.getByRole('button', { name: 'Get started' }).click();
    await page.getByLabel('School name').fill('Oakfield Primary School');
    await expectUsable(page, devtools);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'Your logo and colours' })).toBeVisible();
    await expectUsable(page, devtools);
  });

  await signInWithSchool(page);
  // Two of each, so that a name in every row is found.
  await createNewsletters(page, ['Harvest']);
  for (const name of ['Amira', 'Ben']) await inviteSubscriber(page, newAddress(name), name);
  await page.goto('/app/newsletters');
  const editor = await page.getByRole('link', { name: 'Welcome back' }).first().getAttribute('href');
  const id = editor?.split('/').at(-1) ?? '';

  await test.step('signed in', async () => {
    const colleague = await elsewhere(page);
    const greg = { email: newAddress('greg'), password: PASSWORD, name: ['Greg', 'Ashe'] } as const;
    await signInAsEditor(page, colleague, greg);
    await colleague.context().close();
    const published = await publishNewsletter(page, 'Harvest week', []);
    await open(page, published);
    await expectUsable(page, devtools);
    const ids = { ...(await idsOf(page)), id };
    for (const path of STAFF_SCREENS) {
      await open(
        page,
        path.replace(/\{(\w+)\}/, (_, name: keyof typeof ids) => ids[name]),
      );
      await expectUsable(page, devtools);
    }
  });

  await test.step('the editor, the form of a block, and a question', async () => {
    await open(page, editor ?? '');
    await expect(page.getByText('Your newsletter starts here')).toBeVisible();
    // A phone's menu is loaded when it is first shown: after a Tab has passed its place, it would not be reached.
    await page.setViewportSize(NARROW);
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
    await page.setViewportSize(WIDE);
    await expectUsable(page, devtools);
    await addBlock(page, 'Video');
    await expectUsable(page, devtools);
    await page.emulateMedia({ forcedColors: 'active' });
    await fields(page, 'Video').getByLabel('Title').press('Tab');
    const ring = await page.evaluate(
      () => getComputedStyle(document.activeElement ?? document.body).outlineWidth,
    );
    expect(ring, 'the focus ring').toBe('3px');
    await page.emulateMedia({ forcedColors: 'none' });
    for (const size of [NARROW, LOW]) {
      await page.setViewportSize(size);
      await expect(fields(page, 'Video').getByLabel('Title')).toBeVisible();
      expect(await fields(page, 'Video').boundingBox()).toEqual({ x: 0, y: 0, ...size });
    }
    await fields(page, 'Video').getByLabel('Title').fill('Sports day');
    await fields(page, 'Video').getByRole('button', { name: 'Delete component' }).click();
    const question = page.getByRole('dialog');
    await expect(question).toBeVisible();
    expect((await question.boundingBox())?.width).toBe(320);
    await expectUsable(page, devtools);
  });
});

/** The dialogs that open from a button of a screen. */
const DIALOGS = [
  ['/app/calendar', 'New date'],
  ['/app/calendar', 'Import dates'],
  ['/app/newsletters/editor/{id}', 'Read it through'],
  ['/app/newsletters/editor/{id}', 'Layout'],
  ['/app/newsletters/editor/{id}', 'Publish at a time'],
  ['/app/newsletters/editor/{id}', 'Keyboard shortcuts'],
] as const;

test('Tab stays in every dialog, and the focus goes back to what opened it', async ({ page }) => {
  test.slow();
  await signInWithSchool(page);
  const { id } = await idsOf(page);
  await page.setViewportSize(WIDE);
  for (const [path, name] of DIALOGS)
    await test.step(name, async () => {
      await open(page, path.replace('{id}', id));
      const opener = page.getByRole('button', { name }).first();
      await opener.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      expect(await dialogFaults(page), `out of ‘${name}’`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    });
  await test.step('a question', async () => {
    await open(page, '/app/newsletters');
    await page.getByRole('button', { name: 'Options for Welcome back' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await dialogFaults(page), 'out of the question').toEqual([]);
  });
});
