import { createNewsletterOf, inviteSubscriber, signInAsEditor, signInAsOwner } from './api-setup.ts';
import { words } from './editor.ts';
import { expect, expectAccessible, test as journey, linksInMail, newAddress } from './journey.ts';
import { type SeparateServer, START_MS, startSeparateServer } from './server.ts';
import { chooseTool, elsewhere, isPhone, LOGO, PASSWORD } from './shared-steps.ts';

/** Publishes and sends at a time, on a separate server whose clock moves, while a colleague has the newsletter open elsewhere. */

const test = journey.extend<object, { program: SeparateServer }>({
  program: [
    async ({ browserName: _ }, use, { workerIndex }) => {
      const program = await startSeparateServer(`timing-${workerIndex}`);
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  baseURL: async ({ program }, use) => use(program.url),
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('A newsletter goes out at its time as it was planned, and what was written later waits', async ({
  page,
  program,
}) => {
  test.slow();
  const priya = newAddress('priya');
  await signInAsOwner(page, { email: priya, password: PASSWORD, logo: LOGO }, 'Before');
  const id = await createNewsletterOf(page, 'Autumn news', [
    { name: 'a', type: 'heading', value: { text: 'Planned words' } },
  ]);
  await page.goto(`/app/newsletters/editor/${id}`);
  const ivy = await elsewhere(page, isPhone(page) ? 'desk' : 'phone');
  const editor = { name: ['Ivy', 'Walker'], email: newAddress('ivy'), password: PASSWORD } as const;
  await signInAsEditor(page, ivy, editor);
  await ivy.goto(`/app/newsletters/editor/${id}`);
  const hers = ivy.getByText(/^Goes out \w{3} \d+ \w{3}, 15:00\.$/);

  await test.step('it is planned', async () => {
    await chooseTool(page, 'Publish at a time');
    const dialog = page.getByRole('dialog', { name: 'Publish at a time' });
    await expect(dialog.getByLabel('Time')).toHaveValue('15:00');
    await expect(dialog.getByRole('checkbox', { name: /Nobody is on your list yet$/ })).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByLabel('Day').fill('2001-01-01');
    await dialog.getByRole('button', { name: 'Plan publishing' }).click();
    await expect(dialog.getByText('Please choose a time in the future')).toBeVisible();
    await dialog.getByLabel('Day').fill(inDays(1));
    await dialog.getByRole('button', { name: 'Plan publishing' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Goes out \w{3} \d+ \w{3}, 15:00\.$/)).toBeVisible();
    await expectAccessible(page);
    if (isPhone(page)) {
      const bars = [
        page.getByRole('region', { name: 'Newsletter' }),
        page.getByRole('region', { name: 'Tools' }),
      ];
      const boxes = await Promise.all(bars.map((bar) => bar.boundingBox()));
      const height = boxes.reduce((sum, box) => sum + (box?.height ?? Number.NaN), 0);
      expect(height, 'pixels of the heads and the tools').toBeLessThanOrEqual(150);
    }
    await expect(hers).toBeVisible();
    await expectAccessible(ivy);
  });

  await test.step('it is cancelled, and planned again', async () => {
    const planned = page.getByText(/^Goes out \w{3} \d+ \w{3}, 15:00\.$/);
    if (isPhone(page)) await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByRole(isPhone(page) ? 'menuitem' : 'button', { name: 'Cancel it' }).click();
    await expect(planned).toBeHidden();
    await expect(hers).toBeHidden();
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(planned).toBeVisible();
    await expect(hers).toBeVisible();
    await ivy.context().close();
  });

  await test.step('what is written later is not in it', async () => {
    await page.getByRole('button', { name: /^Heading.*Planned words$/ }).click();
    await words(page, 'Heading').fill('Later words');
    await page.keyboard.press('Escape');
    await expect(page.getByText(/, as it was at \d\d:\d\d\.$/)).toBeVisible();
    if (isPhone(page)) await page.getByRole('button', { name: 'Change', exact: true }).click();
    const newest = page.getByRole(isPhone(page) ? 'menuitem' : 'button', { name: 'Use the newest words' });
    await expect(newest).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('it stands in the list and on the dashboard', async () => {
    await page.goto('/app/newsletters');
    await expect(page.getByText(/^Goes out \w{3} \d+ \w{3}, 15:00$/)).toBeVisible();
    await page.goto('/app/dashboard');
    await expect(page.getByRole('link', { name: /^Autumn news\s*Goes out/ })).toBeVisible();
    await expectAccessible(page);
  });

  await program.passDays(2);
  await test.step('it goes out', async () => {
    await expect(async () => {
      await page.goto('/app/newsletters');
      await expect(page.getByText('Later changes')).toBeVisible({ timeout: 2000 });
    }).toPass();
    await page.goto(`/app/newsletters/editor/${id}`);
    await expect(page.getByRole('button', { name: /^Heading.*Later words$/ })).toBeVisible();
    await expect(page.getByText(/^Goes out/)).toBeHidden();
  });

  await test.step('a sending whose time passes while the program is away is held, and goes out once somebody says so', async () => {
    const family = newAddress('amira');
    await inviteSubscriber(page, family);
    await page.goto(`/app/newsletter/send/${id}`);
    await page.getByRole('radio', { name: 'At a time' }).check();
    await page.getByLabel('Day').fill(inDays(3));
    await page.getByRole('button', { name: 'Plan for 1 person' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Plan the sending' }).click();
    await expect(page.getByRole('heading', { name: /^Goes to 1 person on / })).toBeVisible();
    await page.goto('about:blank');
    await program.kill();
    await program.restart(4);
    await expect(async () => {
      await page.goto(`/app/newsletter/send/${id}`);
      await expect(page.getByRole('heading', { name: 'On hold: sending to 1 person' })).toBeVisible({
        timeout: 5000,
      });
    }).toPass();
    await expect(page.getByText(/^Its time had passed by hours before it could go out/)).toBeVisible();
    await expectAccessible(page);
    await linksInMail(page, priya, 'On hold: Autumn news');
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByText('Sent to 1 person', { exact: true })).toBeVisible();
    await linksInMail(page, family, 'Autumn news');
  });

  await test.step('it is unpublished at its time', async () => {
    await page.goto(`/app/newsletters/editor/${id}?at-a-time=unpublish`);
    const dialog = page.getByRole('dialog', { name: 'Unpublish at a time' });
    await dialog.getByRole('radio', { name: 'Unpublish it' }).check();
    await dialog.getByLabel('Day').fill(inDays(8));
    await dialog.getByRole('button', { name: 'Plan unpublishing' }).click();
    await expect(page.getByText(/^Will be unpublished \w{3} \d+ \w{3}, 15:00\.$/)).toBeVisible();
    await expectAccessible(page);
    await program.passDays(4);
    await expect(async () => {
      await page.goto('/app/newsletters');
      await expect(page.getByText('Later changes')).toBeHidden({ timeout: 2000 });
    }).toPass();
  });
});
