import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CONFIRM_NEEDED } from '#contract/errors.ts';
import { peopleRoutes } from '#contract/people.ts';
import { loadEstimator } from '#contract/rules/password-strength.ts';
import { schoolRoutes } from '#contract/school.ts';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { answer, openApp, PASSWORD, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { currentSession, updateSessionUser } from '#web/session/session.ts';

const OTHER = '9d1f6a52-0d53-4a53-8a39-7f0f8cf6f6aa';
const sent = (call: string) => received.find((each) => each.call === call)?.body;

beforeEach(() => {
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  answer(sessionRoutes.listSessions, { status: 200, body: { sessions: { data: [] } } });
});

describe('a screen of the settings', () => {
  it('is skipped to without the navigation beside it, and has the focus once it is chosen there', async () => {
    openApp('/app/settings/my-details');
    await screen.findByLabelText('First name');
    const skip = screen.getByRole('link', { name: 'Skip to content' });
    const target = document.getElementById(skip.getAttribute('href')?.slice(1) ?? '');
    expect(target?.tabIndex).toBe(-1);
    expect(target?.contains(screen.getByLabelText('First name'))).toBe(true);
    const menu = screen.getByRole('navigation', { name: 'Settings' });
    expect(target?.contains(menu)).toBe(false);
    const link = within(menu).getByRole('link', { name: 'Password settings' });
    link.focus();
    await userEvent.keyboard('{Enter}');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Password settings' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });
});

async function openDetails() {
  openApp('/app/settings/my-details');
  return screen.findByLabelText('First name');
}

describe('My settings', () => {
  const mine = ['/app/settings/my-details', '/app/settings/change-password'];
  const [invoices, subscription] = ['/app/settings/invoice', '/app/settings/subscription'];
  const activity = '/app/settings/activity';
  const files = '/app/settings/files';
  const groups = '/app/settings/groups';
  const rhythm = '/app/settings/rhythm';
  const uses = '/app/settings/what-you-use';
  const schools = [
    '/app/settings/school-settings',
    '/app/settings/manage-users',
    groups,
    '/app/settings/newsletter-branding',
    rhythm,
    uses,
    files,
    subscription,
    activity,
    '/app/settings/api',
    '/app/settings/close-school',
  ];
  const yearly = { ...SCHOOL.attributes, subscription_status: 'active', subscription_plan: 'yearly' };

  it.each([
    ['owner', [...mine, ...schools]],
    ['admin', [...mine, files, invoices, subscription, groups, rhythm, uses, activity]],
    ['editor', [...mine, files]],
  ] as const)('show the tiles of an %s', async (role, tiles) => {
    signIn(personOf({ role }));
    answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role }) } } });
    openApp('/app/settings');
    await screen.findByRole('heading', { level: 1, name: 'My settings' });
    const main = within(screen.getByRole('main'));
    const lists = main.getAllByRole('list').flatMap((list) => within(list).getAllByRole('link'));
    expect(lists.map((link) => link.getAttribute('href'))).toEqual(tiles);
    expect(main.queryByRole('heading', { name: 'School settings' }) !== null).toBe(role === 'owner');
  });

  it('show an owner Billing once there is a plan', async () => {
    answer(schoolRoutes.mySchool, {
      status: 200,
      body: { school: { data: { ...SCHOOL, attributes: yearly } } },
    });
    openApp('/app/settings');
    expect((await screen.findByRole('link', { name: /^Billing/ })).getAttribute('href')).toBe(invoices);
  });

  it('are a menu beside each page', async () => {
    openApp('/app/settings/my-details');
    const menu = within(await screen.findByRole('navigation', { name: 'Settings' }));
    expect(menu.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([...mine, ...schools]);
  });

  it.each(['admin', 'editor'] as const)('redirect an %s from the owner’s pages', async (role) => {
    signIn(personOf({ role }));
    answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role }) } } });
    const router = openApp(schools[0] ?? '');
    await screen.findByRole('heading', { level: 1, name: 'My settings' });
    expect(router.state.location.pathname).toBe('/app/settings');
  });
});

describe('My details', () => {
  it('sends only changed fields, and updates the header', async () => {
    answer(peopleRoutes.updateProfile, {
      status: 200,
      body: { user: { data: personOf({ first_name: 'Ada' }) } },
    });
    const first = await openDetails();
    await userEvent.clear(first);
    await userEvent.type(first, 'Ada');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Profile successfully updated');
    expect(sent('PATCH /api/v1/users/update')).toEqual({ user: { first_name: 'Ada' } });
    expect(currentSession()?.user.attributes.first_name).toBe('Ada');
    expect(screen.getByText('Ada Nair')).toBeDefined();
  });

  it('drops characters that a phone number may not have', async () => {
    await openDetails();
    await userEvent.type(screen.getByLabelText('Phone'), '+44 (0)1632-960.200');
    expect(screen.getByLabelText('Phone')).toBe(screen.getByDisplayValue('4401632-960.200'));
  });

  it('shows the server’s message under its field, and keeps typed text', async () => {
    answer(peopleRoutes.updateProfile, {
      status: 409,
      body: { error_message: 'Taken', errors: { email: ['This email address is already in use'] } },
    });
    await openDetails();
    const email = screen.getByLabelText('Email');
    await userEvent.clear(email);
    await userEvent.type(email, 'other@oakfield.example');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('This email address is already in use');
    expect(document.activeElement).toBe(email);
    expect(screen.getByDisplayValue('other@oakfield.example')).toBe(email);
    expect(screen.queryByText('Taken')).toBeNull();
  });

  it('asks who it is if the server wants to know, changes the email, and shows that it must be confirmed', async () => {
    const waiting = personOf({ pending_email: 'new@oakfield.example' });
    const asked = { error_message: 'Please confirm', error_code: CONFIRM_NEEDED, ways: ['password'] };
    answer(peopleRoutes.updateProfile, { status: 403, body: asked });
    await openDetails();
    const email = screen.getByLabelText('Email');
    await userEvent.clear(email);
    await userEvent.type(email, 'New@oakfield.example');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(email).toHaveProperty('value', 'New@oakfield.example');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    answer(confirmRoutes.confirmPerson, {
      status: 400,
      body: { error_message: 'No', errors: { password: ['This is not your current password'] } },
    });
    const password = await screen.findByLabelText('Your password');
    expect(document.activeElement).toBe(password);
    await userEvent.type(password, 'Quill and 1nk{Enter}');
    await screen.findByText('This is not your current password');
    answer(confirmRoutes.confirmPerson, { status: 204 });
    answer(peopleRoutes.updateProfile, { status: 200, body: { user: { data: waiting } } });
    await userEvent.keyboard('{Enter}');
    await screen.findByText(
      'We sent a link to new@oakfield.example. It works for 72 hours. Until you follow it, you log in with p.nair@oakfield.example.',
    );
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'p.nair@oakfield.example');
    expect(sent('PATCH /api/v1/users/update')).toEqual({
      user: { email: 'New@oakfield.example' },
    });
    expect(screen.queryByLabelText('Your password')).toBeNull();
  });
});

describe('a pending email change', () => {
  const show = (pending_email: string | null) =>
    answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ pending_email }) } } });
  const note = /^We sent a link to new@oakfield.example/;
  beforeEach(() => show('new@oakfield.example'));

  it('is shown with the details, and its link can be sent again', async () => {
    answer(peopleRoutes.resendEmailChange, { status: 202 });
    await openDetails();
    await screen.findByText(note);
    await userEvent.click(screen.getByRole('button', { name: 'Send it again' }));
    await screen.findByText('The link is on its way');
    await screen.findByText(note);
  });

  it('can be canceled, and the focus moves to the email field', async () => {
    answer(peopleRoutes.cancelEmailChange, () => {
      show(null);
      return { status: 204 };
    });
    await openDetails();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the change' }));
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
    await screen.findByText('Your email address stays as it is');
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  });

  it('disappears once it is no longer pending', async () => {
    answer(peopleRoutes.resendEmailChange, () => {
      show(null);
      return { status: 404, body: { error_message: 'Email change not found' } };
    });
    await openDetails();
    await userEvent.click(await screen.findByRole('button', { name: 'Send it again' }));
    await waitFor(() => expect(screen.queryByText(note)).toBeNull());
  });
});

describe('Password settings', () => {
  it('shows a password by keyboard, and names the account for password managers', async () => {
    openApp('/app/settings/change-password');
    const password = await screen.findByLabelText('New password');
    await userEvent.type(password, 'Quill');
    await userEvent.tab();
    const show = screen.getByRole('button', { name: 'Show password', pressed: false });
    expect(document.activeElement).toBe(show);
    await userEvent.keyboard(' ');
    expect(password).toHaveProperty('type', 'text');
    expect(show.getAttribute('aria-pressed')).toBe('true');
    const username = document.querySelector('form input[autocomplete="username"]');
    expect(username).toHaveProperty('value', personOf().attributes.email);
  });

  beforeAll(async () => void (await loadEstimator()));

  async function change(existing: string, password: string, confirmation: string) {
    const router = openApp('/app/settings/change-password');
    await userEvent.type(await screen.findByLabelText('Existing password'), existing);
    await userEvent.type(screen.getByLabelText('New password'), password);
    await userEvent.type(screen.getByLabelText('Confirm new password'), confirmation);
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    return router;
  }

  it('changes the password with a toast', async () => {
    answer(peopleRoutes.updatePassword, { status: 200, body: { message: 'x' } });
    await change('Temporary words 1', PASSWORD, PASSWORD);
    await screen.findByText('Password successfully updated');
    expect(sent('PATCH /api/v1/passwords/update')).toEqual({
      existing_password: 'Temporary words 1',
      password: PASSWORD,
      confirm_password: PASSWORD,
    });
  });

  it('shows that the passwords differ, and sends nothing', async () => {
    await change('Temporary words 1', PASSWORD, `${PASSWORD} 2`);
    await screen.findByText('Passwords must match');
    expect(sent('PATCH /api/v1/passwords/update')).toBeUndefined();
  });

  it('shows that a password contains personal facts', async () => {
    openApp('/app/settings/change-password');
    await userEvent.type(await screen.findByLabelText('New password'), 'PriyaNair2026');
    await screen.findByText(/^This password is easy to guess from your name, email address or school\./);
  });

  it('opens the newsletters after a forced change', async () => {
    signIn(personOf({ need_change_password: true }));
    answer(peopleRoutes.updatePassword, { status: 200, body: { message: 'x' } });
    answer(schoolRoutes.mySchool, { status: 200, body: { school: {} } });
    await change('Temporary words 1', PASSWORD, PASSWORD);
    await waitFor(() => expect(currentSession()?.user.attributes.need_change_password).toBe(false));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Password settings' })).toBeNull());
  });

  const busy = { status: 503, body: { error_message: 'x' } } as const;
  const letIn = () => updateSessionUser(personOf({ need_change_password: false }));
  it.each([
    { when: 'the profile cannot be loaded then', meanwhile: () => answer(peopleRoutes.myProfile, busy) },
    { when: 'the profile says so before the answer', meanwhile: letIn },
  ])('opens the newsletters after a forced change even if $when', async ({ meanwhile }) => {
    signIn(personOf({ need_change_password: true }));
    answer(peopleRoutes.updatePassword, () => {
      meanwhile();
      return { status: 200, body: { message: 'x' } };
    });
    const router = await change('Temporary words 1', PASSWORD, PASSWORD);
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/newsletters'));
  });

  it('lists the sessions, and ends others', async () => {
    // Eight o'clock in any time zone.
    const onDay = (day: number) => new Date(2026, 10, day, 8).toISOString();
    const at = { created_at: onDay(1), last_used_at: onDay(20) };
    const session = (id: string, device: string, current: boolean) => ({
      id,
      type: 'session',
      attributes: {
        ...{ device, current, provider: '', place: current ? '' : 'Leeds, United Kingdom', ...at },
        ...{ way: 'password', second_step: current ? 'code' : 'none' },
      },
    });
    const data = [
      session(SCHOOL.id, 'Firefox/140 Windows', true),
      session(OTHER, 'Safari/604 iPhone', false),
    ];
    answer(sessionRoutes.listSessions, { status: 200, body: { sessions: { data } } });
    answer(sessionRoutes.endSession, { status: 204 }, { id: OTHER });
    openApp('/app/settings/change-password');
    const button = await screen.findByRole('button', { name: 'Sign out Safari on iPhone' });
    expect(screen.queryByRole('button', { name: 'Sign out Firefox on Windows' })).toBeNull();
    screen.getByText('By password and a code');
    screen.getByText('By password · Leeds, United Kingdom');
    await userEvent.click(button);
    await screen.findByText('Safari on iPhone is signed out');
    expect(screen.getAllByText(/^Signed in since 01\/11\/2026, 08:00, last used 20\/11\/2026/)).toHaveLength(
      2,
    );
    answer(
      sessionRoutes.endSession,
      { status: 404, body: { error_message: 'Session not found' } },
      { id: OTHER },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
    await screen.findByText('You are signed out everywhere else');
    expect(screen.queryByText('Session not found')).toBeNull();
  });

  it('asks for confirmation before signing out everywhere', async () => {
    answer(sessionRoutes.listSessions, { status: 200, body: { sessions: { data: [] } } });
    answer(sessionRoutes.endSessions, { status: 204 });
    openApp('/app/settings/change-password');
    const button = await screen.findByRole('button', { name: 'Sign out everywhere' });
    await userEvent.click(button);
    const question = () => screen.findByRole('dialog', { name: 'Sign out everywhere?' });
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    expect(received.map(({ call }) => call)).not.toContain('DELETE /api/v1/users/sessions');
    await userEvent.click(button);
    const yes = within(await question()).getByRole('button', { name: 'Sign out everywhere' });
    await userEvent.click(yes);
    await waitFor(() => expect(currentSession()).toBeNull());
  });
});

describe('leaving with unsaved changes', () => {
  const leave = async () => {
    const menu = within(screen.getByRole('navigation', { name: 'Settings' }));
    await userEvent.click(menu.getByRole('link', { name: 'Password settings' }));
  };

  it('asks first: staying keeps the changes, leaving navigates', async () => {
    const field = await openDetails();
    await userEvent.type(field, ' Ada');
    await leave();
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(field).toHaveProperty('value', 'Priya Ada');
    await leave();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await screen.findByRole('heading', { name: 'Password settings' });
  });

  it('does not ask after saving', async () => {
    const saved = personOf({ first_name: 'Priya Ada' });
    answer(peopleRoutes.updateProfile, { status: 200, body: { user: { data: saved } } });
    await userEvent.type(await openDetails(), ' Ada ');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Profile successfully updated');
    await leave();
    await screen.findByRole('heading', { name: 'Password settings' });
    expect(screen.queryByText('Leave without saving?')).toBeNull();
  });
});
