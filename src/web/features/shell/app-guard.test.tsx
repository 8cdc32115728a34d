import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ERROR_MESSAGES, SECOND_FACTOR_DUE } from '#contract/errors.ts';
import { PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { queryClient } from '#web/api/query-client.ts';
import { endSession, shareSession } from '#web/session/session.ts';

const at = (router: ReturnType<typeof openApp>) => router.state.location.pathname;

function serveSchool(data: object | undefined): void {
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: data === undefined ? {} : { data } } });
}

describe('the app’s screens', () => {
  it.each(['/app', '/app/settings', '/app/dashboard'])(
    'redirect visitors from %s to the landing page',
    async (address) => {
      const router = openApp(address);
      await waitFor(() => expect(at(router)).toBe('/'));
      expect(received).toEqual([]);
    },
  );

  it('open for the person of another tab', async () => {
    const other = new BroadcastChannel('session');
    onTestFinished(() => other.close());
    other.onmessage = () => other.postMessage({ accessToken: 'theirs', user: personOf(), value: 1 });
    serveSchool(SCHOOL);
    const shared = shareSession();
    const router = openApp('/app/settings');
    await screen.findByRole('heading', { name: 'My settings' });
    expect(at(router)).toBe('/app/settings');
    await shared;
    endSession();
  });

  it('redirect people without a school to onboarding', async () => {
    signIn();
    serveSchool(undefined);
    const router = openApp('/app/settings');
    await waitFor(() => expect(at(router)).toBe('/app/onboarding'));
  });

  it('redirect people who must change their password to that screen only', async () => {
    signIn(personOf({ need_change_password: true }));
    const router = openApp('/app/settings');
    await screen.findByRole('heading', { name: 'Password settings' });
    expect(at(router)).toBe('/app/settings/change-password');
    expect(received).toEqual([]);
  });

  it('let people set up the second factor that their school asks for by now, and nothing else', async () => {
    signIn();
    serveSchool(SCHOOL);
    const due = { error_message: ERROR_MESSAGES.secondFactorDue, error_code: SECOND_FACTOR_DUE };
    answer(schoolRoutes.mySchool, { status: 403, body: due });
    const setUpState = (due_at: string | null) => {
      const authenticator = due_at === null ? { added_at: '2026-11-20T10:00:00.000Z' } : null;
      const state = { authenticator, passkeys: [], trusted_computers: [], recovery_codes_left: 0, due_at };
      const ways = authenticator === null ? [] : ['code'];
      const twoStep = { ...state, ways, required: true, last_way_stays: true };
      answer(twoStepRoutes.readTwoStep, { status: 200, body: { two_step: twoStep } });
    };
    setUpState('2026-11-20T09:00:00.000Z');
    openApp('/app/settings');
    await screen.findByRole('heading', { name: 'One more step' });
    await screen.findByRole('button', { name: 'Set up the authenticator app' });
    expect(screen.getByRole('button', { name: 'Logout' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull();
    expect(screen.queryByText(ERROR_MESSAGES.secondFactorDue)).toBeNull();
    // Even once it is set up, the server decides whether they get in.
    setUpState(null);
    await act(() => queryClient.invalidateQueries({ queryKey: ['two-step'] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Go on' }));
    await screen.findByRole('dialog', { name: 'Is it you?' });
    serveSchool(SCHOOL);
    answer(confirmRoutes.confirmPerson, { status: 204 });
    await userEvent.type(screen.getByLabelText('Code of your authenticator app'), '123 456{Enter}');
    await screen.findByRole('heading', { name: 'My settings' });
  });

  it('show the school and the person in the header', async () => {
    signIn();
    serveSchool(SCHOOL);
    openApp('/app/settings');
    await screen.findByRole('heading', { name: 'My settings' });
    expect(screen.getByText('Oakfield Primary School')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Settings', current: 'page' })).toBeDefined();
    expect(document.title).toBe('Settings · Inkwell');
  });

  it('focus their heading after loading on navigation, but not on opening the page', async () => {
    signIn();
    const loaded = Promise.withResolvers<void>();
    serveSchool(SCHOOL);
    answer(schoolRoutes.mySchool, async () => {
      await loaded.promise;
      return { status: 200, body: { school: { data: SCHOOL } } };
    });
    const router = openApp('/privacy');
    await screen.findByRole('heading', { level: 1 });
    await act(() => router.navigate('/app/settings'));
    await screen.findByText('Loading');
    loaded.resolve();
    const heading = await screen.findByRole('heading', { name: 'My settings' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    cleanup();
    queryClient.clear();
    openApp('/app/settings');
    await screen.findByRole('heading', { name: 'My settings' });
    expect(document.activeElement).toBe(document.body);
  });

  it('show an error if the school cannot be loaded, and can be retried', async () => {
    signIn();
    serveSchool(SCHOOL);
    answer(schoolRoutes.mySchool, { status: 500, body: { error_message: ERROR_MESSAGES.server } });
    openApp('/app/settings');
    await screen.findByRole('heading', { name: 'We could not load your school' });
    serveSchool(SCHOOL);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'My settings' });
  });
});

describe('signing out', () => {
  it('by Logout ends the session on the server, and redirects home', async () => {
    const token = signIn();
    serveSchool(SCHOOL);
    answer(peopleRoutes.logout, { status: 204 });
    const router = openApp('/app/settings');
    await screen.findByRole('heading', { name: 'My settings' });
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(at(router)).toBe('/home'));
    expect(router.state.location.state).toBeNull();
    const logout = received.find(({ call }) => call === 'PUT /api/v1/authorization/logout');
    expect(logout?.headers.get('authorization')).toBe(`Bearer ${token}`);
    expect(localStorage.getItem('session')).toBe('{"value":0}');
  });

  it('in another tab redirects this one home, too', async () => {
    signIn();
    serveSchool(SCHOOL);
    const router = openApp('/app/settings');
    await screen.findByRole('heading', { name: 'My settings' });
    localStorage.removeItem('session');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'session-ended' })));
    await waitFor(() => expect(at(router)).toBe('/home'));
  });

  it('by the server redirects home with its message, and back to the screen after logging in', async () => {
    signIn();
    serveSchool(SCHOOL);
    answer(sessionRoutes.listSessions, { status: 401, body: { error_message: ERROR_MESSAGES.signIn } });
    const router = openApp('/app/settings/change-password?from=mail');
    await waitFor(() => expect(at(router)).toBe('/home'));
    const panel = await screen.findByRole('dialog', { name: 'Log in' });
    within(panel).getByText(PEOPLE_MESSAGES.signInFirst);
    expect(router.state.location.state).toMatchObject({ wanted: '/app/settings/change-password?from=mail' });
    // The toast says it as well as the panel, until the person has signed in again.
    expect(screen.getAllByText(ERROR_MESSAGES.signIn)).toHaveLength(2);
    act(() => void signIn());
    expect(screen.getAllByText(ERROR_MESSAGES.signIn)).toHaveLength(1);
  });

  it('by the server redirects the other tabs to the login, too', async () => {
    signIn();
    serveSchool(SCHOOL);
    const router = openApp('/app/settings');
    await screen.findByRole('heading', { name: 'My settings' });
    const ended = { key: 'session-ended', newValue: 'expired 1' };
    act(() => void window.dispatchEvent(new StorageEvent('storage', ended)));
    await screen.findByRole('dialog', { name: 'Log in' });
    expect(router.state.location.state).toMatchObject({ wanted: '/app/settings' });
  });
});

describe('Not Found', () => {
  it.each([
    [true, '/app/newsletters'],
    [false, '/home'],
  ])('returns a person who is signed in (%s) to %s', async (signedIn, target) => {
    if (signedIn) signIn();
    openApp('/no/such/page');
    await screen.findByRole('heading', { name: 'Not Found' });
    expect(screen.getByRole('link', { name: 'Return' }).getAttribute('href')).toBe(target);
  });
});
