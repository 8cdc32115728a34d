import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { type InviteResource, inviteRoutes } from '#contract/invites.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { secondFactorRoutes } from '#contract/sign-in/second-factor.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';
import { describeInZones } from '#test/zones.ts';
import { queryClient } from '#web/api/query-client.ts';

const ADA = '9d1f6a52-0d53-4a53-8a39-7f0f8cf6f6aa';
const CAT = '6b1c9f0e-5a55-4b0e-8f7a-1a2b3c4d5e60';
const DAN = '3d8d4e6f-8b2f-4b8c-8c2d-3a6a2a1b0d22';
const ASKED_FROM = '2026-12-24T12:00:00.000Z';
const BEN = '2c7c3d5e-7a1e-4a7b-9b1c-2f5f1f0a9c11';

function member(id: string, attributes: Partial<InviteResource['attributes']> = {}): InviteResource {
  return {
    id,
    type: 'invite',
    attributes: {
      first_name: 'Ada',
      last_name: 'Bell',
      role: 'editor',
      email: 'ada@oakfield.example',
      status: 'ACTIVE',
      invitation_ends_at: null,
      mail_trouble: null,
      need_change_password: false,
      last_way: 'password',
      ...attributes,
    },
  };
}
const invited = { status: 'INVITED', invitation_ends_at: '2026-11-28T09:00:00.000Z' } as const;

let twoStep: readonly string[] = [ADA];
let ways: Record<string, string[]> = {};
const ownerHasTwoStep = () => {
  twoStep = [ADA, personOf().id];
};

function staff(...data: InviteResource[]) {
  const { first_name, last_name, email, status } = personOf().attributes;
  const owner = {
    id: personOf().id,
    type: 'owner',
    attributes: { first_name, last_name, email, status, last_way: null },
  };
  answer(inviteRoutes.listInvites, () => ({
    status: 200,
    body: { invites: { data }, owner: { data: owner }, two_step: twoStep, ways },
  }));
}

const sent = (call: string) => received.filter((each) => each.call === call).map(({ body }) => body);

beforeEach(() => {
  twoStep = [ADA];
  ways = { [ADA]: ['password'] };
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  staff();
});

describe('Manage users', () => {
  async function rows() {
    openApp('/app/settings/manage-users');
    return within(await screen.findByRole('list', { name: 'Administrators' }));
  }

  it('links both lists, administrators first', async () => {
    const list = { subscribers: { data: [] }, total: 0, total_pages: 0 };
    answer(subscriberRoutes.listSubscribers, { status: 200, body: list });
    answer(subscriberRoutes.lastImport, { status: 200, body: { subscriber_import: { data: null } } });
    const router = openApp('/app/settings/manage-users');
    const filter = within(await screen.findByRole('navigation', { name: 'Filter' }));
    expect(filter.getByRole('link', { name: 'Administrators', current: true })).toBeDefined();
    await userEvent.click(filter.getByRole('link', { name: 'Subscribers' }));
    await screen.findByRole('heading', { name: 'Nobody gets your newsletters by email yet' });
    expect(filter.getByRole('link', { name: 'Subscribers', current: true })).toBeDefined();
    expect(router.state.location.search).toBe('?show=subscribers');
    await userEvent.click(filter.getByRole('link', { name: 'Administrators' }));
    await screen.findByText(/So far it is you alone/);
    expect(router.state.location.search).toBe('');
  });

  it('shows the owner apart, with an edit link to My details', async () => {
    openApp('/app/settings/manage-users');
    const owner = within(await screen.findByRole('region', { name: 'Owner' }));
    expect(owner.getByRole('link', { name: 'Edit Priya Nair' }).getAttribute('href')).toBe(
      '/app/settings/my-details',
    );
    expect(screen.queryByRole('list', { name: 'Administrators' })).toBeNull();
    expect(screen.getByText(/So far it is you alone/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Invite users' }).getAttribute('href')).toBe(
      '/app/settings/invite-user',
    );
  });

  describeInZones('the last day of an invitation', () => {
    it('is the date in the school’s time zone', async () => {
      staff(member(ADA, { ...invited, invitation_ends_at: '2026-07-02T23:30:00.000Z' }));
      expect((await rows()).getByText('Invited until 03/07/2026')).toBeDefined();
    });
  });

  it('says of an invitation that its mail has not arrived, and offers to send it again', async () => {
    staff(
      member(ADA, { ...invited, mail_trouble: 'later' }),
      member(BEN, { ...invited, mail_trouble: 'never', first_name: 'Ben' }),
    );
    const list = await rows();
    expect(list.getByText('Not delivered yet')).toBeDefined();
    expect(list.getByText(/We go on trying for five days/)).toBeDefined();
    expect(list.getByText('Not delivered')).toBeDefined();
    expect(list.getByText(/Is the address right\?/)).toBeDefined();
    expect(list.getByRole('button', { name: 'Send again to Ben Bell' })).toBeDefined();
  });

  it('allows only sending again and withdrawing an open invitation', async () => {
    staff(member(ADA, invited));
    answer(inviteRoutes.createInvite, { status: 201, body: { invite: { data: member(ADA, invited) } } });
    answer(
      inviteRoutes.withdrawInvite,
      { status: 200, body: { invite: { data: member(ADA, { ...invited, status: 'INACTIVE' }) } } },
      { id: ADA },
    );
    const list = await rows();
    expect(list.getByText('Invited until 28/11/2026')).toBeDefined();
    expect(list.queryByRole('link', { name: 'Edit Ada Bell' })).toBeNull();
    expect(list.queryByRole('button', { name: 'Options for Ada Bell' })).toBeNull();
    await userEvent.click(list.getByRole('button', { name: 'Send again to Ada Bell' }));
    await screen.findByText('Invitation sent to ada@oakfield.example');
    expect(sent('POST /api/v1/invites')).toEqual([
      { invite: { first_name: 'Ada', last_name: 'Bell', role: 'editor', email: 'ada@oakfield.example' } },
    ]);
  });

  it('invites again after a withdrawal, with the current email', async () => {
    const over = { ...invited, status: 'INACTIVE' } as const;
    staff(member(ADA, invited));
    answer(
      inviteRoutes.withdrawInvite,
      { status: 200, body: { invite: { data: member(ADA, over) } } },
      { id: ADA },
    );
    const list = await rows();
    const corrected = member(ADA, { ...over, email: 'ada.bell@oakfield.example' });
    staff(corrected);
    await userEvent.click(list.getByRole('button', { name: 'Withdraw the invitation of Ada Bell' }));
    await screen.findByText('The invitation of Ada Bell is withdrawn');
    await list.findByText('Invitation over');
    answer(inviteRoutes.createInvite, { status: 201, body: { invite: { data: corrected } } });
    await userEvent.click(screen.getByRole('button', { name: 'Invite again' }));
    await screen.findByText('Invitation sent to ada.bell@oakfield.example');
    expect(sent('POST /api/v1/invites')).toMatchObject([{ invite: { email: 'ada.bell@oakfield.example' } }]);
  });

  it('deletes staff after confirmation, and reloads', async () => {
    staff(member(ADA), member(BEN, { first_name: 'Ben', last_name: 'Cole', role: 'admin' }));
    answer(inviteRoutes.deleteInvite, { status: 204 }, { id: BEN });
    const list = await rows();
    await userEvent.click(list.getByRole('button', { name: 'Options for Ben Cole' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const question = await screen.findByRole('dialog', { name: 'Delete Ben Cole?' });
    staff(member(ADA));
    await userEvent.click(within(question).getByRole('button', { name: 'Delete user' }));
    await screen.findByText('Ben Cole deleted');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Edit Ben Cole' })).toBeNull());
  });

  it('hands the school over to an admin, after confirmation, and leaves the owner’s screens', async () => {
    staff(member(ADA, { role: 'admin' }), member(BEN, { first_name: 'Ben', last_name: 'Cole' }));
    answer(inviteRoutes.makeOwner, { status: 204 }, { id: ADA });
    await rows();
    await userEvent.click(screen.getByRole('button', { name: 'Options for Ben Cole' }));
    await screen.findByRole('menuitem', { name: 'Delete' });
    expect(screen.queryByRole('menuitem', { name: 'Make the owner' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Options for Ada Bell' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Make the owner' }));
    const question = within(await screen.findByRole('dialog', { name: 'Make Ada Bell the owner?' }));
    await userEvent.click(question.getByRole('button', { name: 'Make the owner' }));
    await screen.findByText('Ada Bell is the owner now');
    expect(sent(`PUT /api/v1/invites/${ADA}/owner`)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Administrators' })).toBeNull());
  });

  it('shows a temporary password once, after confirmation', async () => {
    staff(member(ADA));
    answer(
      inviteRoutes.temporaryPassword,
      { status: 200, body: { password: 'Kite-7mtr-Xupo' } },
      { id: ADA },
    );
    const list = await rows();
    await userEvent.click(list.getByRole('button', { name: 'Options for Ada Bell' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Set a temporary password' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Set password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Temporary password for Ada Bell' }));
    expect(dialog.getByText('Kite-7mtr-Xupo')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('Kite-7mtr-Xupo')).toBeNull());
  });

  it('says who signs in with what, and asks them for two steps once the owner has it', async () => {
    answer(secondFactorRoutes.setSecondFactor, { status: 204 }, { id: SCHOOL.id });
    const ben = { first_name: 'Ben', role: 'admin', last_way: 'Google' } as const;
    const cat = { first_name: 'Cat', role: 'editor', last_way: 'password' } as const;
    const dan = { ...ben, first_name: 'Dan' };
    ways = {
      [ADA]: ['password', 'passkey', 'Google'],
      [BEN]: ['Google'],
      [CAT]: ['password'],
      [DAN]: ['password', 'Google'],
    };
    staff(member(ADA), member(BEN, ben), member(CAT, cat), member(DAN, dan));
    const list = await rows();
    expect(list.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      ...['Password, Passkey, Google', 'Last with password', 'On'],
      ...['Google', 'By Google'],
      ...['Password', 'Off'],
      // The password alone is enough, whichever way was used last.
      ...['Password, Google', 'Last with Google', 'By Google, not with the password'],
    ]);
    const rule = screen.getByRole('region', { name: 'Two-step sign-in for everyone' });
    await userEvent.click(within(rule).getByRole('switch'));
    within(rule).getByText(/set up two-step sign-in for yourself first/);
    expect(within(rule).queryByRole('button', { name: 'Switch on' })).toBeNull();
    staff(member(ADA), member(BEN, ben), member(CAT, cat));
    ownerHasTwoStep();
    await act(() => queryClient.invalidateQueries({ queryKey: ['staff'] }));
    await within(rule).findByText(/One person gets a mail now/);
    await userEvent.click(within(rule).getByRole('radio', { name: 'Owner and admins' }));
    within(rule).getByText(/All of them have it already/);
    await userEvent.selectOptions(within(rule).getByLabelText('Days to set it up'), '30 days');
    const attributes = { ...SCHOOL.attributes, second_factor: 'owners_and_admins', second_factor_days: 30 };
    answer(schoolRoutes.mySchool, {
      status: 200,
      body: {
        school: { data: { ...SCHOOL, attributes: { ...attributes, second_factor_from: ASKED_FROM } } },
      },
    });
    await userEvent.click(within(rule).getByRole('button', { name: 'Switch on' }));
    await within(rule).findByText('Owner and admins, from 24/12/2026 on. All have it.');
    within(rule).getByRole('heading', { name: 'Two-step sign-in for owner and admins' });
    expect(sent(`PUT /api/v1/schools/${SCHOOL.id}/second_factor`)).toEqual([
      { rule: 'owners_and_admins', days: 30 },
    ]);
  });

  it('lists only who lacks what the school asks for', async () => {
    ownerHasTwoStep();
    answer(schoolRoutes.mySchool, {
      status: 200,
      body: {
        school: { data: { ...SCHOOL, attributes: { ...SCHOOL.attributes, second_factor: 'everybody' } } },
      },
    });
    staff(member(ADA), member(BEN, { first_name: 'Ben', last_name: 'Cole' }), member(CAT, invited));
    const list = await rows();
    expect(list.getAllByRole('listitem')).toHaveLength(3);
    await userEvent.click(await screen.findByRole('link', { name: 'Show only who lacks it' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Ben Cole'),
    ]);
    expect(screen.queryByRole('region', { name: 'Owner' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Show everybody' }));
    expect(list.getAllByRole('listitem')).toHaveLength(3);
  });

  it('says that all have it of those only who have signed in', async () => {
    ownerHasTwoStep();
    const over = { status: 'INACTIVE', invitation_ends_at: '2026-11-01T09:00:00.000Z' } as const;
    const noPassword = { status: 'INACTIVE', last_way: null, role: 'admin' } as const;
    staff(member(ADA), member(BEN, { ...invited, last_way: null }), member(CAT, over));
    await rows();
    const rule = within(screen.getByRole('region', { name: 'Two-step sign-in for everyone' }));
    await userEvent.click(rule.getByRole('switch'));
    rule.getByText(/All who have signed in have it already. One has not signed in yet./);
    await userEvent.click(rule.getByRole('radio', { name: 'Owner and admins' }));
    rule.getByText(/All of them have it already./);
    staff(member(ADA), member(BEN, { ...invited, last_way: null }), member(CAT, noPassword));
    await act(() => queryClient.invalidateQueries({ queryKey: ['staff'] }));
    await rule.findByText(/All who have signed in have it already. One has not signed in yet./);
    await userEvent.click(rule.getByRole('radio', { name: 'Everybody' }));
    rule.getByText(/2 have not signed in yet./);
  });

  it('turns off the two-step sign-in of who has it, after confirmation', async () => {
    staff(member(ADA), member(BEN, { first_name: 'Ben', last_name: 'Cole' }));
    answer(inviteRoutes.resetTwoStep, { status: 204, body: undefined }, { id: ADA });
    const list = await rows();
    await userEvent.click(list.getByRole('button', { name: 'Options for Ben Cole' }));
    await screen.findByRole('menuitem', { name: 'Delete' });
    expect(screen.queryByRole('menuitem', { name: 'Turn two-step sign-in off' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(list.getByRole('button', { name: 'Options for Ada Bell' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Turn two-step sign-in off' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
    await screen.findByText('Ada Bell’s two-step sign-in is off');
  });

  it('shows an error if the list cannot be loaded, and can be retried', async () => {
    answer(inviteRoutes.listInvites, { status: 500, body: { error_message: 'Server error' } });
    openApp('/app/settings/manage-users');
    await screen.findByText('We could not load the users');
    staff(member(ADA));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('link', { name: 'Edit Ada Bell' });
  });
});

describe('Invite user', () => {
  async function fill(first: string, last: string, email: string) {
    const router = openApp('/app/settings/invite-user');
    await screen.findByRole('heading', { level: 1, name: 'Invite user' });
    if (first) await userEvent.type(screen.getByLabelText('First name'), first);
    if (last) await userEvent.type(screen.getByLabelText('Last name'), last);
    if (email) await userEvent.type(screen.getByLabelText('Email'), email);
    return router;
  }
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send invite' }));

  it('invites an editor by default, and returns to the list', async () => {
    answer(inviteRoutes.createInvite, { status: 201, body: { invite: { data: member(ADA, invited) } } });
    const router = await fill('Ada', 'Bell', 'ada@oakfield.example');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Editor' }).checked).toBe(true);
    await send();
    await screen.findByRole('heading', { level: 1, name: 'Manage users' });
    expect(router.state.location.pathname).toBe('/app/settings/manage-users');
    expect(sent('POST /api/v1/invites')).toEqual([
      { invite: { first_name: 'Ada', last_name: 'Bell', role: 'editor', email: 'ada@oakfield.example' } },
    ]);
  });

  it('asks before leaving with unsaved changes', async () => {
    await fill('Ada', '', '');
    await userEvent.click(screen.getByRole('link', { name: 'My details' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Ada');
  });

  it('shows each field’s error under it, and sends nothing', async () => {
    await fill('', 'x'.repeat(201), 'ada');
    await send();
    await screen.findByText('Field is required');
    expect(screen.getByText('Limit is 200 symbols')).toBeDefined();
    expect(screen.getByText('A valid email address is required')).toBeDefined();
    expect(sent('POST /api/v1/invites')).toEqual([]);
  });

  it('keeps typed text if the email is in use', async () => {
    const taken = 'This email address is already in use';
    answer(inviteRoutes.createInvite, {
      status: 409,
      body: { error_message: taken, errors: { email: [taken] } },
    });
    await fill('Ada', 'Bell', 'ada@oakfield.example');
    await userEvent.click(screen.getByRole('radio', { name: 'Admin' }));
    await send();
    await screen.findByText(taken);
    expect(screen.getByDisplayValue('ada@oakfield.example')).toBe(document.activeElement);
    expect(sent('POST /api/v1/invites')).toMatchObject([{ invite: { role: 'admin' } }]);
  });
});

describe('Edit user', () => {
  const open = (data: InviteResource) => {
    answer(inviteRoutes.getInvite, { status: 200, body: { invite: { data } } }, { id: data.id });
    return openApp(`/app/settings/edit-user/${data.id}`);
  };

  it('changes name and role', async () => {
    const changed = member(ADA, { first_name: 'Augusta', role: 'admin' });
    answer(inviteRoutes.updateInvite, { status: 200, body: { invite: { data: changed } } }, { id: ADA });
    open(member(ADA));
    const first = await screen.findByLabelText('First name');
    await userEvent.clear(first);
    await userEvent.type(first, 'Augusta');
    await userEvent.click(screen.getByRole('radio', { name: 'Admin' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Augusta Bell is updated');
    expect(sent(`PATCH /api/v1/invites/${ADA}`)).toEqual([
      { invite: { first_name: 'Augusta', role: 'admin' } },
    ]);
  });

  it('tells that a new email has to be confirmed', async () => {
    answer(inviteRoutes.updateInvite, { status: 200, body: { invite: { data: member(ADA) } } }, { id: ADA });
    open(member(ADA));
    const email = await screen.findByRole('textbox', { name: 'Email', description: /counts once the link/ });
    await userEvent.clear(email);
    await userEvent.type(email, 'Ada.Bell@oakfield.example');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(
      'Ada Bell is updated. We have written to ada.bell@oakfield.example: it counts once the link in that mail is followed',
    );
  });

  it('shows no form for an invited person', async () => {
    open(member(ADA, invited));
    await screen.findByText('Invited users cannot be edited or deleted');
    expect(screen.queryByLabelText('First name')).toBeNull();
  });

  it('redirects to My details for the owner, and shows an empty state for unknown people', async () => {
    answer(inviteRoutes.getInvite, { status: 403, body: { error_message: 'x' } }, { id: ADA });
    const router = openApp(`/app/settings/edit-user/${ADA}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/settings/my-details'));
    answer(inviteRoutes.getInvite, { status: 404, body: { error_message: 'User not found' } }, { id: BEN });
    await router.navigate(`/app/settings/edit-user/${BEN}`);
    await screen.findByRole('heading', { name: 'This person is not among your users' });
    expect(screen.queryByText('User not found')).toBeNull();
  });
});
