import { createNewsletterOf, signInAsEditor, signInAsOwner } from './api-setup.ts';
import { words } from './editor.ts';
import { expect, expectAccessible, test as journey, newAddress } from './journey.ts';
import { type SeparateServer, START_MS, startSeparateServer } from './server.ts';
import { chooseTool, elsewhere, isPhone, LOGO, PASSWORD } from './shared-steps.ts';

/** Publishing at a time, on a separate server whose clock moves; a colleague has it open on another device. */

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

test('A newsletter goes out at its time as it was planned, and what was written later waits', async ({
  page,
  program,
}) => {
  await signInAsOwner(page, { email: newAddress('priya'), password: PASSWORD, logo: LOGO }, 'Before');
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
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Day').fill(tomorrow);
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

  await test.step('it is unpublished at its time', async () => {
    await page.goto(`/app/newsletters/editor/${id}?at-a-time=unpublish`);
    const dialog = page.getByRole('dialog', { name: 'Unpublish at a time' });
    await dialog.getByRole('radio', { name: 'Unpublish it' }).check();
    const later = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Day').fill(later);
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
