import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { GROUP_MESSAGES, type GroupResource, groupRoutes } from '#contract/groups/groups.ts';
import { moveUpRoutes } from '#contract/groups/move-up.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';

const groupOf = (name: string): GroupResource => ({
  id: crypto.randomUUID(),
  type: 'group',
  attributes: { name, members: 31, families: 31, retired_at: null, is_offered: false, merged_ids: [] },
});
const FIVE = groupOf('Year 5');
const SIX = groupOf('Year 6');
const CHOIR = groupOf('Choir');
const MOVE = {
  id: crypto.randomUUID(),
  created_at: '2026-07-20T09:00:00.000Z',
  undoable_until: '2026-07-27T09:00:00.000Z',
};
const CALL = 'POST /api/v1/groups/moves';

const serve = (...groups: readonly GroupResource[]) =>
  answer(groupRoutes.listGroups, { status: 200, body: { groups: { data: groups } } });

beforeEach(() => {
  signIn(personOf({ role: 'admin' }));
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role: 'admin' }) } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
  answer(moveUpRoutes.lastMove, { status: 200, body: { move: null } });
  answer(moveUpRoutes.moveUp, { status: 200, body: { moved: { moving: 31, leaving: 31, groupless: 20 } } });
});

it('is not there without years that follow each other', async () => {
  serve(SIX, CHOIR);
  openApp('/app/settings/groups');
  await screen.findByText('Year 6');
  expect(screen.queryByRole('button', { name: 'Move years up' })).toBeNull();
});

it('suggests, says what happens, moves, and can be undone', async () => {
  serve(FIVE, SIX, CHOIR);
  openApp('/app/settings/groups');
  await userEvent.click(await screen.findByRole('button', { name: 'Move years up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move years up' }));
  expect(dialog.getByLabelText('Year 5 becomes')).toHaveProperty('value', SIX.id);
  expect(dialog.getByLabelText('Year 6 becomes')).toHaveProperty('value', 'leaves');
  expect(dialog.getByLabelText('Choir becomes')).toHaveProperty('value', 'stays');
  await dialog.findByText(/^31 families move up. 31 families leave the last year, 20 of them into no other/);
  const name = dialog.getByLabelText('Name of that group');
  await userEvent.clear(name);
  expect(dialog.getByText(GROUP_MESSAGES.name)).toBeTruthy();
  await userEvent.type(name, 'Gone');
  answer(moveUpRoutes.lastMove, { status: 200, body: { move: MOVE } });
  answer(moveUpRoutes.undoMove, { status: 204 }, { id: MOVE.id });
  await userEvent.click(dialog.getByRole('button', { name: 'Move years up' }));
  expect(await screen.findByText('The years have moved up')).toBeTruthy();
  const moves = [
    { from: FIVE.id, to: SIX.id },
    { from: SIX.id, to: null },
  ];
  const sent = received.filter(({ call }) => call === CALL).map(({ body }) => body);
  expect(sent).toContainEqual({ move: { moves, leavers: null, after: null, dry_run: true } });
  expect(sent).toContainEqual({ move: { moves, leavers: 'Gone', after: null } });
  expect(await screen.findByText(/^Moved up on/)).toBeTruthy();
  const [undo] = screen.getAllByRole('button', { name: 'Undo' });
  if (undo) await userEvent.click(undo);
  expect(await screen.findByText('Every family is back in its year')).toBeTruthy();
});

it('says of the name of the retired group what the server says', async () => {
  serve(FIVE, SIX);
  openApp('/app/settings/groups');
  await userEvent.click(await screen.findByRole('button', { name: 'Move years up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move years up' }));
  await dialog.findByText(/^31 families move up/);
  answer(moveUpRoutes.moveUp, {
    status: 409,
    body: { error_message: GROUP_MESSAGES.taken, errors: { leavers: [GROUP_MESSAGES.taken] } },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Move years up' }));
  expect(await dialog.findByText(GROUP_MESSAGES.taken)).toBeTruthy();
});
