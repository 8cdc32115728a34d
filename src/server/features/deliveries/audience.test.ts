import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import type { GroupChoice } from '#contract/groups/audience.ts';
import { GROUP_MESSAGES, groupRoutes } from '#contract/groups/groups.ts';
import { historyRoutes } from '#contract/history.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, createSendingSchool, deliveryOf } from '#test/deliveries.ts';
import { createSchool } from '#test/factories.ts';

let test: TestApp;
let token: string;
let id: string;
let groups: Record<'four' | 'choir' | 'staff', string>;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.mail.sent.length = 0;
  ({ token, newsletter: id } = await createSendingSchool(test));
  groups = {
    four: await makeGroup('Year 4'),
    choir: await makeGroup('Choir'),
    staff: await makeGroup('Staff'),
  };
  await addReader('four', [groups.four]);
  await addReader('both', [groups.four, groups.choir]);
  await addReader('choir', [groups.choir]);
  await addReader('staff', [groups.staff, groups.choir]);
  await addReader('other', []);
});

async function makeGroup(name: string, by = token): Promise<string> {
  const call = { token: by, body: { group: { name } } };
  return (await test.call(groupRoutes.createGroup, call)).ok().group.data.id;
}

async function addReader(name: string, group_ids: readonly string[]): Promise<void> {
  const subscriber = { first_name: name, last_name: 'Khan', email: `${name}@home.example`, group_ids };
  (await test.call(subscriberRoutes.createSubscriber, { token, body: { subscriber } })).ok();
}

async function send(choice: GroupChoice, more: object = {}) {
  test.mail.sent.length = 0;
  const reply = (await callDeliver(test, token, id, { groups: choice, ...more })).ok().delivery.data;
  await test.jobs.settled();
  return reply;
}

async function count({ any, none }: GroupChoice) {
  const query = { any: any.join(','), none: none.join(',') };
  return (await test.call(deliveryRoutes.audience, { token, params: { id }, query })).ok().audience;
}

const reached = () =>
  test.mail.sent
    .map(({ to }) => to.address)
    .filter((address) => address.endsWith('@home.example'))
    .map((address) => address.split('@')[0])
    .sort();

describe('a sending to groups', () => {
  it('reaches each family of any of them once, and says how many beforehand', async () => {
    const choice = { any: [groups.four, groups.choir], none: [] };
    expect(await count(choice)).toEqual({
      recipients: 4,
      already_sent: 0,
      with_digest: 0,
      own_groups_only: 0,
      left: 0,
      refused: 0,
    });
    const { attributes } = await send(choice);
    expect(attributes).toMatchObject({ total: 4, audience: 'Year 4 and Choir' });
    expect(reached()).toEqual(['both', 'choir', 'four', 'staff']);
  });

  it('leaves out those of other groups', async () => {
    expect(await count({ any: [], none: [groups.staff] })).toMatchObject({ recipients: 4 });
    const { attributes } = await send({ any: [groups.choir], none: [groups.four, groups.staff] });
    expect(attributes.audience).toBe('Choir, but not Year 4 and Staff');
    expect(reached()).toEqual(['choir']);
  });

  it('reaches people who have not had the newsletter by an earlier one', async () => {
    await send({ any: [groups.four], none: [] });
    expect(await count({ any: [groups.choir], none: [] })).toMatchObject({ recipients: 2, already_sent: 1 });
    test.clock.advance(1);
    await send({ any: [groups.choir], none: [] });
    expect(reached()).toEqual(['choir', 'staff']);
    test.clock.advance(1);
    const { attributes } = await send({ any: [], none: [] });
    expect(attributes.audience).toBeNull();
    expect(reached()).toEqual(['other']);
    const editions = (await test.call(historyRoutes.listEditions, { token, params: { id } })).ok().edition;
    expect(editions.data[0]?.attributes.sendings.map(({ audience, sent }) => [audience, sent])).toEqual([
      ['Year 4', 2],
      ['Choir', 2],
      [null, 1],
    ]);
  });

  it('goes to who is in the groups when its time comes', async () => {
    const send_at = new Date(test.clock.now().getTime() + HOUR_MS).toISOString();
    const planned = await send({ any: [groups.four], none: [] }, { send_at });
    expect(planned.attributes.total).toBe(2);
    await addReader('new', [groups.four]);
    expect(await deliveryOf(test, token, planned.id)).toMatchObject({ total: 3 });
    test.clock.advance(HOUR_MS);
    await test.jobs.due();
    expect(reached()).toEqual(['both', 'four', 'new']);
  });

  it('keeps its groups from being merged or deleted until it has begun', async () => {
    const send_at = new Date(test.clock.now().getTime() + HOUR_MS).toISOString();
    const planned = await send({ any: [], none: [groups.staff] }, { send_at });
    const merge = () =>
      test.call(groupRoutes.mergeGroup, {
        token,
        params: { id: groups.staff },
        body: { group: { into: groups.choir } },
      });
    expect((await merge()).error().error_message).toBe(GROUP_MESSAGES.planned);
    const retire = { token, params: { id: groups.staff }, body: { group: { retired: true } } };
    (await test.call(groupRoutes.updateGroup, retire)).ok();
    const remove = await test.call(groupRoutes.deleteGroup, { token, params: { id: groups.staff } });
    expect(remove.error().error_message).toBe(GROUP_MESSAGES.planned);
    (await test.call(deliveryRoutes.cancelDelivery, { token, params: { id: planned.id } })).ok();
    (await merge()).ok();
  });

  it('is refused for a retired group and for one of another school', async () => {
    const retire = { token, params: { id: groups.four }, body: { group: { retired: true } } };
    (await test.call(groupRoutes.updateGroup, retire)).ok();
    const foreign = await makeGroup('Year 5', (await createSchool(test)).owner.token);
    for (const group of [groups.four, foreign]) {
      const refused = await callDeliver(test, token, id, { groups: { any: [], none: [group] } });
      expect(refused.error().errors).toEqual({ groups: [GROUP_MESSAGES.unknown] });
      const query = { any: group };
      const asked = await test.call(deliveryRoutes.audience, { token, params: { id }, query });
      expect(asked.status).toBe(400);
    }
    expect(reached()).toEqual([]);
  });
});
