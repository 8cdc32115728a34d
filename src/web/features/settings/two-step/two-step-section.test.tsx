import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { SECOND_FACTOR_MESSAGES } from '#contract/sign-in/second-factor.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { type TwoStep, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { answer, openApp, personOf, SCHOOL, signIn } from '#test/support/web/app.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const OFF: TwoStep = {
  ways: [],
  authenticator: null,
  passkeys: [],
  recovery_codes_left: 0,
  trusted_computers: [],
  required: false,
  due_at: null,
  last_way_stays: false,
};
const ON: TwoStep = { ...OFF, ways: ['code'], authenticator: { added_at: AT }, recovery_codes_left: 10 };
const CODES = ['abcd-efgh-ijkl-mnop', 'qrst-uvwx-yz23-4567'];

const serve = (two_step: TwoStep) => answer(twoStepRoutes.readTwoStep, { status: 200, body: { two_step } });

beforeEach(() => {
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  answer(sessionRoutes.listSessions, { status: 200, body: { sessions: { data: [] } } });
  answer(twoStepRoutes.renewRecoveryCodes, { status: 200, body: { recovery_codes: CODES } });
  serve(ON);
});

describe('recovery codes that nobody has kept yet', () => {
  async function showCodes() {
    openApp('/app/settings/change-password');
    await userEvent.click(await screen.findByRole('button', { name: 'New codes for recovery' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Make new codes' }));
    await screen.findByText('abcd-efgh-ijkl-mnop');
  }
  const leave = async () => {
    const menu = within(screen.getByRole('navigation', { name: 'Settings' }));
    await userEvent.click(menu.getByRole('link', { name: 'My details' }));
  };
  const asked = () => screen.findByRole('dialog', { name: 'Leave without your recovery codes?' });

  it('are not left without asking, while a form is on the same screen', async () => {
    await showCodes();
    await leave();
    await userEvent.click(within(await asked()).getByRole('button', { name: 'Stay' }));
    screen.getByText('abcd-efgh-ijkl-mnop');
    await leave();
    await userEvent.click(within(await asked()).getByRole('button', { name: 'Leave' }));
    await screen.findByRole('heading', { level: 1, name: 'My details' });
  });

  it('are asked about besides what is typed in the form', async () => {
    await showCodes();
    await userEvent.type(screen.getByLabelText('Existing password'), 'a');
    await leave();
    for (const name of ['Leave without saving?', 'Leave without your recovery codes?']) {
      const question = await screen.findByRole('dialog', { name });
      await userEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    }
    await screen.findByRole('heading', { level: 1, name: 'My details' });
  });

  it.each(['Copy', 'I have kept them'])('are left at once after ‘%s’', async (name) => {
    // Sets up a clipboard.
    userEvent.setup();
    await showCodes();
    await userEvent.click(screen.getByRole('button', { name }));
    await leave();
    await screen.findByRole('heading', { level: 1, name: 'My details' });
  });

  it('say whose they are', async () => {
    userEvent.setup();
    await showCodes();
    await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
    await expect
      .poll(() => navigator.clipboard.readText())
      .toMatch(
        /^Inkwell: recovery codes for p\.nair@oakfield\.example\nMade on [0-9/]+, each works once\n\nabcd-efgh-ijkl-mnop\n/,
      );
  });
});

it('leads to two-step sign-in, and leaves the focus there', async () => {
  openApp('/app/settings/change-password#two-step');
  await screen.findByText('10 of 10 left');
  const title = screen.getByRole('heading', { name: 'Two-step sign-in' });
  expect(document.activeElement).toBe(title);
});

it('is by the provider for somebody who signs in with that alone', async () => {
  const google = { id: 'google', name: 'Google' };
  const list = document.createElement('script');
  Object.assign(list, { id: 'sign-in-providers', type: 'application/json' });
  list.textContent = JSON.stringify([{ ...google, logsOutThere: false }]);
  document.head.append(list);
  const connected = { email: 'colin@gmail.example', at: AT, last_used_at: null };
  const providers = [{ ...google, connected }];
  answer(providerRoutes.listProviders, { status: 200, body: { has_password: false, providers } });
  serve(OFF);
  openApp('/app/settings/change-password');
  await screen.findByText('By Google');
  expect(screen.queryByText('Off')).toBeNull();
  screen.getByText(/Google asks for its own when you sign in/);
  list.remove();
});

describe('an empty field that had the focus by itself', () => {
  afterEach(() => vi.restoreAllMocks());

  it('shows no error when it is left, but on Change password', async () => {
    const noMedia = window.matchMedia;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(noMedia(query), { matches: query === '(any-pointer: fine)' }),
    );
    openApp('/app/settings/change-password');
    const field = await screen.findByLabelText('Existing password');
    expect(document.activeElement).toBe(field);
    await userEvent.click(screen.getByRole('heading', { level: 1, name: 'Password settings' }));
    expect(document.activeElement).not.toBe(field);
    expect(screen.queryByText(FIELD_MESSAGES.required)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    expect(screen.getAllByText(FIELD_MESSAGES.required)).not.toEqual([]);
  });

  it('shows it once something was typed', async () => {
    openApp('/app/settings/change-password');
    const field = await screen.findByLabelText('Existing password');
    await userEvent.type(field, 'a');
    await userEvent.clear(field);
    await userEvent.tab();
    await screen.findByText(FIELD_MESSAGES.required);
  });
});

describe('the last way, while the school asks for one', () => {
  const stays = { required: true, last_way_stays: true };
  const passkey = { id: SCHOOL.id, credential_id: 'abc', name: 'Laptop', added_at: AT, last_used_at: null };

  it.each([
    ['Remove the authenticator app', ON],
    ['Remove the passkey Laptop', { ...OFF, ways: ['passkey'], passkeys: [passkey] }],
  ])('is not asked about: %s', async (name, state) => {
    serve({ ...state, ...stays });
    openApp('/app/settings/change-password');
    await userEvent.click(await screen.findByRole('button', { name }));
    await screen.findByText(SECOND_FACTOR_MESSAGES.lastFactor);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is removed with another one left', async () => {
    serve({ ...ON, ...stays, ways: ['passkey', 'code'], passkeys: [passkey] });
    openApp('/app/settings/change-password');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the passkey Laptop' }));
    await screen.findByRole('dialog', { name: 'Remove the passkey ‘Laptop’?' });
  });
});

it('lists the computers that are trusted, and forgets each', async () => {
  // Eight o'clock in any time zone.
  const onDay = (day: number) => new Date(2026, 10, day, 8).toISOString();
  const computer = {
    id: SCHOOL.id,
    device: 'Firefox/140 Windows',
    trusted_at: onDay(1),
    ends_at: onDay(30),
    last_used_at: onDay(20),
  };
  serve({ ...ON, trusted_computers: [computer] });
  answer(twoStepRoutes.forgetTrusted, { status: 204 }, { id: SCHOOL.id });
  openApp('/app/settings/change-password');
  await screen.findByText('Since 01/11/2026, until 30/11/2026, last used 20/11/2026');
  serve(ON);
  await userEvent.click(screen.getByRole('button', { name: 'Forget Firefox on Windows' }));
  await screen.findByText('Firefox on Windows is no longer trusted');
  await waitFor(() => expect(screen.queryByText('Computers that you trust')).toBeNull());
});
