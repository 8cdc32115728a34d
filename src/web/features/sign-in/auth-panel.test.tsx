import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CODE_REQUIRED, ERROR_MESSAGES } from '#contract/errors.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { PROVIDER_MESSAGES, providerRoutes } from '#contract/sign-in/providers.ts';
import { TWO_STEP_MESSAGES, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { CODE_MESSAGES } from '#contract/sign-in/ways/code.ts';
import { answer, openApp, PASSWORD, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';

const panel = (name: string) => screen.findByRole('dialog', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

const INVITED = { school: 'Elm Grove', email: 'ada@elm.example' };

function answerInvitation(token = 'an-invite-token', invitation: object = INVITED): void {
  answer(inviteRoutes.getInvitation, { status: 200, body: { invitation } }, { token });
}

function answerInvalidInvitation(token = 'an-invite-token'): void {
  const body = { error_message: PEOPLE_MESSAGES.deadInvitation };
  answer(inviteRoutes.getInvitation, { status: 400, body }, { token });
}

describe('the auth panel', () => {
  it.each([
    ['/?login=true', 'Log in'],
    ['/pricing?register=true', 'Try for 3 months'],
    ['/forgot-password', 'Forgot Password'],
    ['/home/an-invite-token', 'Join Elm Grove'],
    ['/home/an-invite-token?login=true', 'Log in'],
  ])('opens at %s as %s', async (address, name) => {
    answerInvitation();
    openApp(address);
    await panel(name);
  });

  it('stays closed at the plain address of the landing page', async () => {
    openApp('/');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('changes from one form to the other, and closes to the page below', async () => {
    const router = openApp('/pricing?login=true');
    await panel('Log in');
    await userEvent.click(screen.getByRole('link', { name: 'Not a user?' }));
    await panel('Try for 3 months');
    await userEvent.click(screen.getByRole('link', { name: 'Already registered?' }));
    await panel('Log in');
    await press('Close');
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/pricing', search: '' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('passes a typed email to the other form, but not to the address bar', async () => {
    const router = openApp('/pricing?login=true');
    await panel('Log in');
    await type('Email', 'p.nair@oakfield.example');
    await userEvent.click(screen.getByRole('link', { name: 'Not a user?' }));
    await panel('Try for 3 months');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'p.nair@oakfield.example');
    await type('Email', '.uk');
    await userEvent.click(screen.getByRole('link', { name: 'Already registered?' }));
    await panel('Log in');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'p.nair@oakfield.example.uk');
    await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }));
    await panel('Forgot Password');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'p.nair@oakfield.example.uk');
    expect(router.state.location.search).not.toContain('p.nair');
    await press('Close');
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/pricing', search: '' }));
  });
});

describe('for a signed-in person', () => {
  it('shows the form once the server says that it has ended the session', async () => {
    signIn();
    answer(peopleRoutes.myProfile, { status: 401, body: { error_message: ERROR_MESSAGES.signIn } });
    openApp('/?login=true');
    await panel('Log in');
    screen.getByText(ERROR_MESSAGES.signIn);
  });

  it.each(['/?login=true', '/pricing?register=true'])(
    '%s shows who is signed in, and links to the newsletters',
    async (address) => {
      signIn();
      openApp(address);
      await panel('You are signed in');
      expect(screen.getByText('as p.nair@oakfield.example')).toBeDefined();
      const inPanel = within(screen.getByRole('dialog'));
      expect(inPanel.getByRole('link', { name: 'My newsletters' }).getAttribute('href')).toBe(
        '/app/newsletters',
      );
      answer(peopleRoutes.logout, { status: 204 });
      await press('Log out');
      await panel(address.includes('login') ? 'Log in' : 'Try for 3 months');
    },
  );

  it.each([
    ['/home/an-invite-token', 'Join Elm Grove'],
    ['/forgot-password', 'Forgot Password'],
  ])('%s shows its form', async (address, name) => {
    signIn(personOf({ role: null }));
    answerInvitation();
    openApp(address);
    await panel(name);
    expect(screen.getByLabelText('Email')).toBeDefined();
  });
});

describe('Log in', () => {
  it('fills in the email from the link', async () => {
    openApp('/?login=true&email=p.nair%40oakfield.example');
    await panel('Log in');
    expect(screen.getByLabelText('Email')).toBe(screen.getByDisplayValue('p.nair@oakfield.example'));
  });

  it('shows missing fields, and calls nothing', async () => {
    openApp('/?login=true');
    await panel('Log in');
    await press('Log in');
    await screen.findByText('A valid email address is required');
    expect(screen.getByText('Password is required')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    expect(received).toEqual([]);
  });

  it('shows a field’s error on blur', async () => {
    openApp('/?login=true');
    await panel('Log in');
    await type('Email', 'wrong');
    await userEvent.tab();
    await screen.findByText('A valid email address is required');
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  });

  it('says of each empty field that it is wrong, of the password too', async () => {
    openApp('/?login=true');
    await panel('Log in');
    await press('Log in');
    for (const name of ['Email', 'Password'])
      expect(screen.getByLabelText(name).getAttribute('aria-invalid')).toBe('true');
  });

  it('keeps typed text and shows the error if it is refused', async () => {
    answer(peopleRoutes.login, { status: 400, body: { error_message: ERROR_MESSAGES.login } });
    openApp('/?login=true');
    await panel('Log in');
    await type('Email', 'p.nair@oakfield.example');
    await type('Password', PASSWORD);
    await press('Log in');
    const field = screen.getByLabelText('Password');
    // It stays in the form after the toast has disappeared.
    const description = () => document.getElementById(field.getAttribute('aria-describedby') ?? '');
    await waitFor(() => expect(description()?.textContent).toBe('Invalid email or password'));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(screen.getByDisplayValue(PASSWORD)).toBe(field);
    await userEvent.type(field, '!');
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });

  it.each([
    [true, 'localStorage'],
    [false, 'sessionStorage'],
  ] as const)(
    'with Remember me %s keeps the session in %s and shows the newsletters',
    async (remember, place) => {
      const user = personOf();
      answer(peopleRoutes.login, {
        status: 200,
        body: { data: { token: { auth_token: 'token-9' }, user: { data: user } } },
      });
      answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: user } } });
      answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
      answer(newsletterRoutes.listNewsletters, {
        status: 200,
        body: { news_letter: { data: [] }, total_pages: 0, total: 0 },
      });
      const router = openApp('/?login=true');
      await panel('Log in');
      await type('Email', 'P.Nair@oakfield.example');
      await type('Password', PASSWORD);
      if (!remember) await userEvent.click(screen.getByRole('checkbox', { name: 'Remember me' }));
      await press('Log in');
      await waitFor(() => expect(router.state.location.pathname).toBe('/app/newsletters'));
      expect(JSON.parse(window[place].getItem('session') ?? '')).toMatchObject({
        accessToken: 'token-9',
        value: 1,
      });
      expect(received[0]?.body).toMatchObject({ user: { password: PASSWORD, remember_me: remember } });
    },
  );
});

it('leads back to the invitation that a provider did not take up', async () => {
  sessionStorage.setItem('invitation-before-provider', 'an-invite-token');
  const body = { error_message: PROVIDER_MESSAGES.refused('Google') };
  answer(providerRoutes.finishProvider, { status: 400, body }, { provider: 'google' });
  answerInvitation();
  openApp('/sign-in/google?state=s&error=access_denied');
  await panel('That did not work');
  await userEvent.click(screen.getByRole('link', { name: 'Back to the invitation' }));
  await panel('Join Elm Grove');
});

describe('two-step sign-in', () => {
  it('asks for a code after the password, and begins the session as it was chosen', async () => {
    const user = personOf();
    answer(peopleRoutes.login, {
      status: 403,
      body: { error_message: ERROR_MESSAGES.codeRequired, error_code: CODE_REQUIRED, second_step: 'step-1' },
    });
    let answers = 0;
    answer(twoStepRoutes.secondStep, () => {
      answers += 1;
      return answers === 1
        ? { status: 400, body: { error_message: '', errors: { code: [CODE_MESSAGES.wrong] } } }
        : { status: 200, body: { data: { token: { auth_token: 'token-12' }, user: { data: user } } } };
    });
    answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: user } } });
    answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
    const router = openApp('/app/settings');
    await panel('Log in');
    await type('Email', 'p.nair@oakfield.example');
    await type('Password', PASSWORD);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Remember me' }));
    await press('Log in');
    await panel('Your code');
    expect(document.activeElement).toBe(screen.getByLabelText('Code'));
    expect(window.sessionStorage.getItem('session')).toBeNull();
    await type('Code', '12');
    await press('Go on');
    await screen.findByText(CODE_MESSAGES.form);
    await type('Code', '3 456');
    await press('Go on');
    await screen.findByText(CODE_MESSAGES.wrong);
    await userEvent.click(screen.getByRole('checkbox', { name: /^Trust this \w+ for 30 days$/ }));
    await press('Go on');
    await screen.findByRole('heading', { name: 'My settings' });
    expect(router.state.location.pathname).toBe('/app/settings');
    expect(JSON.parse(window.sessionStorage.getItem('session') ?? '')).toMatchObject({
      accessToken: 'token-12',
    });
    const sent = received.filter(({ body }) => typeof body === 'object' && body !== null && 'step' in body);
    expect(sent.map(({ body }) => body)).toEqual([
      { step: 'step-1', code: '123 456', trust: false },
      { step: 'step-1', code: '123 456', trust: true },
    ]);
  });

  it('keeps the focus in the panel where a passkey is asked for', async () => {
    answer(peopleRoutes.login, {
      status: 403,
      body: {
        error_message: ERROR_MESSAGES.codeRequired,
        error_code: CODE_REQUIRED,
        second_step: 'step-1',
        ways: ['passkey'],
      },
    });
    openApp('/?login=true');
    await panel('Log in');
    await type('Email', 'p.nair@oakfield.example');
    await type('Password', PASSWORD);
    await press('Log in');
    await panel('Your passkey');
    // This browser has no passkeys, so the first button gets the focus.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Use a recovery code' }));
  });

  it('goes back to the password when the time for the code is over', async () => {
    answer(peopleRoutes.login, {
      status: 403,
      body: { error_message: ERROR_MESSAGES.codeRequired, error_code: CODE_REQUIRED, second_step: 'step-1' },
    });
    answer(twoStepRoutes.secondStep, { status: 400, body: { error_message: TWO_STEP_MESSAGES.stepOver } });
    openApp('/?login=true');
    await panel('Log in');
    await type('Email', 'p.nair@oakfield.example');
    await type('Password', PASSWORD);
    await press('Log in');
    await panel('Your code');
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await panel('Your recovery code');
    await userEvent.type(screen.getByRole('textbox', { name: 'Recovery code' }), 'abcd-efgh-ijkl-mnop');
    await press('Go on');
    await panel('Log in');
    await screen.findByText(TWO_STEP_MESSAGES.stepOver);
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'p.nair@oakfield.example');
  });
});

describe('a visitor who requested an app screen', () => {
  it('logs in first, and then sees that screen', async () => {
    const user = personOf();
    answer(peopleRoutes.login, {
      status: 200,
      body: { data: { token: { auth_token: 'token-11' }, user: { data: user } } },
    });
    answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: user } } });
    answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
    const router = openApp('/app/settings?from=mail#top');
    await panel('Log in');
    expect(router.state.location.pathname + router.state.location.search).toBe('/');
    screen.getByText(PEOPLE_MESSAGES.signInFirst);
    await type('Email', 'p.nair@oakfield.example');
    await type('Password', PASSWORD);
    await press('Log in');
    await screen.findByRole('heading', { name: 'My settings' });
    const { pathname, search, hash } = router.state.location;
    expect(pathname + search + hash).toBe('/app/settings?from=mail#top');
  });
});

describe('a visitor who requested an app screen and', () => {
  const wantedOf = (router: ReturnType<typeof openApp>) => {
    const { state } = router.state.location;
    return state?.wanted;
  };

  it('goes through the other forms of the panel still gets there', async () => {
    const router = openApp('/app/settings?from=mail');
    await panel('Log in');
    await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }));
    await panel('Forgot Password');
    await userEvent.click(screen.getByRole('link', { name: 'Back to log in' }));
    await panel('Log in');
    screen.getByText(PEOPLE_MESSAGES.signInFirst);
    await userEvent.click(screen.getByRole('link', { name: 'Not a user?' }));
    await panel('Try for 3 months');
    await userEvent.click(screen.getByRole('link', { name: 'Already registered?' }));
    await panel('Log in');
    screen.getByText(PEOPLE_MESSAGES.signInFirst);
    expect(wantedOf(router)).toBe('/app/settings?from=mail');
  });

  it('requests a new password is asked to log in after it', async () => {
    answer(peopleRoutes.forgotPassword, { status: 200, body: { message: '' } });
    const router = openApp('/app/settings');
    await panel('Log in');
    await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }));
    await panel('Forgot Password');
    await type('Email', 'p.nair@oakfield.example');
    await press('Submit');
    await panel('Log in');
    expect(router.state.location.pathname).toBe('/home');
    expect(wantedOf(router)).toBe('/app/settings');
  });

  it('closes the panel is not asked again', async () => {
    const router = openApp('/app/settings');
    await panel('Log in');
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(wantedOf(router)).toBeUndefined();
  });
});

describe('Log in from an invitation', () => {
  async function logIn(role: 'editor' | null) {
    const user = personOf({ role });
    answer(peopleRoutes.login, {
      status: 200,
      body: { data: { token: { auth_token: 'token-10' }, user: { data: user } } },
    });
    answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: user } } });
    let school: object = role === null ? {} : { data: SCHOOL };
    answer(schoolRoutes.mySchool, () => ({ status: 200, body: { school } }));
    answer(newsletterRoutes.listNewsletters, {
      status: 200,
      body: { news_letter: { data: [] }, total_pages: 0, total: 0 },
    });
    answer(peopleRoutes.register, () => {
      school = { data: SCHOOL };
      return { status: 201, body: { message: 'Check your email!' } };
    });
    answerInvitation('an-invite/token', { school: 'Elm Grove', email: 'p.nair@oakfield.example' });
    const router = openApp('/home/an-invite%2Ftoken');
    await panel('Join Elm Grove');
    await userEvent.click(screen.getByRole('link', { name: 'Already registered?' }));
    await panel('Log in');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'p.nair@oakfield.example');
    await type('Password', PASSWORD);
    await press('Log in');
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/newsletters'));
    return received.filter(({ call }) => call === 'POST /api/v1/authorization/register');
  }

  it('accepts the invitation for a person without a school', async () => {
    const taken = await logIn(null);
    expect(taken.map(({ body }) => body)).toEqual([
      { user: { email: 'p.nair@oakfield.example', invite_token: 'an-invite/token' } },
    ]);
    await screen.findByRole('heading', { name: 'Newsletters' });
  });

  it('ignores it for a person with a school', async () => {
    expect(await logIn('editor')).toEqual([]);
  });
});

describe('Register', () => {
  it('asks to check the inbox', async () => {
    answer(peopleRoutes.register, { status: 201, body: { message: 'Check your email!' } });
    openApp('/?register=true');
    await panel('Try for 3 months');
    expect(within(screen.getByRole('dialog')).getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe(
      '/terms',
    );
    await type('Email', 'new@oakfield.example');
    await press('Try it free');
    await panel('Check your email inbox.');
    expect(screen.getByText('Account successfully created. Check your email!')).toBeDefined();
    expect(received[0]?.body).toEqual({ user: { email: 'new@oakfield.example' } });
  });

  it('asks once about an address whose provider is written wrongly', async () => {
    answer(peopleRoutes.register, { status: 201, body: { message: 'Check your email!' } });
    openApp('/?register=true');
    await panel('Try for 3 months');
    await type('Email', 'new@gmial.com');
    await press('Try it free');
    await press('Use new@gmail.com');
    expect(received).toEqual([]);
    await press('Try it free');
    await panel('Check your email inbox.');
    expect(received.map(({ body }) => body)).toEqual([{ user: { email: 'new@gmail.com' } }]);
  });

  it('explains what to do if no mail arrives, and sends it again', async () => {
    answer(peopleRoutes.register, { status: 201, body: { message: 'Check your email!' } });
    openApp('/?register=true');
    await panel('Try for 3 months');
    await type('Email', 'new@oakfield.example');
    await press('Try it free');
    await panel('Check your email inbox.');
    expect(
      screen.getByText(/junk mail.*If you have asked several times.*sent again after an hour\./),
    ).toBeDefined();
    await press('Send it again');
    await screen.findByText('We have sent the email again. Check your inbox!');
    await waitFor(() => expect(received).toHaveLength(2));
    expect(received[1]?.body).toEqual({ user: { email: 'new@oakfield.example' } });
    await panel('Check your email inbox.');
    answer(peopleRoutes.register, { status: 429, body: { error_message: ERROR_MESSAGES.tooMany } });
    await press('Send it again');
    await panel('Try for 3 months');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'new@oakfield.example');
  });

  it('by an invitation shows the school, fixes the invited email, and sends the token', async () => {
    answerInvitation('an-invite/token');
    answer(peopleRoutes.register, { status: 201, body: { message: 'Check your email!' } });
    openApp('/home/an-invite%2Ftoken');
    await panel('Join Elm Grove');
    await screen.findByText('Enter your email address to get access');
    screen.getByText('Elm Grove invites you to its staff.');
    expect(screen.getByLabelText('Email')).toMatchObject({ value: 'ada@elm.example', readOnly: true });
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
    await press('Get access');
    await panel('Check your email inbox.');
    expect(screen.queryByRole('button', { name: 'Use another address' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Log in' }));
    await panel('Log in');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@elm.example');
    expect(received.at(-1)?.body).toEqual({
      user: { email: 'ada@elm.example', invite_token: 'an-invite/token' },
    });
  });

  it('by an invalid invitation shows what to do, and registers without it', async () => {
    answerInvalidInvitation();
    answer(peopleRoutes.register, { status: 201, body: { message: 'Check your email!' } });
    openApp('/home/an-invite-token');
    await panel('Try for 3 months');
    const message = await screen.findByText(PEOPLE_MESSAGES.deadInvitation);
    expect(message.getAttribute('role')).toBe('alert');
    screen.getByText('Enter your email address to get access');
    await type('Email', 'ada@elm.example');
    await press('Get access');
    await panel('Check your email inbox.');
    expect(received.at(-1)?.body).toEqual({ user: { email: 'ada@elm.example' } });
  });

  it('by an invitation asks for the email if the server does not provide it', async () => {
    const body = { error_message: ERROR_MESSAGES.server };
    answer(inviteRoutes.getInvitation, { status: 500, body }, { token: 'an-invite-token' });
    answer(peopleRoutes.register, {
      status: 400,
      body: { error_message: 'No', errors: { email: ['Please use the other one'] } },
    });
    openApp('/home/an-invite-token');
    await panel('Try for 3 months');
    await screen.findByText('Enter your email address to get access');
    await type('Email', 'new@oakfield.example');
    await press('Get access');
    await screen.findByText('Please use the other one');
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText(ERROR_MESSAGES.server)).toBeNull();
    expect(received.at(-1)?.body).toEqual({
      user: { email: 'new@oakfield.example', invite_token: 'an-invite-token' },
    });
  });
});

describe('Forgot Password', () => {
  it('shows the server’s message and goes home', async () => {
    answer(peopleRoutes.forgotPassword, { status: 200, body: { message: '' } });
    const router = openApp('/forgot-password');
    await panel('Forgot Password');
    await type('Email', 'p.nair@oakfield.example');
    await press('Submit');
    await screen.findByText('Check your email!');
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
  });
});
