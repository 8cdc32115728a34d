import type { CDPSession, Page } from '@playwright/test';
import {
  askForApproval,
  createGroup,
  createNewsletterOf,
  createNewsletters,
  idsOf,
  inviteSubscriber,
  publishNewsletter,
  signIn,
  signInAsEditor,
  switchApprovalOn,
  switchFamilyPagesOn,
  uploadPicture,
} from './api-setup.ts';
import { nameFaults } from './control-names.ts';
import { addBlock, fields } from './editor.ts';
import { expect, expectAccessible, linksInMail, newAddress, test } from './journey.ts';
import { dialogFaults, faultsOf, framelessControls, keyboardFaults } from './screen-faults.ts';
import { elsewhere, PASSWORD, PHOTO, signInWithSchool } from './shared-steps.ts';
import { FAMILY_SCREENS, PANEL_SCREENS, PUBLIC_SCREENS, STAFF_SCREENS } from './walked-screens.ts';

/** Walks every screen at a zoom of 400 %, in forced colours, with the text spacing of WCAG 1.4.12, and by Tab. */

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
    // The question about cookies is shown until it is answered.
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

  await test.step('signed in', async () => {
    const colleague = await elsewhere(page);
    const greg = { email: newAddress('greg'), password: PASSWORD, name: ['Greg', 'Ashe'] } as const;
    await signInAsEditor(page, colleague, greg);
    await colleague.context().close();
    const published = await publishNewsletter(page, 'Harvest week', []);
    await open(page, published);
    await expectUsable(page, devtools);
    const ids = await idsOf(page);
    for (const path of STAFF_SCREENS) {
      await open(
        page,
        path.replace(/\{(\w+)\}/, (_, name: keyof typeof ids) => ids[name]),
      );
      // A newsletter that is not published leads to the editor instead.
      expect(new URL(page.url()).pathname, path).not.toContain('/editor/');
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

test('The pages for families, an approval, History and Notes can be used on a low screen', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize(WIDE);
  const devtools = await page.context().newCDPSession(page);
  const address = await signInWithSchool(page);
  const code = [
    { name: 'words', type: 'text', value: { html: '<p>Thank you for every tin.</p>'.repeat(12) } },
  ];
  await publishNewsletter(page, 'Harvest week', code);
  const home = await switchFamilyPagesOn(page);
  await switchApprovalOn(page, ['Ada', 'Bell']);

  await test.step('families', async () => {
    for (const screen of FAMILY_SCREENS) {
      await open(page, home + screen);
      await expectUsable(page, devtools);
    }
  });

  await test.step('an approval', async () => {
    const editor = await elsewhere(page);
    const greg = { email: newAddress('greg'), password: PASSWORD, name: ['Greg', 'Ashe'] } as const;
    await signInAsEditor(page, editor, greg);
    const id = await createNewsletterOf(editor, 'Autumn news', code);
    await askForApproval(editor, id, page);
    await editor.context().close();
    const links = await linksInMail(page, address, /^Please approve/);
    const link = links.find((each) => each.includes('/approve/')) ?? '';
    await open(page, link);
    expect.soft(await faultsOf(page), 'the approval').toEqual([]);
    await page.setViewportSize(LOW);
    // The newsletter has its full height instead of a slit, and the answers are below it.
    const frame = await page.locator('iframe').boundingBox();
    expect(frame?.height).toBeGreaterThan(0.9 * LOW.height);
    await page.getByRole('button', { name: 'Approve' }).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    expect.soft(await faultsOf(page), 'the approval on a low screen').toEqual([]);
    await page.setViewportSize(WIDE);
    await open(page, `${link}/changes`);
    await expectUsable(page, devtools);
  });

  await test.step('History', async () => {
    const { id } = await idsOf(page);
    await page.goto(`/app/newsletters/editor/${id}?history`);
    const list = page.getByRole('complementary', { name: 'History' });
    await expect(list.getByRole('button', { name: 'Started' })).toBeVisible();
    await page.setViewportSize(LOW);
    expect.soft(await faultsOf(page), 'History').toEqual([]);
    // The page scrolls as one: nothing stays in place over the newsletter.
    const stuck = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((each) => each.checkVisibility() && /fixed|sticky/.test(getComputedStyle(each).position))
        .map((each) => ({ className: each.className, ...each.getBoundingClientRect().toJSON() }))
        // The skip link is above the screen.
        .filter(({ height, bottom }) => height > 20 && bottom > 0)
        .map(({ className }) => className),
    );
    expect(stuck, 'what stays in place').toEqual([]);
    await page.emulateMedia({ forcedColors: 'active' });
    expect.soft(await keyboardFaults(page, devtools), 'History, by Tab').toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.setViewportSize(WIDE);
  });

  await test.step('Notes', async () => {
    const { id } = await idsOf(page);
    await open(page, `/app/newsletters/editor/${id}`);
    await page.getByRole('button', { name: 'Notes', exact: true }).press('Enter');
    await expect(page.getByRole('complementary', { name: 'Notes' })).toBeVisible();
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

/** Expects an open dialog that Tab does not leave, and in which axe finds nothing. */
async function expectHeld(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('dialog', { name })).toBeVisible();
  await expectAccessible(page);
  expect(await dialogFaults(page), `out of ‘${name}’`).toEqual([]);
}

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
  await test.step('a group', async () => {
    const group = await createGroup(page, 'Year 4');
    await createGroup(page, 'Choir');
    await open(page, '/app/settings/groups');
    for (const [item, title] of [
      ['Rename', 'Rename group'],
      ['Merge into…', 'Merge ‘Year 4’'],
    ] as const) {
      await page.getByRole('button', { name: 'Options for Year 4' }).press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
      expect(await dialogFaults(page), `out of ‘${title}’`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
    const words = { name: 'a', type: 'text', value: { html: '<p>Swimming</p>' } };
    await publishNewsletter(page, 'Swimming', [words, { ...words, name: 'b', audience: [group] }]);
    await inviteSubscriber(page, newAddress('amira'), 'Amira', [group]);
    await page.goto(`/app/newsletter/send/${(await idsOf(page)).id}`);
    await page
      .getByRole('button', { name: /^Read as/ })
      .first()
      .press('Enter');
    await expect(page.frameLocator('iframe').getByText('Swimming').first()).toBeVisible();
    expect(await dialogFaults(page), 'out of ‘Read as’').toEqual([]);
  });
  await test.step('a colleague, and a part for them', async () => {
    const colleague = await elsewhere(page);
    const ada = { email: newAddress('ada'), password: PASSWORD, name: ['Ada', 'Bell'] } as const;
    await signInAsEditor(page, colleague, ada, 'admin');
    await colleague.context().close();
    const heading = { name: 'a', type: 'heading', value: { text: 'Sports' } };
    await open(page, `/app/newsletters/editor/${await createNewsletterOf(page, 'Sports', [heading])}`);
    await page.getByRole('button', { name: /^Heading.*Sports$/ }).click();
    await page.getByRole('button', { name: 'Give out this part' }).press('Enter');
    await expectHeld(page, 'Part: Sports');
    await page.keyboard.press('Escape');
    await open(page, '/app/settings/manage-users');
    await page.getByRole('button', { name: 'Options for Ada Bell' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Make the owner' }).press('Enter');
    await expectHeld(page, 'Make Ada Bell the owner?');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Options for Ada Bell' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Set a temporary password' }).press('Enter');
    // The question takes the focus a moment after it is shown: an earlier key would reach its Cancel.
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.getByRole('button', { name: 'Set password' }).press('Enter');
    await expectHeld(page, 'Temporary password for Ada Bell');
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await test.step('cropping, and the design on a phone', async () => {
    const url = await uploadPicture(page, PHOTO);
    const image = { name: 'photo', type: 'image', value: { url, alt: 'A forest' } };
    const made = await createNewsletterOf(page, 'Forest', [image]);
    await open(page, `/app/newsletters/editor/${made}`);
    await page.getByRole('button', { name: /^Image: A forest/ }).press('Enter');
    await page.getByRole('button', { name: 'Crop the image' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Crop image' })).toBeVisible();
    expect(await dialogFaults(page), 'out of ‘Crop image’').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: 'Design' }).press('Enter');
    await expect(page.getByRole('dialog', { name: 'Design' })).toBeVisible();
    expect(await dialogFaults(page), 'out of ‘Design’').toEqual([]);
    await page.setViewportSize(WIDE);
  });
  await test.step('a question', async () => {
    await open(page, '/app/newsletters');
    await page.getByRole('button', { name: 'Options for Welcome back' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await dialogFaults(page), 'out of the question').toEqual([]);
  });
});
