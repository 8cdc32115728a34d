import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, it } from 'vitest';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { type TwoStep, twoStepRoutes } from '#contract/signing-in/two-step.ts';
import { answer, openApp, personOf, SCHOOL, signIn } from '#web/testing/test-app.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const OFF: TwoStep = {
  authenticator: null,
  passkeys: [],
  recovery_codes_left: 0,
  required: false,
  due_at: null,
};
const ON: TwoStep = { ...OFF, authenticator: { added_at: AT }, recovery_codes_left: 10 };
const CODES = ['abcd-efgh-ijkl-mnop', 'qrst-uvwx-yz23-4567'];

const serve = (two_step: TwoStep) => answer(twoStepRoutes.readTwoStep, { status: 200, body: { two_step } });

beforeEach(() => {
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  answer(peopleRoutes.listSessions, { status: 200, body: { sessions: { data: [] } } });
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
    // With a clipboard.
    userEvent.setup();
    await showCodes();
    await userEvent.click(screen.getByRole('button', { name }));
    await leave();
    await screen.findByRole('heading', { level: 1, name: 'My details' });
  });
});
