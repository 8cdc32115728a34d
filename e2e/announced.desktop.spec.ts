import { inviteSubscriber } from './api-setup.ts';
import { expect, newAddress, test } from './journey.ts';
import { ScreenReader } from './screen-reader.ts';
import { PHOTO, signInWithSchool } from './shared-steps.ts';

/**
 * The main job by keyboard, from announcements alone: each next key follows from the announced focus and live regions.
 */

/** 3 September 2027. */
const DATE_PARTS = [
  { announced: /^spinbutton "Day/, digits: '03' },
  { announced: /^spinbutton "Month/, digits: '09' },
  { announced: /^spinbutton "Year/, digits: '2027' },
] as const;

test('A newsletter with two pictures and an event is made and sent from what is announced', async ({
  page,
}) => {
  test.slow();
  await signInWithSchool(page);
  await inviteSubscriber(page, newAddress('amira'));
  const reader = await ScreenReader.on(page);
  await test.step('begins a newsletter', async () => {
    await reader.tabTo(/^link "Create new"/);
    await reader.press('Enter');
    await reader.expectFocus(/^textbox "Newsletter title"/);
    await reader.tabTo(/^textbox "Newsletter title"/i);
    await reader.type('Harvest week');
    await reader.tabTo(/^button "Create newsletter"/);
    await reader.press('Enter');
    await reader.expectFocus(/^main "Canvas: Harvest week"/);
  });

  await test.step('adds two pictures', async () => {
    await reader.tabTo(/^button "Image group".* in complementary "Add a block"/);
    await reader.press('Enter');
    await reader.expectFocus(/in complementary "Edit Image group"/);
    await reader.tabTo(/^button "Select file.* in complementary "Edit Image group"/);
    const chooser = page.waitForEvent('filechooser');
    await reader.press('Enter');
    await (await chooser).setFiles([PHOTO, PHOTO]);
    await reader.expectFocus(/in complementary "Edit Image group"/);
    await reader.tabTo(/^textbox "What does photo 1 show\?"/);
    await reader.type('Robins by the pond');
    await reader.press('Enter');
    await reader.expectFocus(/^textbox "What does photo 2 show\?"/);
    await reader.type('Wrens by the gate');
    // Saving waits for the uploads, which is announced; the keyboard skips disabled buttons.
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled();
    await reader.tabTo(/^button "Save changes"/);
    await reader.press('Enter');
    await reader.expectFocus(/^button "Image group.*Robins by the pond/);
  });

  await test.step('adds an event', async () => {
    await reader.tabTo(/in complementary "Add a block"/, 'F6');
    await reader.tabTo(/^button "Event".* in complementary "Add a block"/);
    await reader.press('Enter');
    await reader.expectFocus(/^textbox "Title".*in complementary "Edit Event"/);
    await reader.type('Harvest supper');
    await reader.tabTo(/^spinbutton .* in Date "Date"/);
    // In the order of the browser's language; a complete part leads to the next one.
    for (let parts = 0; parts < 3; parts += 1) {
      const part = DATE_PARTS.find(({ announced }) => announced.test(reader.lastFocus));
      await reader.type(part?.digits ?? '');
      await reader.focus();
    }
    await reader.tabTo(/^textbox "Description"/);
    await reader.type('In the hall.');
    await reader.tabTo(/^button "Save event"/);
    await reader.press('Enter');
    await reader.tabTo(/^button "Save changes"/);
    await reader.press('Enter');
    await reader.expectFocus(/^button "Event.*Harvest supper/);
  });

  await test.step('publishes it', async () => {
    await reader.tabTo(/^button "Publish/);
    await reader.press('Enter');
    await reader.hear(/Newsletter is published/);
    await reader.expectFocus(/^heading "Congratulations!/);
  });

  await test.step('sends it', async () => {
    await reader.tabTo(/^link "Send to subscribers"/);
    await reader.press('Enter');
    await reader.expectFocus(/^heading "Send ‘Harvest week’/);
    await reader.tabTo(/^button "Send to 1 person"/);
    await reader.press('Enter');
    await reader.expectFocus(/in dialog "Send ‘Harvest week’ to 1 person now\?"/);
    await reader.tabTo(/^button "Send to 1 person"/);
    await reader.press('Enter');
    await reader.hear(/it went to 1 person/);
  });
});
