import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { peopleRoutes } from '#contract/people.ts';
import { loadEstimator } from '#contract/rules/password-strength.ts';
import { schoolRoutes } from '#contract/school.ts';
import { answer, openApp, PASSWORD, personOf, received } from '#test/support/web/app.tsx';

const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const guessable = 'This password is easy to guess.';
const instead = 'Try three or four words that do not belong together, with a capital letter and a number';
const params = { token: 'tok/en' };

type Begun = z.output<typeof peopleRoutes.changePassword.reply>['session'];

async function choosePassword(
  welcome: boolean,
  { reload = false, session = null }: { reload?: boolean; session?: Begun } = {},
) {
  answer(
    peopleRoutes.changePassword,
    {
      status: 200,
      body: { message: 'Password successfully changed', email: 'p.nair@oakfield.example', welcome, session },
    },
    params,
  );
  let router = openApp('/change-password?token=tok%2Fen');
  if (reload) {
    await waitFor(() => expect(router.state.location.search).toBe(''));
    const { pathname, search, state } = router.state.location;
    cleanup();
    router = openApp({ pathname, search, state });
  }
  await screen.findByRole('heading', { name: 'Choose your password' });
  await type('Password', PASSWORD);
  await type('Confirm password', PASSWORD);
  await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
  await screen.findByText('Password successfully changed');
  return router;
}

describe('choosing a password by a mailed link', () => {
  beforeAll(async () => void (await loadEstimator()));

  it('removes the token from the address bar', async () => {
    const router = openApp('/change-password?token=tok%2Fen');
    await screen.findByRole('heading', { name: 'Choose your password' });
    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/change-password', search: '' }),
    );
  });

  it('still works after a reload', async () => {
    const router = await choosePassword(false, { reload: true });
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  });

  it.each(['/change-password', '/change-password?token=', '/confirm-email', '/confirm-school-email'])(
    'shows at once that %s is incomplete',
    async (address) => {
      openApp(address);
      await screen.findByRole('heading', { name: 'Please open the link in the mail again' });
      expect(screen.queryByRole('button', { name: /^(Save password|Confirm email)$/ })).toBeNull();
    },
  );

  it.each([
    ['short', 'short', 'Password is too short'],
    [
      'harvestharvest',
      'harvestharvest',
      'Password must contain at least 8 characters, one uppercase and one number',
    ],
    [PASSWORD, `${PASSWORD} 2`, 'Passwords must match'],
    [`Aa1${'x'.repeat(48)}`, `${PASSWORD} 2`, 'Password is to long'],
  ])('rejects %s and %s: %s', async (password, confirmation, message) => {
    openApp('/change-password?token=tok%2Fen');
    await screen.findByRole('heading', { name: 'Choose your password' });
    await type('Password', password);
    await type('Confirm password', confirmation);
    await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
    await screen.findByText(message);
    expect(received).toEqual([]);
  });

  it('shows the password’s strength while typing', async () => {
    openApp('/change-password?token=tok%2Fen');
    await screen.findByRole('heading', { name: 'Choose your password' });
    await type('Password', 'Password1');
    const advice = await screen.findByText(`${guessable} This is a commonly used password. ${instead}`);
    expect(advice.closest('[role="status"]')).not.toBeNull();
    await type('Password', ' turnip lantern');
    await screen.findByText('This password is very hard to guess');
    expect(screen.queryByText(instead, { exact: false })).toBeNull();
  });

  it('keeps typed text and shows the advice if the server rejects it', async () => {
    const advice = `${guessable} ${instead}`;
    const errors = { password: [advice] };
    answer(peopleRoutes.changePassword, { status: 400, body: { error_message: advice, errors } }, params);
    openApp('/change-password?token=tok%2Fen');
    await screen.findByRole('heading', { name: 'Choose your password' });
    await type('Password', PASSWORD);
    await type('Confirm password', PASSWORD);
    await userEvent.click(screen.getByRole('button', { name: 'Save password' }));
    await screen.findByText(advice);
    const fields = ['Password', 'Confirm password'].map((label) => screen.getByLabelText(label));
    for (const field of fields) expect(field).toHaveProperty('value', PASSWORD);
    expect(document.activeElement).toBe(fields[0]);
  });

  it('signs in a new account, in this tab alone', async () => {
    answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });

    const session = { token: { auth_token: 'first' }, user: { data: personOf() } };
    const router = await choosePassword(true, { session });
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/newsletters'));
    expect(sessionStorage.getItem('session')).toContain('"accessToken":"first"');
    expect(localStorage.getItem('session')).toBeNull();
  });

  it('opens the login with the email for a new account that may not be signed in', async () => {
    const router = await choosePassword(true);
    await waitFor(() =>
      expect(router.state.location.search).toBe('?login=true&email=p.nair%40oakfield.example'),
    );
  });

  it('goes home for an existing account', async () => {
    const router = await choosePassword(false);
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  });
});

describe('confirming an email', () => {
  it('needs the button: opening the link does not use the token', async () => {
    answer(
      peopleRoutes.confirmEmail,
      { status: 200, body: { message: 'Your new email address is confirmed' } },
      params,
    );
    answer(peopleRoutes.readEmailChange, { status: 200, body: { email: 'p.nair@elm.example' } }, params);
    openApp('/confirm-email?token=tok%2Fen');
    await screen.findByText('From then on you log in with p.nair@elm.example.');
    const read = 'GET /api/v1/users/confirm_email/tok%2Fen';
    expect(received.map(({ call }) => call)).toEqual([read]);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm email' }));
    await screen.findByRole('heading', { name: 'Your new email address is confirmed' });
    expect(received.map(({ call }) => call)).toEqual([read, 'PUT /api/v1/users/confirm_email/tok%2Fen']);
  });

  it('shows what to do with an invalid link', async () => {
    const dead = { status: 400, body: { error_message: ERROR_MESSAGES.deadLink } };
    answer(peopleRoutes.readEmailChange, dead, params);
    answer(peopleRoutes.confirmEmail, dead, params);
    openApp('/confirm-email?token=tok%2Fen');
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm email' }));
    await screen.findByText(ERROR_MESSAGES.deadLink);
  });
});

it('confirms a school’s email by a button, without a session', async () => {
  const message = 'The school’s email address is confirmed';
  answer(schoolRoutes.confirmSchoolEmail, { status: 200, body: { message } }, params);
  openApp('/confirm-school-email?token=tok%2Fen');
  const button = await screen.findByRole('button', { name: 'Confirm email' });
  expect(received).toEqual([]);
  await userEvent.click(button);
  await screen.findByRole('heading', { name: message });
  expect(received.map(({ call }) => call)).toEqual(['PUT /api/v1/schools/confirm_email/tok%2Fen']);
});
