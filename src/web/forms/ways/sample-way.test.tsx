import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { CODE_REQUIRED, CONFIRM_NEEDED, ERROR_MESSAGES, SECOND_FACTOR_DUE } from '#contract/errors.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { type TwoStep, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { call } from '#web/api/client.ts';

/** Adds a way to prove who one is by a line in the contract's list: screens draw it from there. */

vi.mock('#contract/sign-in/ways/list.ts', async (original) => {
  const { WAYS } = await original<typeof import('#contract/sign-in/ways/list.ts')>();
  return { WAYS: [...WAYS, (await import('#test/sample-extensions/sign-in-way/contract.ts')).paperCodeWay] };
});

const HELD: TwoStep = {
  ways: ['paper_code'],
  authenticator: null,
  passkeys: [],
  recovery_codes_left: 10,
  trusted_computers: [],
  required: true,
  due_at: null,
  last_way_stays: true,
};
const serveTwoStep = (two_step: TwoStep) =>
  answer(twoStepRoutes.readTwoStep, { status: 200, body: { two_step } });

const bodyOf = (path: string) => received.find((each) => each.call === path)?.body;

it('is a field of the question who one is, beside the other ways', async () => {
  signIn();
  const done = { status: 200, body: { user: { data: personOf() } } };
  answer(peopleRoutes.myProfile, done);
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  openApp('/app/settings');
  await screen.findByRole('heading', { name: 'My settings' });
  const ways = ['recovery_code', 'paper_code', 'of_a_newer_version'];
  answer(peopleRoutes.updateProfile, {
    status: 403,
    body: { error_message: 'Please confirm', error_code: CONFIRM_NEEDED, ways },
  });
  const changed = call(peopleRoutes.updateProfile, { body: { first_name: 'Ada' } });
  const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Use a code on paper' }));
  expect(within(dialog).getAllByRole('button', { name: /^Use / })).toHaveLength(1);
  answer(confirmRoutes.confirmPerson, { status: 204 });
  answer(peopleRoutes.updateProfile, done);
  await userEvent.type(within(dialog).getByLabelText('Code on your paper'), 'tulip{Enter}');
  await changed;
  expect(bodyOf('POST /api/v1/users/confirm')).toEqual({ paper_code: 'tulip' });
});

it('is a page of the second step, with the recovery code beside it', async () => {
  answer(peopleRoutes.login, {
    status: 403,
    body: {
      error_message: 'Please type the code on your paper',
      error_code: CODE_REQUIRED,
      second_step: 'step-1',
      ways: ['paper_code'],
    },
  });
  openApp('/?login=true');
  const panel = await screen.findByRole('dialog');
  await userEvent.type(await within(panel).findByLabelText('Email'), 'ada@school.example');
  await userEvent.type(within(panel).getByLabelText('Password'), 'Quill and 1nk{Enter}');
  await screen.findByRole('heading', { name: 'Your paper' });
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Use the paper' }));
  answer(twoStepRoutes.secondStep, { status: 400, body: { error_message: 'No' } });
  await userEvent.type(await screen.findByLabelText('Code on paper'), 'tulip{Enter}');
  await waitFor(() =>
    expect(bodyOf('POST /api/v1/authorization/login/second_step')).toMatchObject({
      step: 'step-1',
      paper_code: 'tulip',
      trust: false,
    }),
  );
});

it('is on the settings page of whoever has it, where two-step sign-in is on', async () => {
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  answer(sessionRoutes.listSessions, { status: 200, body: { sessions: { data: [] } } });
  serveTwoStep({
    ...HELD,
    ways: ['code', 'paper_code'],
    authenticator: { added_at: '2026-11-20T10:00:00.000Z' },
  });
  openApp('/app/settings/change-password');
  await screen.findByRole('heading', { name: 'Code on paper' });
  // The paper is left, so the app is not the last way.
  await userEvent.click(screen.getByRole('button', { name: 'Remove the authenticator app' }));
  const question = await screen.findByRole('dialog', { name: 'Remove the authenticator app?' });
  within(question).getByText('Then a code on paper is asked for after the password.');
  answer(twoStepRoutes.removeAuthenticator, { status: 204 });
  serveTwoStep(HELD);
  await userEvent.click(within(question).getByRole('button', { name: 'Remove the app' }));
  await screen.findByRole('button', { name: 'Set up the authenticator app' });
  screen.getByRole('heading', { name: 'Code on paper' });
  screen.getByText('On');
  screen.getByText('10 of 10 left');
});

it('lets somebody in whose school asks for a second factor', async () => {
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  const due = { error_message: ERROR_MESSAGES.secondFactorDue, error_code: SECOND_FACTOR_DUE };
  answer(schoolRoutes.mySchool, { status: 403, body: due });
  serveTwoStep(HELD);
  openApp('/app/settings');
  await userEvent.click(await screen.findByRole('button', { name: 'Go on' }));
  const dialog = await screen.findByRole('dialog', { name: 'Is it you?' });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  answer(confirmRoutes.confirmPerson, { status: 204 });
  await userEvent.type(within(dialog).getByLabelText('Code on your paper'), 'tulip{Enter}');
  await screen.findByRole('heading', { name: 'My settings' });
});
