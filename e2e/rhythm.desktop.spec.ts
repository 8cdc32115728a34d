import { publishNewsletter, signInAsOwner } from './api-setup.ts';
import { expect, expectAccessible, expectToast, test as journey, newAddress } from './journey.ts';
import { type SeparateServer, START_MS, startSeparateServer } from './server.ts';
import { LOGO, PASSWORD } from './shared-steps.ts';

/** The rhythm, on a separate server whose clock moves. */

const test = journey.extend<object, { program: SeparateServer }>({
  program: [
    async ({ browserName: _ }, use, { workerIndex }) => {
      const program = await startSeparateServer(`rhythm-${workerIndex}`);
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  baseURL: async ({ program }, use) => use(program.url),
});

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const weekday = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day));
const words = (day: string) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(day));

test('The office sets a rhythm, and the next draft is made by itself, around the holidays', async ({
  page,
  program,
}) => {
  await signInAsOwner(page, { email: newAddress('priya'), password: PASSWORD, logo: LOGO }, 'Before');

  await test.step('it begins with a newsletter that is out', async () => {
    await page.goto('/app/settings/rhythm');
    await expect(page.getByRole('heading', { name: 'Publish a newsletter first' })).toBeVisible();
    await expectAccessible(page);
    const code = [{ name: 'a', type: 'heading', value: { text: 'Year 4 news' } }];
    await publishNewsletter(page, 'Autumn news, week 5', code);
  });

  // Three days ahead, so that a draft made a day before is not due yet.
  const [first, second, third] = [dayAfter(3), dayAfter(10), dayAfter(17)];
  const next = page.getByRole('region', { name: 'Next issues' });
  const dates = next.getByRole('listitem');
  const addHoliday = async (name: string, day: string) => {
    const form = page.getByRole('form', { name: 'Add a term or holiday' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('First day').fill(day);
    await form.getByLabel('Last day').fill(day);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
    await expect(form.getByLabel('What')).toBeFocused();
  };

  await test.step('she sees the next dates while she chooses', async () => {
    await page.goto('/app/settings');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Rhythm/ })
      .click();
    await page.getByRole('switch', { name: 'Make the next draft for us', checked: false }).click();
    await page.getByLabel('On', { exact: true }).selectOption(weekday(first));
    await page.getByLabel('Draft made').selectOption({ index: 0 });
    await expect(dates).toHaveText([
      new RegExp(words(first)),
      new RegExp(words(second)),
      new RegExp(words(third)),
    ]);
    await expectAccessible(page);
  });

  await test.step('she adds a holiday, which is left out at once', async () => {
    await addHoliday('Half term', first);
    await expect(dates.first()).toContainText(words(second));
    await page.getByRole('button', { name: 'Remove Half term' }).click();
    await expect(dates.first()).toContainText(words(first));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(dates.first()).toContainText(words(second));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'The rhythm is saved');
  });

  await test.step('the dashboard says when the draft comes, and that it is there', async () => {
    await page.goto('/app/dashboard');
    await expect(
      page.getByRole('link', { name: new RegExp(`^${words(second)}, 15:00\\s*Draft comes on`) }),
    ).toBeVisible();
    await expectAccessible(page);
    await program.passDays(9.4);
    // The draft is made within five minutes, and at once when the term dates change.
    await page.goto('/app/settings/rhythm');
    await addHoliday('Christmas', dayAfter(60));
    await page.goto('/app/dashboard');
    const made = page.getByRole('link', { name: /Draft made on .* ‘Autumn news, week \d+’/ });
    await expect(async () => {
      await page.reload();
      await expect(made).toBeVisible({ timeout: 2000 });
    }).toPass();
    await made.click();
    await expect(page.getByRole('button', { name: /^Heading.*Year 4 news$/ })).toBeVisible();
    await page.goto('/app/settings/rhythm');
    await expect(page.getByRole('region', { name: 'Last drafts' }).getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page);
  });

  await test.step('she switches it off', async () => {
    await page.getByRole('switch', { name: 'Make the next draft for us' }).click();
    await expect(next.getByText('Off: no drafts are made.')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'The rhythm is off. No drafts are made by it');
    await page.goto('/app/dashboard');
    await expect(page.getByRole('heading', { name: 'Drafts in progress' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Next issue' })).toBeHidden();
  });
});
