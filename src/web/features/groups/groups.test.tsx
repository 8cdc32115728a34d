import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { GROUP_MESSAGES, type GroupResource, groupRoutes } from '#contract/groups/groups.ts';
import { moveUpRoutes } from '#contract/groups/move-up.ts';
import { peopleRoutes } from '#contract/people.ts';
import { schoolRoutes } from '#contract/school.ts';
import { answer, openApp, personOf, received, SCHOOL, signIn } from '#test/support/web/app.tsx';

const groupOf = (name: string, changes: Partial<GroupResource['attributes']> = {}): GroupResource => ({
  id: crypto.randomUUID(),
  type: 'group',
  attributes: {
    name,
    members: 31,
    families: 31,
    retired_at: null,
    is_offered: false,
    merged_ids: [],
    ...changes,
  },
});
const FOUR = groupOf('Year 4');
const FIVE = groupOf('Year 5', { families: 1 });
const OLD = groupOf('Netball', { retired_at: '2026-07-20T09:00:00.000Z' });

const serve = (...groups: readonly GroupResource[]) =>
  answer(groupRoutes.listGroups, { status: 200, body: { groups: { data: groups } } });
const answered = (group: GroupResource) => ({ status: 200, body: { group: { data: group } } });
const sent = (call: string) => received.find((each) => each.call === call)?.body;
const refused = (name: string) => ({ status: 409, body: { error_message: name, errors: { name: [name] } } });

async function choose(group: string, item: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Options for ${group}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

beforeEach(() => {
  signIn(personOf({ role: 'admin' }));
  answer(peopleRoutes.myProfile, { status: 200, body: { user: { data: personOf({ role: 'admin' }) } } });
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: SCHOOL } } });
});

it('begins with no groups and makes one, with what the server says of its name', async () => {
  serve();
  answer(groupRoutes.createGroup, refused(GROUP_MESSAGES.taken));
  openApp('/app/settings/groups');
  expect(await screen.findByRole('heading', { name: 'No groups yet' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'New group' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New group' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(GROUP_MESSAGES.name)).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Name'), 'Year 4');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(GROUP_MESSAGES.taken)).toBeTruthy();
  answer(groupRoutes.createGroup, { ...answered(FOUR), status: 201 });
  serve(FOUR);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('31 families')).toBeTruthy();
  expect(sent('POST /api/v1/groups')).toEqual({ group: { name: 'Year 4' } });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New group' })));
});

it('counts whom a newsletter reaches, and says who else is in a group', async () => {
  serve(FOUR, FIVE, groupOf('Year 6', { families: 30 }));
  openApp('/app/settings/groups');
  const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  await screen.findByText('Year 4');
  expect(rows().filter((text) => text?.startsWith('Year'))).toEqual([
    'Year 431 families',
    'Year 51 family and 30 that get no newsletters',
    'Year 630 families and 1 that gets no newsletters',
  ]);
});

it('renames, retires with Undo, and brings back', async () => {
  serve(FOUR, FIVE, OLD);
  answer(groupRoutes.updateGroup, answered(FOUR), { id: FOUR.id });
  answer(groupRoutes.updateGroup, answered(OLD), { id: OLD.id });
  openApp('/app/settings/groups');
  expect(await screen.findByText('1 family')).toBeTruthy();
  await choose('Year 4', 'Rename');
  const name = await screen.findByLabelText('Name');
  await userEvent.type(name, 'B');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await choose('Year 4', 'Retire');
  expect(await screen.findByText('‘Year 4’ is retired. Its families stay on your list')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const call = `PATCH /api/v1/groups/${FOUR.id}`;
  const bodies = () => received.filter((each) => each.call === call).map(({ body }) => body);
  await expect
    .poll(bodies)
    .toEqual([{ group: { name: 'Year 4B' } }, { group: { retired: true } }, { group: { retired: false } }]);
  await userEvent.click(screen.getByText('Retired (1)'));
  await choose('Netball', 'Bring back');
  await expect.poll(() => sent(`PATCH /api/v1/groups/${OLD.id}`)).toEqual({ group: { retired: false } });
});

it('lets families choose a group, and says what that changes of the public diary', async () => {
  const attributes = { ...SCHOOL.attributes, diary_url: 'https://school.test/s/oakfield/diary' };
  answer(schoolRoutes.mySchool, { status: 200, body: { school: { data: { ...SCHOOL, attributes } } } });
  serve(FOUR, FIVE);
  const chosen = groupOf('Year 4', { is_offered: true });
  const offer = () => {
    serve({ ...chosen, id: FOUR.id }, FIVE);
    return answered(chosen);
  };
  answer(groupRoutes.updateGroup, offer, { id: FOUR.id });
  openApp('/app/settings/groups');
  await choose('Year 4', 'Let families choose it');
  expect(await screen.findByText(/^Dates that are only for your other groups are not/)).toBeTruthy();
  await choose('Year 4', 'No longer let families choose it');
  expect(await screen.findByText(/^Families can choose no group now/)).toBeTruthy();
});

it('merges a group into another one, and deletes a retired one', async () => {
  serve(FOUR, FIVE, OLD);
  answer(groupRoutes.mergeGroup, answered(FIVE), { id: FOUR.id });
  answer(groupRoutes.deleteGroup, { status: 204 }, { id: OLD.id });
  const uses = [{ id: FOUR.id, title: 'Autumn news' }];
  answer(groupRoutes.groupUses, { status: 200, body: { news_letters: uses } }, { id: OLD.id });
  openApp('/app/settings/groups');
  await choose('Year 4', 'Merge into…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge ‘Year 4’' }));
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Year 5']);
  // The merged group disappears from the list, with its dialog, before the list is reloaded.
  serve(FIVE, OLD);
  answer(moveUpRoutes.lastMove, async () => {
    await expect.poll(() => screen.queryByText('Year 4')).toBeNull();
    return { status: 200, body: { move: null } };
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('‘Year 4’ is part of ‘Year 5’ now')).toBeTruthy();
  expect(sent(`PUT /api/v1/groups/${FOUR.id}/merge`)).toEqual({ group: { into: FIVE.id } });
  await userEvent.click(screen.getByText('Retired (1)'));
  await choose('Netball', 'Delete');
  expect(await screen.findByText(/^Blocks for it are in ‘Autumn news’\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete group' }));
  expect(await screen.findByText('‘Netball’ deleted')).toBeTruthy();
});

it('says what failed, and tries again', async () => {
  answer(groupRoutes.listGroups, { status: 503, body: { error_message: 'Away' } });
  openApp('/app/settings/groups');
  await screen.findByText('We could not load the groups');
  serve(FOUR);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Year 4')).toBeTruthy();
});
