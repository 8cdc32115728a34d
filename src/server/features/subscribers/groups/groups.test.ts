import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import {
  GROUP_MESSAGES,
  GROUP_NAME_MAX,
  GROUPS_MAX,
  GROUPS_STORED_MAX,
  groupRoutes,
} from '#contract/groups/groups.ts';
import { memberRoutes } from '#contract/groups/members.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import {
  subscriberGroupMembers,
  subscriberGroups,
  subscribers,
} from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { countWrongGroups, createSubscribers } from '#test/subscribers.ts';

const { listGroups, createGroup, updateGroup, mergeGroup, deleteGroup } = groupRoutes;

let test: TestApp;
let school: TestSchool;
let token: string;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
  token = school.owner.token;
});
// The groups stored with each subscriber stay right, whatever is done to groups.
afterEach(async () => expect(await countWrongGroups(test)).toBe(0));
afterAll(async () => await test.close());

const attempt = (name: string) => test.call(createGroup, { token, body: { group: { name } } });
const make = async (name: string) => (await attempt(name)).ok().group.data;
const change = (id: string, group: object) =>
  test.call(updateGroup, { token, params: { id }, body: { group } });
const merge = (id: string, into: string) =>
  test.call(mergeGroup, { token, params: { id }, body: { group: { into } } });
const list = async () => (await test.call(listGroups, { token })).ok().groups.data;
const names = async () => (await list()).map(({ attributes }) => attributes.name);

async function addReader(email: string, group_ids: readonly string[]) {
  const subscriber = { first_name: 'Amelia', last_name: 'Okafor', email, group_ids };
  return (await test.call(subscriberRoutes.createSubscriber, { token, body: { subscriber } })).ok().subscriber
    .data;
}

async function readersOf(group: string) {
  const { subscribers } = (
    await test.call(subscriberRoutes.listSubscribers, { token, query: { group, order: 'email' } })
  ).ok();
  return subscribers.data.map(({ attributes }) => attributes.email);
}

describe('groups', () => {
  it('are made, renamed and listed, years first', async () => {
    const choir = await make(' Choir ');
    expect(choir.attributes).toEqual({
      name: 'Choir',
      members: 0,
      families: 0,
      retired_at: null,
      is_offered: false,
      merged_ids: [],
    });
    await make('Year 10');
    const four = await make('Year 4');
    expect(await names()).toEqual(['Year 4', 'Year 10', 'Choir']);
    expect((await change(four.id, { name: 'YEAR 4' })).ok().group.data.attributes.name).toBe('YEAR 4');
    expect(await names()).toEqual(['YEAR 4', 'Year 10', 'Choir']);
  });

  it('have a name of their own in the school, whatever its case, and a limited one', async () => {
    await make('Year 4');
    const choir = await make('Choir');
    for (const refused of [await attempt('year  4'), await change(choir.id, { name: 'YEAR 4' })]) {
      expect(refused.status).toBe(409);
      expect(refused.error().errors).toEqual({ name: [GROUP_MESSAGES.taken] });
    }
    expect((await attempt(' ')).error().errors).toEqual({ name: [GROUP_MESSAGES.name] });
    const long = await attempt('x'.repeat(GROUP_NAME_MAX + 1));
    expect(long.error().errors).toEqual({ name: [GROUP_MESSAGES.long] });
    const other = (await createSchool(test)).owner.token;
    (await test.call(createGroup, { token: other, body: { group: { name: 'Year 4' } } })).ok();
  });

  it('are limited in number, those in use and all together', async () => {
    const rows = (count: number, retiredAt: Date | null) =>
      Array.from({ length: count }, (_, at) => {
        const name = `${retiredAt === null ? 'Club' : 'Old'} ${at}`;
        return { schoolId: school.id, name, nameKey: name.toLowerCase(), retiredAt };
      });
    const orm = test.context.database.orm();
    await orm.insert(subscriberGroups).values(rows(GROUPS_MAX - 1, null));
    const last = await make('Last');
    expect((await attempt('One more')).error().error_message).toBe(GROUP_MESSAGES.full);
    (await change(last.id, { retired: true })).ok();
    const another = await make('Another');
    expect((await change(last.id, { retired: false })).error().error_message).toBe(GROUP_MESSAGES.full);
    (await change(another.id, { retired: true })).ok();
    await orm.insert(subscriberGroups).values(rows(GROUPS_STORED_MAX - GROUPS_MAX - 1, test.clock.now()));
    expect((await attempt('One more')).error().error_message).toBe(GROUP_MESSAGES.stored);
  });

  it('are retired and brought back with those who are in them, and deleted only when retired', async () => {
    const { id } = await make('Year 6');
    const reader = await addReader('a@families.example', [id]);
    expect((await test.call(deleteGroup, { token, params: { id } })).error().error_message).toBe(
      GROUP_MESSAGES.inUse,
    );
    const retired = (await change(id, { retired: true })).ok().group.data.attributes;
    expect(retired.retired_at).toBe(test.clock.now().toISOString());
    expect((await attempt('year 6')).error().error_message).toBe(GROUP_MESSAGES.takenByRetired);
    const call = { token, params: { id: reader.id }, body: { subscriber: { group_ids: [] } } };
    const without = (await test.call(subscriberRoutes.updateSubscriber, call)).ok().subscriber.data;
    expect(without.attributes.groups).toEqual([]);
    (await change(id, { retired: false })).ok();
    expect(await readersOf(id)).toEqual(['a@families.example']);
    (await change(id, { retired: true })).ok();
    (await test.call(deleteGroup, { token, params: { id } })).ok();
    expect(await names()).toEqual([]);
    (await test.call(subscriberRoutes.getSubscriber, { token, params: { id: reader.id } })).ok();
  });

  it('merge into another one, with each of their families once', async () => {
    const [from, into] = [await make('4B'), await make('Year 4')];
    await addReader('a@families.example', [from.id, into.id]);
    await addReader('b@families.example', [from.id]);
    expect((await merge(from.id, from.id)).error().error_message).toBe(GROUP_MESSAGES.itself);
    const merged = (await merge(from.id, into.id)).ok().group.data;
    expect(merged).toMatchObject({ id: into.id, attributes: { members: 2, families: 2 } });
    expect(await readersOf(into.id)).toEqual(['a@families.example', 'b@families.example']);
    expect(await names()).toEqual(['Year 4']);
  });

  it('do not merge into a retired group or one of another school', async () => {
    const [from, retired] = [await make('4B'), await make('Year 4')];
    (await change(retired.id, { retired: true })).ok();
    const other = (await createSchool(test)).owner.token;
    const body = { group: { name: 'Choir' } };
    const foreign = (await test.call(createGroup, { token: other, body })).ok().group.data;
    for (const into of [retired.id, foreign.id])
      expect((await merge(from.id, into)).error().error_message).toBe(GROUP_MESSAGES.intoRetired);
  });

  it('count all of their subscribers, and the families that a newsletter reaches', async () => {
    const { id } = await make('Year 4');
    await addReader('a@families.example', [id]);
    const left = { status: 'unsubscribed', unsubscribedAt: test.clock.now() } as const;
    const [gone] = await createSubscribers(test, school.id, 1, left);
    const [bounced] = await createSubscribers(test, school.id, 1, { bouncedAt: test.clock.now() }, 1);
    for (const reader of [gone, bounced]) {
      const call = { token, params: { id: reader?.id ?? '' }, body: { subscriber: { group_ids: [id] } } };
      (await test.call(subscriberRoutes.updateSubscriber, call)).ok();
    }
    expect((await list())[0]?.attributes).toMatchObject({ members: 3, families: 1 });
  });

  it('are in the school’s log', async () => {
    const { id } = await make('Year 4');
    const into = await make('Year 5');
    (await change(id, { name: 'Year 4B' })).ok();
    (await change(id, { retired: true })).ok();
    (await change(id, { retired: false })).ok();
    (await merge(id, into.id)).ok();
    const call = { token, params: { id: school.id }, query: { per_page: '100' } };
    const { audit_log } = (await test.call(auditRoutes.auditLog, call)).ok();
    const lines = audit_log.data.map(({ attributes: { action, subject } }) => `${action} ${subject}`);
    expect(lines.slice(0, 6)).toEqual([
      'group_merged Year 4B',
      'group_restored Year 4B',
      'group_retired Year 4B',
      'group_renamed Year 4',
      'group_created Year 5',
      'group_created Year 4',
    ]);
  });

  it('are seen by an editor, and changed by owner and admin alone', async () => {
    const { id } = await make('Year 4');
    const editor = await createStaff(test, school.id, 'editor');
    (await test.call(listGroups, { token: editor.token })).ok();
    const call = { token: editor.token, params: { id }, body: { group: { name: 'Mine' } } };
    expect((await test.call(updateGroup, call)).status).toBe(403);
  });
});

describe('a subscriber', () => {
  it('is in any number of groups, which a form sets and an export names', async () => {
    const [four, choir] = [await make('Year 4'), await make('Choir')];
    const reader = await addReader('a@families.example', [choir.id, four.id, four.id]);
    expect(reader.attributes.groups).toEqual([
      { id: four.id, name: 'Year 4' },
      { id: choir.id, name: 'Choir' },
    ]);
    const exported = (await test.call(subscriberRoutes.exportSubscribers, { token })).text;
    expect(exported).toContain('Year 4; Choir');
    const set = async (subscriber: object) => {
      const call = { token, params: { id: reader.id }, body: { subscriber } };
      return (await test.call(subscriberRoutes.updateSubscriber, call)).ok().subscriber.data.attributes
        .groups;
    };
    expect(await set({ first_name: 'Amelie' })).toHaveLength(2);
    expect(await set({ group_ids: [choir.id] })).toEqual([{ id: choir.id, name: 'Choir' }]);
    expect(await readersOf(four.id)).toEqual([]);
  });

  it('is in no group of another school', async () => {
    const other = (await createSchool(test)).owner.token;
    const body = { group: { name: 'Year 4' } };
    const foreign = (await test.call(createGroup, { token: other, body })).ok().group.data;
    const subscriber = {
      first_name: 'A',
      last_name: 'B',
      email: 'a@families.example',
      group_ids: [foreign.id],
    };
    const refused = await test.call(subscriberRoutes.createSubscriber, { token, body: { subscriber } });
    expect(refused.error().errors).toEqual({ group_ids: [GROUP_MESSAGES.unknown] });
    await addReader('a@families.example', []);
    expect(await readersOf(foreign.id)).toEqual([]);
  });
});

describe('putting many into a group', () => {
  const put = (group: string, members: object) =>
    test.call(memberRoutes.addMembers, { token, params: { id: group }, body: { members } });

  it('takes the families that the list finds, except those who have left the group, and can be taken back', async () => {
    const [choir, four] = [(await make('Choir')).id, (await make('Year 4')).id];
    const ann = await addReader('ann@x.example', [four]);
    const ben = await addReader('ben@x.example', [four, choir]);
    const cat = await addReader('cat@x.example', [four]);
    await addReader('dan@x.example', []);
    await test.context.database
      .orm()
      .update(subscribers)
      .set({ leftGroupIds: [choir] })
      .where(eq(subscribers.id, cat.id));
    const { members } = (await put(choir, { found: { group: four } })).ok();
    expect(members).toEqual({ added: [ann.id], left: 1 });
    expect(await readersOf(choir)).toEqual(['ann@x.example', 'ben@x.example']);
    const back = { token, params: { id: choir }, body: { members: { subscriber_ids: members.added } } };
    (await test.call(memberRoutes.removeMembers, back)).ok();
    expect(await readersOf(choir)).toEqual(['ben@x.example']);
    expect((await put(choir, { subscriber_ids: [ben.id] })).ok().members.added).toEqual([]);
  });

  it('takes nobody of another school, and nobody into a group that is not in use', async () => {
    const other = await createSchool(test);
    const [stranger] = await createSubscribers(test, other.id, 1);
    const { id } = await make('Choir');
    expect((await put(id, { subscriber_ids: [stranger?.id ?? ''] })).ok().members.added).toEqual([]);
    await change(id, { retired: true });
    expect((await put(id, { found: {} })).status).toBe(404);
    expect((await put(id, {})).status).toBe(400);
  });

  it('loses none of two groups that come to the same families at once', async () => {
    const groups = [(await make('Choir')).id, (await make('Year 4')).id];
    const families = await createSubscribers(test, school.id, 40);
    const { database } = test.context;
    const join = (groupId: string, index: number) =>
      database.forSchool(school.id, async () => {
        const rows = families.map(({ id }) => ({ schoolId: school.id, groupId, subscriberId: id }));
        await database
          .orm()
          .insert(subscriberGroupMembers)
          .values(index === 0 ? rows : rows.toReversed());
      });
    await Promise.all(groups.map(join));
    expect((await list()).map(({ attributes }) => attributes.members)).toEqual([40, 40]);
  });
});
