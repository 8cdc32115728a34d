import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { CONFIRM_NEEDED } from '#contract/errors.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { confirmRoutes } from '#contract/sign-in/confirming.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { confirmPersonStore } from '#web/session/confirm-person.ts';

/** Tests all orders in which calls are refused, the person is asked and answers, and sessions begin and end. */

const refused = {
  status: 403,
  body: { error_message: 'Please confirm', error_code: CONFIRM_NEEDED, ways: ['password'] },
} as const;
const done = { status: 200, body: { user: { data: personOf() } } } as const;
const change = (first_name: string) => call(peopleRoutes.updateProfile, { body: { first_name } });
/** Watches a call: has its outcome, once there is one. */
function watched(started: Promise<unknown>) {
  const state: { outcome: 'waiting' | 'done' | 'refused' } = { outcome: 'waiting' };
  void started.then(
    () => {
      state.outcome = 'done';
    },
    (error) => {
      if (isApiError(error, 403)) state.outcome = 'refused';
    },
  );
  return state;
}
const question = () => screen.findByRole('dialog', { name: 'Is it you?' });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const sentChanges = () => received.filter((each) => each.call === 'PATCH /api/v1/users/update');

beforeEach(async () => {
  signIn();
  answer(peopleRoutes.myProfile, done);
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  answer(peopleRoutes.updateProfile, refused);
  openApp('/app/settings');
  await screen.findByRole('heading', { name: 'My settings' });
});

it('asks once for calls that are refused at the same time, and sends each again', async () => {
  const both = [watched(change('Ada')), watched(change('Grace'))];
  const dialog = await question();
  answer(confirmRoutes.confirmPerson, { status: 204 });
  answer(peopleRoutes.updateProfile, done);
  await userEvent.type(within(dialog).getByLabelText('Your password'), 'Quill and 1nk{Enter}');
  await waitFor(() => expect(both).toEqual([{ outcome: 'done' }, { outcome: 'done' }]));
  await isClosed();
  expect(sentChanges()).toHaveLength(4);
});

it('keeps the next question open when the proof for a cancelled one comes late', async () => {
  const proof = Promise.withResolvers<{ status: number }>();
  answer(confirmRoutes.confirmPerson, () => proof.promise);
  const first = watched(change('Ada'));
  await userEvent.type(within(await question()).getByLabelText('Your password'), 'Quill and 1nk{Enter}');
  await waitFor(() => expect(received.some((each) => each.call === 'POST /api/v1/users/confirm')).toBe(true));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(first.outcome).toBe('refused'));
  await isClosed();
  const second = watched(change('Grace'));
  await question();
  await act(async () => proof.resolve({ status: 204 }));
  await question();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(second.outcome).toBe('refused'));
});

it('takes a recovery code of whom the phone is not at hand', async () => {
  const body = { ...refused.body, ways: ['code', 'recovery_code'] };
  answer(peopleRoutes.updateProfile, { status: 403, body });
  const mine = watched(change('Ada'));
  const dialog = await question();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Use a recovery code' }));
  const field = within(dialog).getByLabelText('Recovery code');
  expect(document.activeElement).toBe(field);
  answer(confirmRoutes.confirmPerson, { status: 204 });
  answer(peopleRoutes.updateProfile, done);
  await userEvent.type(field, 'ABCD efgh-ijkl-mnop{Enter}');
  await waitFor(() => expect(mine.outcome).toBe('done'));
  expect(received.find((each) => each.call === 'POST /api/v1/users/confirm')?.body).toEqual({
    recovery_code: 'ABCD efgh-ijkl-mnop',
  });
});

it('asks nobody for the call of a session that is over', async () => {
  const late = Promise.withResolvers<typeof refused>();
  answer(peopleRoutes.updateProfile, () => late.promise);
  const mine = watched(change('Ada'));
  act(() => void signIn());
  await act(async () => late.resolve(refused));
  await waitFor(() => expect(mine.outcome).toBe('refused'));
  expect(confirmPersonStore.current()).toBeNull();
});

it('withdraws its question when somebody else has signed in, in another tab, say', async () => {
  const mine = watched(change('Ada'));
  await question();
  act(() => void signIn());
  await waitFor(() => expect(mine.outcome).toBe('refused'));
  await isClosed();
  // The new session gets a question of its own.
  const theirs = watched(change('Grace'));
  await question();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(theirs.outcome).toBe('refused'));
});
