import type { Page } from '@playwright/test';
import { signInAsOwner } from './api-setup.ts';
import { expect, expectAccessible, expectToast, test as journey, newAddress } from './journey.ts';
import {
  type ProviderDouble,
  type SeparateServer,
  START_MS,
  startProvider,
  startSeparateServer,
} from './server.ts';
import { LOGO, logOut, PASSWORD } from './shared-steps.ts';

/** Signing in with a provider, on a separate server that has one. */

const test = journey.extend<object, { google: ProviderDouble; program: SeparateServer }>({
  google: [
    async ({ browserName: _ }, use) => {
      const google = await startProvider();
      await use(google);
      await google.stop();
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ google }, use) => {
      const variables = { OIDC_PROVIDERS: 'google', OIDC_GOOGLE_LOG_OUT: '1', ...google.variables };
      const program = await startSeparateServer('providers', variables);
      await google.configure({ serve: `${program.url}/sign-in/google` });
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  baseURL: async ({ program }, use) => use(program.url),
});

test('A head teacher signs in with Google, and confirms by it', async ({ page, google }) => {
  const email = newAddress('head');
  await signInAsOwner(page, { email, password: PASSWORD, logo: LOGO }, 'Hello');
  const panel = (name: string) => page.getByRole('dialog', { name });
  const goOn = () => page.getByRole('button', { name: 'Continue with Google' }).click();

  await test.step('the settings connect and disconnect', async () => {
    await google.configure({ person: { sub: 'head', email, email_verified: true } });
    await page.goto('/app/settings/change-password');
    const section = page.getByRole('region', { name: 'Also sign in with' });
    await section.getByRole('button', { name: 'Connect Google' }).press('Enter');
    await expectToast(page, 'You can sign in with Google from now on');
    await expect(section).toContainText(email);
    await expectAccessible(page);
    await section.getByRole('button', { name: 'Disconnect Google' }).press('Enter');
    await expectToast(page, 'Google is disconnected');
    await expect(section.getByRole('button', { name: 'Connect Google' })).toBeVisible();
    await logOut(page);
  });

  await test.step('an address that nobody has is told so', async () => {
    await google.configure({
      person: { sub: 'ivy', email: 'ivy.walker@oakfield.sch.example', email_verified: true },
    });
    await page.goto('/home?login=true');
    await expectAccessible(page);
    await goOn();
    await expect(panel('No account here')).toContainText(
      'ivy.walker@oakfield.sch.example is not in a school on Inkwell yet.',
    );
    await expect(page).toHaveURL('/sign-in/google');
    await expectAccessible(page);
    // Signs out at the provider, so that it asks again.
    await page.context().clearCookies();
    await google.configure({ isDenied: true });
    await panel('No account here').getByRole('button', { name: 'Another account' }).click();
    await expect(panel('That did not work')).toContainText(
      'Google did not sign you in. Nothing has changed.',
    );
    await expectAccessible(page);
    await google.configure({ isDenied: false });
    await page.goBack();
    await page.goForward();
    await expect(panel('That did not work')).toContainText('Please try again');
    await panel('That did not work').getByRole('link', { name: 'Back to log in' }).click();
  });

  await test.step('an address that has an account asks for its password once', async () => {
    await google.configure({ person: { sub: 'head', email, email_verified: true } });
    await goOn();
    await expect(panel('Your password, once')).toContainText(email);
    await expectAccessible(page);
    await page.keyboard.type('Not th1s one');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Invalid email or password');
    await panel('Your password, once').getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/app/newsletters');
  });

  await test.step('logging out logs out there, too, and leads back', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Sign out there' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/app/newsletters');
    await expect(page.getByRole('dialog')).toContainText('Please log in to continue');
    await goOn();
    await expect(page).toHaveURL('/app/newsletters');
  });

  await test.step('the owner asks it of the staff, and confirms in a second window', async () => {
    await page.goto('/app/settings/manage-users');
    const rule = page.getByRole('region', { name: 'Sign in without passwords' });
    await rule.getByRole('button', { name: 'Set up' }).click();
    await rule.getByLabel('Addresses that end with @').fill('oakfield.sch.example');
    await expectAccessible(page);
    await refuseOnce(page);
    await rule.getByRole('button', { name: 'Require it' }).click();
    const question = page.getByRole('dialog', { name: 'Is it you?' });
    await question.getByRole('button', { name: 'Sign in elsewhere again' }).click();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Sign in with Google again' }).click();
    await expect(question).toBeHidden();
    await expectToast(page, 'Saved');
    const on = page.getByRole('region', { name: 'Sign in with Google only' });
    await expect(on).toContainText('@oakfield.sch.example');
    await expectAccessible(page);
  });
});

// Refuses as if ten minutes had passed since signing in: the provider's clock cannot be moved with the server's.
async function refuseOnce(page: Page): Promise<void> {
  const body = {
    error_message: 'Please confirm that it is you',
    error_code: 'confirm_needed',
    ways: ['password', 'provider'],
  };
  const refused = { status: 403, contentType: 'application/json', body: JSON.stringify(body) };
  let isRefused = false;
  // Leaves alone the calls that only read, at the same address.
  await page.route('**/provider_rule', async (route) => {
    if (isRefused || route.request().method() !== 'PUT') return await route.fallback();
    isRefused = true;
    return await route.fulfill(refused);
  });
}
