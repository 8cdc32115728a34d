import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { GROUP_MESSAGES, groupRoutes } from '#contract/groups/groups.ts';
import { MOVE_MESSAGES, MOVE_UNDO_DAYS, moveUpRoutes } from '#contract/groups/move-up.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { groupMoves } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { countWrongGroups } from '#test/subscribers.ts';

let test: TestApp;
let school: TestSchool;
let ids: Readonly<Record<string, string>>;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
  ids = {};
  for (const name of ['Year 4', 'Year 5', 'Year 6', 'Choir']) ids = { ...ids, [name]: await makeGroup(name) };
  await addFamily('Ann', 'Year 4');
  await addFamily('Ben', 'Year 4', 'Year 6', 'Choir');
  await addFamily('Cat', 'Year 5', 'Year 6');
  await addFamily('Dan', 'Year 6');
});
afterEach(async () => expect(await countWrongGroups(test)).toBe(0));
afterAll(async () => await test.close());

const by = () => ({ token: school.owner.token });
async function makeGroup(name: string): Promise<string> {
  return (await test.call(groupRoutes.createGroup, { ...by(), body: { group: { name } } })).ok().group.data
    .id;
}
async function addFamily(name: string, ...groups: readonly string[]): Promise<void> {
  const subscriber = {
    first_name: name,
    last_name: 'Lee',
    email: `${name.toLowerCase()}@x.example`,
    group_ids: groups.map((group) => ids[group] ?? ''),
  };
  (await test.call(subscriberRoutes.createSubscriber, { ...by(), body: { subscriber } })).ok();
}
const listed = async (query = {}) =>
  (await test.call(subscriberRoutes.listSubscribers, { ...by(), query })).ok().subscribers.data;
const families = async () =>
  Object.fromEntries(
    (await listed()).map(({ attributes: { first_name, groups } }) => [
      first_name,
      groups.map(({ name }) => name).join(', '),
    ]),
  );
const groups = async () =>
  (await test.call(groupRoutes.listGroups, by()))
    .ok()
    .groups.data.map(
      ({ attributes: { name, members, retired_at } }) => `${name} ${members}${retired_at ? ' retired' : ''}`,
    );
const last = async () => (await test.call(moveUpRoutes.lastMove, by())).ok().move;
const undo = async () =>
  await test.call(moveUpRoutes.undoMove, { ...by(), params: { id: (await last())?.id ?? '' } });

function move(
  leavers: string | null = 'Leavers 2026',
  more: { dry_run?: boolean; after?: string | null } = {},
) {
  const moves = [
    { from: ids['Year 4'] ?? '', to: ids['Year 5'] ?? '' },
    { from: ids['Year 5'] ?? '', to: ids['Year 6'] ?? '' },
    { from: ids['Year 6'] ?? '', to: null },
  ];
  return test.call(moveUpRoutes.moveUp, {
    ...by(),
    body: { move: { moves, leavers, after: null, ...more } },
  });
}

const BEFORE = { Ann: 'Year 4', Ben: 'Year 4, Year 6, Choir', Cat: 'Year 5, Year 6', Dan: 'Year 6' };
const AFTER = { Ann: 'Year 5', Ben: 'Year 5, Choir', Cat: 'Year 6', Dan: '' };

describe('moving years up', () => {
  it('counts first, and changes nothing by that', async () => {
    const { moved } = (await move('Leavers', { dry_run: true })).ok();
    expect(moved).toEqual({ moving: 3, leaving: 3, groupless: 1 });
    expect(await families()).toEqual(BEFORE);
    expect(await last()).toBeNull();
  });

  it('moves every family at once, and keeps who left in a retired group', async () => {
    (await move()).ok();
    expect(await families()).toEqual(AFTER);
    expect(await groups()).toEqual(['Year 4 0', 'Year 5 2', 'Year 6 1', 'Choir 1', 'Leavers 2026 3 retired']);
    const alone = (await listed({ filter: 'no_group' })).map(({ attributes }) => attributes.first_name);
    expect(alone).toEqual(['Dan']);
    const log = await test.call(auditRoutes.auditLog, { ...by(), params: { id: school.id } });
    const entry = log.ok().audit_log.data.find(({ attributes }) => attributes.action === 'years_moved_up');
    expect(entry?.attributes).toMatchObject({ subject: 'Year 4, Year 5, Year 6', details: { moving: 3 } });
  });

  it('makes no group of leavers when nobody leaves', async () => {
    const moves = [{ from: ids['Year 5'] ?? '', to: ids['Year 6'] ?? '' }];
    const call = { ...by(), body: { move: { moves, leavers: 'Leavers 2026', after: null } } };
    expect((await test.call(moveUpRoutes.moveUp, call)).ok().moved.leaving).toBe(0);
    expect(await groups()).toEqual(['Year 4 2', 'Year 5 0', 'Year 6 3', 'Choir 1']);
    (await undo()).ok();
    expect(await families()).toEqual(BEFORE);
  });

  it('is undone for families who are still where it put them', async () => {
    (await move()).ok();
    (await undo()).ok();
    expect(await families()).toEqual(BEFORE);
    expect(await groups()).toEqual(['Year 4 2', 'Year 5 1', 'Year 6 3', 'Choir 1']);
    expect(await last()).toBeNull();
    test.clock.advance(1000);
    (await move(null)).ok();
    const ann = (await listed({ search_string: 'ann@' }))[0]?.id ?? '';
    const subscriber = { group_ids: [ids.Choir ?? ''] };
    await test.call(subscriberRoutes.updateSubscriber, {
      ...by(),
      params: { id: ann },
      body: { subscriber },
    });
    await addFamily('Eve', 'Year 5');
    test.clock.advance(1000);
    (await undo()).ok();
    expect(await families()).toEqual({ ...BEFORE, Ann: 'Choir', Eve: 'Year 5' });
  });

  it('happens once, however often it is requested at once, and each can be undone', async () => {
    const statuses = await Promise.all([move(null), move(null), move(null)]);
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await families()).toEqual(AFTER);
    const first = (await last())?.id ?? '';
    test.clock.advance(1000);
    (await move(null, { after: first })).ok();
    expect(await families()).toEqual({ Ann: 'Year 6', Ben: 'Year 6, Choir', Cat: '', Dan: '' });
    (await undo()).ok();
    expect((await last())?.id).toBe(first);
    (await undo()).ok();
    expect(await families()).toEqual(BEFORE);
    const again = await test.call(moveUpRoutes.undoMove, { ...by(), params: { id: first } });
    expect(again.error().error_message).toBe(MOVE_MESSAGES.notUndoable);
  });

  it('keeps the rules of names for the group of leavers', async () => {
    expect((await move('\u0000\u200b')).error().errors).toEqual({ leavers: [GROUP_MESSAGES.name] });
    (await move('Leavers\r\n2026')).ok();
    expect(await groups()).toContain('Leavers 2026 3 retired');
  });

  it('cannot be undone after a week, nor twice', async () => {
    (await move()).ok();
    const id = (await last())?.id ?? '';
    const createdAt = new Date(test.clock.now().getTime() - MOVE_UNDO_DAYS * DAY_MS);
    await test.context.database.orm().update(groupMoves).set({ createdAt });
    expect(await last()).toBeNull();
    const late = await test.call(moveUpRoutes.undoMove, { ...by(), params: { id } });
    expect(late.error().error_message).toBe(MOVE_MESSAGES.notUndoable);
  });

  it('is refused for groups that cannot move, and for a name that is taken', async () => {
    const [from, to] = [ids['Year 4'] ?? '', ids['Year 5'] ?? ''];
    const send = async (moves: readonly { from: string; to: string | null }[]) =>
      (
        await test.call(moveUpRoutes.moveUp, {
          ...by(),
          body: { move: { moves: [...moves], leavers: null, after: null } },
        })
      ).error().errors?.moves;
    expect(await send([])).toEqual([MOVE_MESSAGES.none]);
    expect(await send([{ from, to: from }])).toEqual([MOVE_MESSAGES.itself]);
    expect(
      await send([
        { from, to },
        { from, to: null },
      ]),
    ).toEqual([MOVE_MESSAGES.twice]);
    const other = await createSchool(test);
    const call = { token: other.owner.token, body: { group: { name: 'Year 5' } } };
    const theirs = (await test.call(groupRoutes.createGroup, call)).ok().group.data.id;
    expect(await send([{ from, to: theirs }])).toEqual([GROUP_MESSAGES.unknown]);
    expect((await move('choir')).error().errors).toEqual({ leavers: [GROUP_MESSAGES.taken] });
    expect(await families()).toEqual(BEFORE);
  });
});
