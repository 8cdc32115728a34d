import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { peopleRoutes } from '#contract/people.ts';
import { PASSKEY_MS, passkeyRoutes } from '#contract/sign-in/passkeys.ts';
import { answer, openApp, PASSWORD } from '#test/support/web/app.tsx';

beforeEach(() => {
  Object.defineProperty(window, 'PublicKeyCredential', { value: class {}, configurable: true });
});
afterEach(() => {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});

const byPasskey = () => screen.queryByRole('button', { name: 'Use a passkey' });
const signIn = async () => await userEvent.click(screen.getByRole('button', { name: 'Log in' }));

async function openPanel() {
  openApp('/?login=true');
  await screen.findByRole('dialog', { name: 'Log in' });
  expect(byPasskey()).toBeNull();
}

describe('the button for a passkey, in a browser that knows none', () => {
  it('is there once a log-in was sent without a password', async () => {
    await openPanel();
    await userEvent.type(screen.getByLabelText('Email'), 'p.nair@oakfield.example');
    await userEvent.tab();
    expect(byPasskey()).toBeNull();
    await signIn();
    expect(byPasskey()).not.toBeNull();
  });

  it('is there once a log-in was refused', async () => {
    answer(peopleRoutes.login, { status: 400, body: { error_message: ERROR_MESSAGES.login } });
    await openPanel();
    await userEvent.type(screen.getByLabelText('Email'), 'p.nair@oakfield.example');
    await userEvent.type(screen.getByLabelText('Password'), PASSWORD);
    await signIn();
    await screen.findByRole('button', { name: 'Use a passkey' });
  });
});

it('names the address where passkeys work', async () => {
  const refused = new DOMException('The operation is insecure.', 'SecurityError');
  Object.defineProperty(navigator, 'credentials', {
    value: { get: () => Promise.reject(refused) },
    configurable: true,
  });
  const options = {
    challenge: 'YWJj',
    rpId: 'news.oakfield.example',
    timeout: PASSKEY_MS,
    userVerification: 'required',
    allowCredentials: [],
  };
  answer(passkeyRoutes.passkeyLoginOptions, { status: 200, body: { options } });
  await openPanel();
  await signIn();
  await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  await screen.findByText('Passkeys do not work at this address. Please open news.oakfield.example');
});
