import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectToast, test as journey } from './journey.ts';
import {
  type SeparateServer,
  START_MS,
  type StripeDouble,
  startSeparateServer,
  startStripeDouble,
} from './server.ts';
import { signInWithSchool } from './shared-steps.ts';

/** Paying with Stripe. Its API and its script are test doubles. */

const WEBHOOK_SECRET = 'whsec_journey';
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 812 };

interface WithStripe {
  readonly program: SeparateServer;
  readonly double: StripeDouble;
}

const test = journey.extend<object, { place: WithStripe }>({
  place: [
    async ({ browserName: _ }, use, { workerIndex }) => {
      const double = await startStripeDouble();
      const program = await startSeparateServer(`stripe-${workerIndex}`, {
        STRIPE_SECRET_KEY: 'sk_test_journey',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_journey',
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
        STRIPE_PRICE_MONTHLY: 'price_month',
        STRIPE_PRICE_YEARLY: 'price_year',
        STRIPE_API_BASE: double.api,
      });
      await use({ program, double });
      await program.stop();
      await double.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  baseURL: async ({ place }, use) => use(place.program.url),
});

/** A stand-in for Stripe.js: a card field, and a confirmation by a request that the journey intercepts. */
const STRIPE_JS = `
window.Stripe = () => {
  let input;
  const handlers = {};
  const confirm = async (secret) => {
    const body = JSON.stringify({ secret, card: input.value });
    return (await fetch('https://api.stripe.com/confirm', { method: 'POST', body })).json();
  };
  const element = {
    mount: (place) => {
      input = document.createElement('input');
      input.setAttribute('aria-label', 'Card number');
      place.append(input);
      handlers.ready?.();
    },
    on: (name, run) => { handlers[name] = run; return element; },
    once: (name, run) => element.on(name, run),
    off: () => element,
    update: () => {},
    destroy: () => input?.remove(),
    unmount: () => input?.remove(),
  };
  return {
    elements: () => ({ create: () => element, getElement: () => element, update: () => {} }),
    createToken: () => {},
    createPaymentMethod: () => {},
    registerAppInfo: () => {},
    _registerWrapper: () => {},
    confirmCardPayment: confirm,
    confirmCardSetup: confirm,
  };
};
window.Stripe.version = 'endive';
`;

async function stubStripe(page: Page, { control }: StripeDouble): Promise<string[]> {
  const loaded: string[] = [];
  await page.route('https://js.stripe.com/**', (route) => {
    loaded.push(new URL(page.url()).pathname);
    return route.fulfill({ contentType: 'text/javascript', body: STRIPE_JS });
  });
  await page.route('https://api.stripe.com/confirm', async (route) => {
    const answer = await post(control, '/confirm', route.request().postData() ?? '');
    return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: answer });
  });
  return loaded;
}

/** Expects the message as a toast, and as the description of the card field. */
async function expectDeclined(page: Page): Promise<void> {
  const words = 'Your card was declined.';
  await expectToast(page, words);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(words);
}

async function post(control: string, path: string, body: string): Promise<unknown> {
  return (await fetch(control + path, { method: 'POST', body })).json();
}

test('A school pays by card with Stripe, and has its plan after Stripe’s webhook', async ({
  page,
  place,
}) => {
  test.slow();
  await page.clock.install();
  const loaded = await stubStripe(page, place.double);
  await signInWithSchool(page);
  await page.goto('/app/settings/subscription');
  await page.getByRole('button', { name: 'Accept cookies' }).click();
  await page.getByRole('link', { name: 'Upgrade to Premium' }).click();
  await page.getByRole('button', { name: 'Continue with yearly' }).click();
  await page.getByLabel('First name').fill('Priya');
  await page.getByLabel('Last name').fill('Nair');
  await page.getByLabel('Phone').fill('01632960200');
  await page.getByLabel('Address').fill('1 Oak Row, Oakfield');
  expect(loaded).toEqual([]);
  await page.getByRole('button', { name: 'Go to payment' }).click();

  const card = page.getByLabel('Card number');
  await card.fill('4000000000000002');
  expect(loaded).toEqual(['/app/settings/card-settings']);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: 'Pay £180.00' }).click();
  await expectDeclined(page);
  await expect(page.getByRole('button', { name: 'Pay £180.00' })).toBeEnabled();
  await card.fill('4242424242424242');
  await page.getByRole('button', { name: 'Pay £180.00' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you, £180.00 is paid' })).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page).toHaveURL('/app/settings/subscription');
  await expect(page.getByText(/^Your payment is on its way/)).toBeVisible();
  await expectAccessible(page);

  const to = `${place.program.url}/api/v1/stripe/webhook`;
  await post(place.double.control, '/deliver', JSON.stringify({ to, secret: WEBHOOK_SECRET }));
  await expect(page.getByRole('region', { name: 'Yearly plan' })).toContainText('Active');
  await expect(page.getByText('Card ending in 4242')).toBeAttached();
  await expect(page.getByText(/^Your payment is on its way/)).toBeHidden();

  await test.step('another card, on a phone', async () => {
    await page.setViewportSize(PHONE);
    await page.getByRole('link', { name: 'Change card' }).click();
    await card.fill('4000000000000002');
    await page.getByRole('button', { name: 'Save card' }).click();
    await expectDeclined(page);
    await expectAccessible(page);
    await card.fill('5555555555554444');
    await page.getByRole('button', { name: 'Save card' }).click();
    await expect(page.getByText('Your card was changed')).toBeVisible();
    await expect(page.getByText('Card ending in 4444')).toBeAttached();
  });
});
