import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectToast, test as journey } from './journey.ts';
import { type SeparateServer, START_MS, startSeparateServer } from './server.ts';
import { logOut, openFromMenu, PASSWORD, signInWithSchool } from './shared-steps.ts';

// A separate server: browsers make no passkeys for IP addresses, and ten minutes have to pass.
const test = journey.extend<object, { place: SeparateServer }>({
  baseURL: async ({ place }, use) => await use(place.url),
  place: [
    async ({ browserName: _ }, use, { workerIndex }) => {
      const program = await startSeparateServer(`passkeys-${workerIndex}`, {}, 'localhost');
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
});

test('A secretary logs in by a passkey, and proves by it who they are', async ({ page, place }) => {
  const address = await signInWithSchool(page);
  const device = await plugInDevice(page);
  await page.goto('/app/settings/change-password');
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Two-step sign-in' }) });

  await test.step('add', async () => {
    await section.getByRole('button', { name: 'Add a passkey' }).press('Enter');
    await expectToast(page, 'Your passkey is added');
    await expect(section.getByRole('heading', { name: 'Keep these recovery codes' })).toBeFocused();
    await expectAccessible(page);
    await section.getByRole('button', { name: 'I have kept them' }).click();
    await section.getByRole('button', { name: /^Rename the passkey/ }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('The office telephone');
    await page.keyboard.press('Enter');
    await expectToast(page, 'The passkey has its new name');
    await expect(section).toContainText(/The office telephone · added .+ · not used yet/);
    await expectAccessible(page);
    // The device already has a passkey for this account.
    await section.getByRole('button', { name: 'Add another passkey' }).click();
    await expectToast(page, 'This device has a passkey for your account already');
  });

  await test.step('log in without a password, by the button', async () => {
    // Nobody touches the device, so the passkeys offered in the address field wait.
    await device.touch(false);
    await logOut(page);
    await openFromMenu(page, 'Login');
    const panel = page.getByRole('dialog', { name: 'Log in' });
    await expect(panel.getByLabel('Email')).toHaveAttribute('autocomplete', 'username webauthn');
    await expectAccessible(page);
    await device.touch(true);
    await device.verify(false);
    await panel.getByRole('button', { name: 'Use a passkey' }).click();
    await expectToast(page, 'No passkey was used. Please try again, or choose another way');
    await device.verify(true);
    await panel.getByRole('button', { name: 'Use a passkey' }).press('Enter');
    await expect(page).toHaveURL('/app/newsletters');
  });

  await test.step('by what the field for the address offers', async () => {
    await logOut(page);
    await openFromMenu(page, 'Login');
    await expect(page).toHaveURL('/app/newsletters');
  });

  await test.step('as the second step', async () => {
    await device.touch(false);
    await logOut(page);
    await openFromMenu(page, 'Login');
    const panel = page.getByRole('dialog', { name: 'Log in' });
    await panel.getByLabel('Email').fill(address);
    await panel.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await panel.getByRole('button', { name: 'Log in' }).click();
    const second = page.getByRole('dialog', { name: 'Your passkey' });
    await expect(second).toBeVisible();
    await expectAccessible(page);
    await device.touch(true);
    await second.getByRole('button', { name: 'Use a passkey' }).press('Enter');
    await expect(page).toHaveURL('/app/newsletters');
  });

  await test.step('prove again who it is, and remove it', async () => {
    await page.goto('/app/settings/change-password');
    await place.passDays(11 / (24 * 60));
    await section.getByRole('button', { name: 'Remove the passkey The office telephone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click();
    const question = page.getByRole('dialog', { name: 'Is it you?' });
    await expect(question.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expectToast(page, 'The passkey is removed');
    await expect(section.getByRole('button', { name: 'Add a passkey' })).toBeFocused();
    await expect(section).toContainText('Off');
    // The device learns of it, and no longer offers the passkey.
    await expect.poll(device.passkeys).toBe(0);
  });
});

/** Gives the page's browser a device with passkeys, like a telephone: it asks its owner each time. */
async function plugInDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return {
    /** Sets whether somebody touches the device as soon as it asks. */
    touch: async (enabled: boolean) => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    /** The number of its passkeys. */
    passkeys: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    /** Sets whether the owner is recognised. */
    verify: async (isUserVerified: boolean) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}
