import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '../../test-app.tsx';

const at = (router: ReturnType<typeof openApp>) => router.state.location.pathname;

function serveSchool(data: object | undefined): void {
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: data === undefined ? {} : { data } } });
}

describe('the app’s screens', () => {
  it.each(['/app', '/app/settings', '/app/dashboard'])(
    'send the anonymous from %s to the landing page',
    async (address) => {
      const router = openApp(address);
      await waitFor(() => expect(at(router)).toBe('/'));
      expect(received).toEqual([]);
    },
  );

  it('send who has no school to onboarding', async () => {
    signIn();
    serveSchool(undefined);
    const router = openApp('/app/settings');
    await waitFor(() => expect(at(router)).toBe('/app/onboarding'));
  });

  it('send who must change the password there, and nowhere else', async () => {
    signIn(personOf({ need_change_password: true }));
    const router = openApp('/app/settings');
    await screen.findByRole('heading', { name: 'Password settings' });
    expect(at(router)).toBe('/app/settings/change-password');
    expect(received).toEqual([]);
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

  it('say what happened when the school cannot be loaded, and try again', async () => {
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
  it('by Logout ends the session on the server, and leads home', async () => {
    const token = signIn();
    serveSchool(SCHOOL);
    answer(peopleRoutes.logout, { status: 204 });
    const router = openApp('/app/settings');
    await screen.findByRole('heading', { name: 'My settings' });
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(at(router)).toBe('/home'));
    const logout = received.find(({ call }) => call === 'PUT /api/v1/authorization/logout');
    expect(logout?.headers.get('authorization')).toBe(`Bearer ${token}`);
    expect(localStorage.getItem('session')).toBe('{"value":0}');
  });

  it('in another tab leads this one home, too', async () => {
    signIn();
    serveSchool(SCHOOL);
    const router = openApp('/app/settings');
    await screen.findByRole('heading', { name: 'My settings' });
    localStorage.removeItem('session');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'session-ended' })));
    await waitFor(() => expect(at(router)).toBe('/home'));
  });

  it('by the server leads home with its words', async () => {
    signIn();
    serveSchool(SCHOOL);
    answer(peopleRoutes.listSessions, { status: 401, body: { error_message: ERROR_MESSAGES.signIn } });
    const router = openApp('/app/settings/change-password');
    await waitFor(() => expect(at(router)).toBe('/home'));
    await screen.findByText(ERROR_MESSAGES.signIn);
  });
});

describe('Not Found', () => {
  it.each([
    [true, '/app/newsletters'],
    [false, '/home'],
  ])('returns whoever is signed in (%s) to %s', async (signedIn, target) => {
    if (signedIn) signIn();
    openApp('/no/such/page');
    await screen.findByRole('heading', { name: 'Not Found' });
    expect(screen.getByRole('link', { name: 'Return' }).getAttribute('href')).toBe(target);
  });
});
