import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { SUBSCRIBER_MESSAGES, type SubscriberResource, subscriberRoutes } from '#contract/subscribers.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';

const { listSubscribers, createSubscriber, getSubscriber, updateSubscriber, deleteSubscriber } =
  subscriberRoutes;

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(async () => await test.close());

const amelia = { first_name: 'Amelia', last_name: 'Okafor', email: 'amelia@families.example' };

async function add(person: object = amelia, by: TestSchool = school): Promise<SubscriberResource> {
  const body = { subscriber: person };
  return (await test.call(createSubscriber, { token: by.owner.token, body })).ok().subscriber.data;
}

async function list(query: Readonly<Record<string, string>> = {}) {
  return (await test.call(listSubscribers, { token: school.owner.token, query })).ok();
}

const emailsOf = (reply: Awaited<ReturnType<typeof list>>) =>
  reply.subscribers.data.map(({ attributes }) => attributes.email);

async function unsubscribe(email: string): Promise<void> {
  await test.context.database
    .orm()
    .update(subscribers)
    .set({ status: 'unsubscribed', unsubscribedAt: test.clock.now() })
    .where(and(eq(subscribers.schoolId, school.id), eq(subscribers.email, email)));
}

const one = (id: string) => ({ token: school.owner.token, params: { id } });

describe('adding a subscriber', () => {
  it('subscribes at once and sends no mail', async () => {
    const added = await add({ ...amelia, email: ' Amelia@Families.EXAMPLE ' });
    expect(added).toMatchObject({
      type: 'subscriber',
      attributes: { ...amelia, status: 'subscribed', unsubscribed_at: null, bounced_at: null },
    });
    await test.jobs.settled();
    expect(test.mail.to(amelia.email)).toEqual([]);
    expect((await test.call(getSubscriber, one(added.id))).ok().subscriber.data).toEqual(added);
  });

  it('accepts an address once in each school', async () => {
    await add();
    const again = { token: school.owner.token, body: { subscriber: { ...amelia, first_name: 'A.' } } };
    const refused = await test.call(createSubscriber, again);
    expect(refused.status).toBe(409);
    expect(refused.error().errors).toEqual({ email: [SUBSCRIBER_MESSAGES.taken] });
    await add(amelia, await createSchool(test));
    expect(emailsOf(await list())).toEqual([amelia.email]);
  });

  it('reports an error for each invalid field', async () => {
    const body = { subscriber: { first_name: ' ', last_name: 'x'.repeat(201), email: 'amelia' } };
    const refused = await test.call(createSubscriber, { token: school.owner.token, body });
    expect(refused.status).toBe(400);
    expect(refused.error().errors).toEqual({
      first_name: [FIELD_MESSAGES.required],
      last_name: [FIELD_MESSAGES.limit],
      email: [FIELD_MESSAGES.email],
    });
  });

  it.each(['unsubscribed', 'unsubscribed and deleted', 'unsubscribed and moved'])(
    'answers 409 for an address that has %s',
    async (how) => {
      const { id } = await add();
      await unsubscribe(amelia.email);
      if (how.endsWith('deleted')) await test.call(deleteSubscriber, one(id));
      if (how.endsWith('moved')) {
        const body = { subscriber: { email: 'other@families.example' } };
        const moved = (await test.call(updateSubscriber, { ...one(id), body })).ok().subscriber.data;
        expect(moved.attributes.status).toBe('unsubscribed');
      }
      const refused = await test.call(createSubscriber, {
        token: school.owner.token,
        body: { subscriber: amelia },
      });
      expect(refused.status).toBe(409);
      expect(refused.error().errors).toEqual({ email: [SUBSCRIBER_MESSAGES.unsubscribed] });
      // Another school is not affected.
      await add(amelia, await createSchool(test));
    },
  );
});

describe('searching the list', () => {
  const people = [
    'Zoë Álvarez',
    'Finn O’Neill',
    'Ola Ćwik',
    'Åsa Öberg',
    'Paul Zulu',
    'Piotr Łuk',
    'Mia Peters',
  ];
  const names = async (query: Parameters<typeof list>[0]) =>
    (await list(query)).subscribers.data.map(
      ({ attributes: { first_name, last_name } }) => `${first_name} ${last_name}`,
    );
  beforeEach(async () => {
    for (const [index, person] of people.entries()) {
      const [first_name = '', last_name = ''] = person.split(' ');
      await add({ first_name, last_name, email: `a${index}@families.example` });
    }
  });

  it.each([
    ['zoe', 'Zoë Álvarez'],
    ['ZOË alv', 'Zoë Álvarez'],
    ['oberg', 'Åsa Öberg'],
    ["o'neill", 'Finn O’Neill'],
    ['o’neill', 'Finn O’Neill'],
    ['luk', 'Piotr Łuk'],
  ])('knows no accents and one apostrophe: %s', async (search_string, found) => {
    expect(await names({ search_string })).toEqual([found]);
  });

  it.each([
    'info@schäfer.example',
    'SCHÄFER.example',
    '@schäfer',
    'schäfer',
    'xn--schfer',
    'kim info@schäfer',
  ])('finds a domain of other letters in either form: %s', async (search_string) => {
    await add({ first_name: 'Kim', last_name: 'Roe', email: 'info@schäfer.example' });
    expect(await names({ search_string })).toEqual(['Kim Roe']);
  });

  it('sorts letters with accents beside those without', async () => {
    const sorted = ['Álvarez', 'Ćwik', 'Łuk', 'O’Neill', 'Öberg', 'Peters', 'Zulu'];
    expect((await names({ order: 'name' })).map((name) => name.split(' ')[1])).toEqual(sorted);
  });
});

describe('changing a subscriber', () => {
  it('changes only the given fields', async () => {
    const { id, attributes } = await add();
    const body = { subscriber: { last_name: 'Okafor-Bennett' } };
    const changed = (await test.call(updateSubscriber, { ...one(id), body })).ok().subscriber.data;
    expect(changed.attributes).toEqual({ ...attributes, last_name: 'Okafor-Bennett' });
  });

  it('answers 409 for another subscriber’s address', async () => {
    const { id } = await add();
    await add({ ...amelia, email: 'second@families.example' });
    const body = { subscriber: { email: 'Second@families.example' } };
    const refused = await test.call(updateSubscriber, { ...one(id), body });
    expect(refused.status).toBe(409);
    expect(refused.error().errors).toEqual({ email: [SUBSCRIBER_MESSAGES.taken] });
  });

  it('clears the bounce when the address changes', async () => {
    const { id } = await add();
    const orm = test.context.database.orm();
    const bounce = { bouncedAt: test.clock.now(), bounceReason: 'No such user' };
    await orm.update(subscribers).set(bounce).where(eq(subscribers.id, id));
    const before = (await test.call(getSubscriber, one(id))).ok().subscriber.data.attributes;
    expect(before.bounce_reason).toBe('No such user');
    expect(emailsOf(await list({ filter: 'bounced' }))).toEqual([amelia.email]);
    const body = { subscriber: { email: 'new@families.example' } };
    const after = (await test.call(updateSubscriber, { ...one(id), body })).ok().subscriber.data.attributes;
    expect(after).toMatchObject({ bounced_at: null, bounce_reason: null });
  });

  it('rejects fields that are not in the form', async () => {
    const { id } = await add();
    for (const key of ['status', 'school_id', 'unsubscribed_at', 'id']) {
      const refused = await test.call(updateSubscriber, { ...one(id), body: { subscriber: { [key]: 'x' } } });
      expect(refused.error().errors).toHaveProperty(key);
    }
  });
});

describe('the list of subscribers', () => {
  const people = [
    { first_name: 'Zofia', last_name: 'Nowak', email: 'a@families.example' },
    { first_name: 'Amelia', last_name: 'okafor', email: 'c@families.example' },
    { first_name: 'Ben', last_name: 'O_Neil', email: 'b@families.example' },
  ];

  beforeEach(async () => {
    for (const person of people) {
      await add(person);
      test.clock.advance(1000);
    }
  });

  it.each([
    [{}, 'abc'],
    [{ direction: 'desc' }, 'cba'],
    [{ order: 'email' }, 'abc'],
    [{ order: 'email', direction: 'desc' }, 'cba'],
    [{ order: 'created_at' }, 'bca'],
    [{ order: 'created_at', direction: 'asc' }, 'acb'],
  ])('is sorted: %j', async (query, wanted) => {
    const names = emailsOf(await list(query)).map((email) => email.charAt(0));
    // Sorted by name, the order of O_Neil and okafor depends on the database's collation.
    if (!('order' in query)) expect(names.toSorted()).toEqual([...'abc']);
    else expect(names.join('')).toBe(wanted);
  });

  it.each([
    ['OKAF', ['c']],
    ['okafor am', ['c']],
    ['amelia okafor', ['c']],
    ['o_n', ['b']],
    ['%', []],
    ['families.example', ['a', 'b', 'c']],
    ['a@', ['a']],
    ['nobody', []],
  ])('finds %s', async (search_string, wanted) => {
    const found = emailsOf(await list({ search_string }));
    expect(found.map((email) => email.charAt(0)).toSorted()).toEqual(wanted);
  });

  it('is paged, and includes the unsubscribed', async () => {
    await unsubscribe('c@families.example');
    const first = await list({ per_page: '2', order: 'email', total_pages: '7' });
    expect(first).toMatchObject({ total: 3, total_pages: 2 });
    const second = await list({ per_page: '2', page: '2', order: 'email' });
    expect([...emailsOf(first), ...emailsOf(second)]).toEqual(people.map(({ email }) => email).toSorted());
    // The total is right for full and partial pages, and beyond the last one.
    for (const page of [{ per_page: '3' }, { per_page: '4' }, { per_page: '2', page: '9' }])
      expect(await list(page)).toMatchObject({ total: 3 });
    expect(await list({ search_string: 'nobody' })).toMatchObject({ total: 0, total_pages: 1 });
    expect(emailsOf(await list({ filter: 'unsubscribed' }))).toEqual(['c@families.example']);
    expect(await list({ filter: 'subscribed' })).toMatchObject({ total: 2 });
    const refused = await test.call(listSubscribers, {
      token: school.owner.token,
      query: { per_page: '101' },
    });
    expect(refused.status).toBe(400);
  });
});
