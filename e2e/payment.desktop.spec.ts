import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectToast, test as journey, linksInMail } from './journey.ts';
import { type SeparateServer, START_MS, startSeparateServer } from './server.ts';
import { signIn, signInWithSchool } from './shared-steps.ts';

/** Plans and payments in the sandbox, from the trial to the end, on a separate server where years pass. */

const test = journey.extend<object, { program: SeparateServer }>({
  program: [
    async ({ browserName: _ }, use, { workerIndex }) => {
      const program = await startSeparateServer(`payment-${workerIndex}`);
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  baseURL: async ({ program }, use) => use(program.url),
});

const SUBSCRIPTION = '/app/settings/subscription';
/** The sandbox's card that pays once and fails at renewals. */
const PAYS_ONCE = '40000069';
const acceptCookies = async (page: Page) => {
  await page.getByRole('button', { name: 'Accept cookies' }).click();
  await expect(page.getByRole('button', { name: 'Accept cookies' })).toBeHidden();
};

/** Goes from the plans to the card form. */
async function chooseAndFillIn(
  page: Page,
  plan: 'Yearly' | 'Monthly',
  inspect: (page: Page) => Promise<void> = async () => undefined,
): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose suitable tariff plan' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Yearly/ })).toBeChecked();
  await page.getByRole('radio', { name: new RegExp(`^${plan}`) }).check();
  await inspect(page);
  await page.getByRole('button', { name: `Continue with ${plan.toLowerCase()}` }).click();
  await expect(page.getByRole('heading', { name: 'Billing details' })).toBeVisible();
  await page.getByLabel('First name').fill('Priya');
  await page.getByLabel('Last name').fill('Nair');
  await page.getByLabel('Phone').fill('(01632) 960200');
  await page.getByLabel('Address').fill('1 Oak Row, Oakfield');
  await inspect(page);
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Information' })).toBeVisible();
}

async function pay(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: /^Pay £/ }).click();
}

/** Skips the pause after a payment by moving the page's clock. */
async function skipPause(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /is paid$/ })).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page.getByText('Success', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(SUBSCRIPTION);
}

/** Expects the message as a toast, and as the description of the card field. */
async function expectDeclined(page: Page): Promise<void> {
  const words = 'Your card was declined.';
  await expectToast(page, words);
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(words);
}

async function cancelRenewal(page: Page): Promise<void> {
  await page.goto(SUBSCRIPTION);
  await page.getByRole('button', { name: 'Cancel renewal' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Cancel renewal' }).click();
  await expect(page.getByText('Successfully canceled')).toBeVisible();
  await expect(page).toHaveURL('/app/settings');
}

/** Logs in again after the session has expired. */
async function signInAgain(page: Page, address: string): Promise<void> {
  await page.goto('/app/newsletters');
  const panel = page.getByRole('dialog', { name: 'Log in' });
  await expect(panel.getByText('Please log in to continue')).toBeVisible();
  await signIn(page, address);
  await expect(page.getByRole('heading', { level: 1, name: 'Newsletters' })).toBeVisible();
}

test('A school buys a year, gets its invoice, cancels, resumes, and lets it lapse', async ({
  page,
  program,
}) => {
  test.slow();
  await page.clock.install();
  const address = await signInWithSchool(page);

  await test.step('on trial, nothing is sold without consent to cookies', async () => {
    await page.goto(SUBSCRIPTION);
    await expect(page.getByText('Free trial')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Upgrade to Premium' })).toBeHidden();
    await expectAccessible(page);
    await acceptCookies(page);
    await page.getByRole('link', { name: 'Upgrade to Premium' }).click();
  });

  await test.step('a yearly plan: first with a card that is declined', async () => {
    await chooseAndFillIn(page, 'Yearly', expectAccessible);
    await expectAccessible(page);
    await pay(page, '424242424242');
    await expect(page.getByText('Card contains only 8 numbers')).toBeVisible();
    await pay(page, '40000002');
    await expectDeclined(page);
    await expectAccessible(page);
    await pay(page, '42424242');
    await skipPause(page);
    await expect(page.getByRole('region', { name: 'Yearly plan' })).toContainText('Active');
    await expect(page.getByText('Card ending in 4242')).toBeAttached();
    await expectAccessible(page);
  });

  await test.step('the invoice is listed, and the receipt was mailed', async () => {
    await page.getByRole('link', { name: 'All invoices' }).click();
    const invoice = page.getByRole('row').filter({ hasText: 'Yearly plan' });
    await expect(invoice).toContainText('£180.00');
    await expect(invoice).toContainText('PAID');
    await expectAccessible(page);
    const pdf = await page.request.get((await invoice.getByRole('link').getAttribute('href')) ?? '');
    expect(pdf.headers()['content-type']).toBe('application/pdf');
    expect(await linksInMail(page, address, 'Your Inkwell receipt: £180.00')).toContain(
      `${program.url}/app/settings/invoice`,
    );
    await page.getByRole('link', { name: 'Edit billing details' }).click();
    await page.getByLabel('Address').fill('2 Oak Row, Oakfield');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('2 Oak Row, Oakfield')).toBeVisible();
  });

  await test.step('the renewal is cancelled and resumed', async () => {
    await cancelRenewal(page);
    await page.goto(SUBSCRIPTION);
    await expect(page.getByText('Disabled')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Re-enable subscription' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Success', { exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Yearly plan' })).toContainText('Active');
  });

  await test.step('a year later it has renewed automatically', async () => {
    await program.passDays(366);
    await signInAgain(page, address);
    await page.goto(SUBSCRIPTION);
    await expect(page.getByRole('region', { name: 'Yearly plan' })).toContainText('Active');
    await expect(page.getByRole('row').filter({ hasText: '£180.00' })).toHaveCount(2);
  });

  await test.step('cancelled for good, it ends on its day, and public pages remain', async () => {
    await cancelRenewal(page);
    await program.passDays(366);
    await signInAgain(page, address);
    await expect(page.getByText(/^Your plan ended on/)).toBeVisible();
    await expectAccessible(page);
    await page.goto('/app/newsletters/create');
    await page.getByPlaceholder('Newsletter Title').fill('After the end');
    await page.getByRole('radio', { name: '1 column' }).check();
    await page.getByRole('button', { name: 'Create newsletter' }).click();
    const dialog = page.getByRole('dialog', {
      name: 'Your plan has ended, please choose a plan to continue using Inkwell',
    });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Subscription' }).click();
    await page.getByRole('link', { name: 'Choose a plan' }).click();
    await expect(page.getByRole('heading', { name: 'Choose suitable tariff plan' })).toBeVisible();
  });
});

test('An ended trial stops editing until a plan is bought, and a failed card is replaced', async ({
  page,
  program,
}) => {
  test.slow();
  await page.clock.install();
  const address = await signInWithSchool(page);
  await program.passDays(100);
  await signInAgain(page, address);
  const dialog = page.getByRole('dialog', {
    name: 'Your trial is over, please activate a plan to continue using Inkwell',
  });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('link', { name: 'Create new' }).click();
  await page.getByPlaceholder('Newsletter Title').fill('After the trial');
  await page.getByRole('radio', { name: '1 column' }).check();
  await page.getByRole('button', { name: 'Create newsletter' }).click();
  await dialog.getByRole('link', { name: 'Subscription' }).click();
  await expect(dialog).toBeHidden();
  await acceptCookies(page);
  await page.getByRole('link', { name: 'Upgrade to Premium' }).click();
  await chooseAndFillIn(page, 'Monthly');
  await pay(page, PAYS_ONCE);
  await skipPause(page);
  await page.goto('/app/newsletters/create');
  await page.getByPlaceholder('Newsletter Title').fill('With a plan');
  await page.getByRole('radio', { name: '1 column' }).check();
  await page.getByRole('button', { name: 'Create newsletter' }).click();
  await expect(page).toHaveURL(/\/app\/newsletters\/editor\//);
  // Leaving the editor while it loads would log failed requests to the console.
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();

  await test.step('the card fails at the renewal, and another one fixes it', async () => {
    await program.passDays(32);
    await signInAgain(page, address);
    const banner = page.getByRole('region', { name: 'Your plan' });
    await expect(banner).toContainText('Your last payment did not go through. You can go on working until');
    expect(await linksInMail(page, address, 'Your Inkwell payment did not go through')).toContain(
      program.url + SUBSCRIPTION,
    );
    await banner.getByRole('link', { name: 'Pay now' }).click();
    const plan = page.getByRole('region', { name: 'Monthly plan' });
    await expect(plan).toContainText('Payment failed');
    await expect(plan).toContainText('You can go on working until');
    await expectAccessible(page);
    await plan.getByRole('link', { name: 'Change card' }).click();
    const save = page.getByRole('button', { name: 'Save card and pay £18.00' });
    await page.getByLabel('Card number').fill('40000002');
    await save.click();
    await expectDeclined(page);
    await expectAccessible(page);
    await page.getByLabel('Card number').fill('42424242');
    await save.click();
    await expect(page.getByText('Your card was changed, and £18.00 is paid')).toBeVisible();
    await expect(plan).toContainText('Active');
    await expect(page.getByText('Card ending in 4242')).toBeAttached();
    await expect(page.getByRole('row').filter({ hasText: '£18.00' })).toHaveCount(2);
  });
});
