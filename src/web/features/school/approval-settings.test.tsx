import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { type ApprovalSettings, approvalRoutes } from '#contract/approval/approval.ts';
import { SCREENS } from '#contract/paths.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';

const OWNER = { id: '00000000-0000-4000-8000-000000000001', name: 'Olive Hart' };
const HEAD = { id: '00000000-0000-4000-8000-000000000002', name: 'Fola Hart' };
const PUT = `PUT /api/v1/schools/${SCHOOL.id}/approval`;

const settings = (attributes: Partial<ApprovalSettings>) => ({
  status: 200,
  body: {
    approval_settings: {
      data: {
        id: SCHOOL.id,
        type: 'approval_settings',
        attributes: {
          is_on: true,
          binds_owner: false,
          approvers: [HEAD],
          candidates: [OWNER, HEAD],
          invited: [],
          ...attributes,
        },
      },
    },
  },
});
const open = async (attributes: Partial<ApprovalSettings> = {}) => {
  answer(approvalRoutes.getApprovalSettings, settings(attributes), { id: SCHOOL.id });
  openApp(SCREENS.features);
  return within(await screen.findByRole('group', { name: 'Who approves' }));
};

beforeEach(() => {
  signIn();
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf() } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
});

it('binds the owner too, and says what that means', async () => {
  const group = await open();
  expect(group.getByText(/Owner and admins publish without/)).toBeDefined();
  answer(approvalRoutes.updateApprovalSettings, settings({ binds_owner: true }), { id: SCHOOL.id });
  await userEvent.click(group.getByRole('checkbox', { name: 'Also for me' }));
  expect(await group.findByText(/Admins publish without/)).toBeDefined();
  expect(received.filter(({ call }) => call === PUT).map(({ body }) => body)).toEqual([
    { approval_settings: { is_on: true, binds_owner: true } },
  ]);
});

it('says whom to invite where nobody else could approve', async () => {
  const group = await open({ approvers: [OWNER], candidates: [OWNER] });
  expect(group.getByText(/Invite your head teacher as an admin/)).toBeDefined();
  expect(group.queryByRole('checkbox', { name: 'Also for me' })).toBeNull();
});

it('says who is invited already, and since when', async () => {
  const invited = [{ name: 'Fola Hart', invited_at: '2026-11-24T09:00:00.000Z' }];
  const group = await open({ approvers: [OWNER], candidates: [OWNER], invited });
  expect(group.getByText(/^Invited as an admin: Fola Hart \(on 24 Nov 2026\)\. Once they/)).toBeDefined();
  expect(group.queryByText(/Invite your head teacher/)).toBeNull();
});
