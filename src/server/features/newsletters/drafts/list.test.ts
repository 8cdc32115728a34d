import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { LIST_ORDERS, newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf } from '#contract/route.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { createNewsletter, publish } from '#test/newsletters.ts';
import { createSubscribers } from '#test/subscribers.ts';

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const create = (fields = {}) => createNewsletter(test, school.owner, fields);
const save = (id: string, body: unknown) =>
  test.call(newsletterRoutes.updateNewsletter, { token: school.owner.token, params: { id }, body });
const saved = async (id: string, body: unknown) => (await save(id, body)).ok().news_letter.data;
const list = async (query: Record<string, string> = {}) =>
  (await test.call(newsletterRoutes.listNewsletters, { token: school.owner.token, query })).ok();
const titles = async (query: Record<string, string> = {}) =>
  (await list(query)).news_letter.data.map((item) => item.attributes.title);

describe('the list', () => {
  it('is empty at first', async () => {
    expect(await list()).toEqual({ news_letter: { data: [] }, total_pages: 1, total: 0 });
  });

  it('returns the last changed first, without the blocks', async () => {
    const first = await create({ title: 'First' });
    test.clock.advance(1000);
    await create({ title: 'Second' });
    expect(await titles()).toEqual(['Second', 'First']);
    test.clock.advance(1000);
    await saved(first.id, { title: 'First again' });
    const shown = await list();
    expect(shown.news_letter.data.map((item) => item.attributes.title)).toEqual(['First again', 'Second']);
    expect(Object.keys(shown.news_letter.data[0]?.attributes ?? {}).sort()).toEqual([
      'body',
      'created_at',
      'has_unpublished_changes',
      'is_listed',
      'last_delivery',
      'layout_type',
      'next_timing',
      'slug',
      'status',
      'title',
      'updated_at',
    ]);
  });

  it.each([
    { accepted: 'gzip, deflate, br', encoding: 'br', unpack: brotliDecompressSync },
    { accepted: 'gzip', encoding: 'gzip', unpack: gunzipSync },
    { accepted: 'identity', encoding: undefined, unpack: (bytes: Buffer) => bytes },
  ])('is compressed as the browser accepts it: $accepted', async ({ accepted, encoding, unpack }) => {
    await create({ title: 'Long', body: `<p>${'Harvest '.repeat(1000)}</p>` });
    const { headers, rawPayload } = await test.app.inject({
      url: pathOf(newsletterRoutes.listNewsletters),
      headers: { authorization: `Bearer ${school.owner.token}`, 'accept-encoding': accepted },
    });
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-length': String(rawPayload.length) });
    expect(headers['content-encoding']).toBe(encoding);
    expect(JSON.parse(unpack(rawPayload).toString())).toEqual(await list());
  });

  it('returns the state of each one’s latest delivery, except those cancelled before they began', async () => {
    const { token } = school.owner;
    await createSubscribers(test, school.id, 2);
    const send_at = new Date(test.clock.now().getTime() + HOUR_MS).toISOString();
    const deliver = async (id: string, delivery: object = {}) => {
      await publish(test, school.owner, id);
      const call = { token, params: { id }, body: { delivery } };
      return (await test.call(deliveryRoutes.createDelivery, call)).ok().delivery.data;
    };
    const of = async (wanted: string) =>
      (await list()).news_letter.data.find(({ id }) => id === wanted)?.attributes.last_delivery;
    const { id } = await create({ title: 'First' });
    const never = await create({ title: 'Never sent' });
    const { id: plan } = await deliver(id, { send_at });
    expect(await of(id)).toEqual({ status: 'scheduled', send_at, finished_at: null, waiting: 0 });
    const planned = { token, params: { id: plan } };
    (await test.call(deliveryRoutes.cancelDelivery, planned)).ok();
    expect(await of(id)).toBeNull();
    test.clock.advance(1000);
    await deliver(id);
    await test.jobs.settled();
    const finished_at = test.clock.now().toISOString();
    expect(await of(id)).toEqual({ status: 'done', send_at: null, finished_at, waiting: 0 });
    test.clock.advance(1000);
    await createSubscribers(test, school.id, 1, {}, 2);
    const later = { token, params: { id: (await deliver(id, { send_at })).id } };
    expect((await of(id))?.status).toBe('scheduled');
    (await test.call(deliveryRoutes.cancelDelivery, later)).ok();
    expect((await of(id))?.status).toBe('done');
    expect(await of(never.id)).toBeNull();
  });

  it('supports every order, each with its default direction', async () => {
    for (const title of ['banana', 'Apple', 'cherry']) {
      await create({ title });
      test.clock.advance(1000);
    }
    expect(await titles({ order: 'title' })).toEqual(['Apple', 'banana', 'cherry']);
    expect(await titles({ order: 'title', direction: 'desc' })).toEqual(['cherry', 'banana', 'Apple']);
    expect(await titles({ order: 'created_at' })).toEqual(['cherry', 'Apple', 'banana']);
    expect(await titles({ order: 'created_at', direction: 'asc' })).toEqual(['banana', 'Apple', 'cherry']);
  });

  it('is paged without gaps or repetitions', async () => {
    for (let at = 0; at < 23; at += 1) await create({ title: `Letter ${at}` });
    for (const order of LIST_ORDERS) {
      const seen = new Set<string>();
      for (const page of ['1', '2', '3']) {
        const shown = await list({ order, page });
        expect(shown).toMatchObject({ total: 23, total_pages: 3 });
        for (const { id } of shown.news_letter.data) seen.add(id);
      }
      expect(seen.size).toBe(23);
    }
    expect((await list({ page: '4' })).news_letter.data).toEqual([]);
    expect((await list({ per_page: '100', total_pages: '9' })).news_letter.data).toHaveLength(23);
  });

  it('finds part of a title in any case, and treats the search text literally', async () => {
    for (const title of ['Harvest 100% local', 'HARVEST home', 'Snake_case', 'back\\slash', 'Zażółć GĘŚLĄ'])
      await create({ title });
    expect(await titles({ search_string: 'harvest', order: 'title' })).toEqual([
      'Harvest 100% local',
      'HARVEST home',
    ]);
    expect(await titles({ search_string: '100%' })).toEqual(['Harvest 100% local']);
    expect(await titles({ search_string: '%' })).toEqual(['Harvest 100% local']);
    expect(await titles({ search_string: '_' })).toEqual(['Snake_case']);
    expect(await titles({ search_string: '\\' })).toEqual(['back\\slash']);
    expect(await titles({ search_string: 'gęślą' })).toEqual(['Zażółć GĘŚLĄ']);
    expect(await titles({ search_string: 'zazolc gesla' })).toEqual(['Zażółć GĘŚLĄ']);
    expect(await titles({ search_string: "' or 1=1 --" })).toEqual([]);
  });

  it('filters drafts or published ones', async () => {
    const { id } = await create({ title: 'Shown' });
    await create({ title: 'Hidden' });
    await publish(test, school.owner, id);
    expect(await titles({ filter: 'published' })).toEqual(['Shown']);
    expect(await titles({ filter: 'created' })).toEqual(['Hidden']);
    expect((await titles({ filter: 'all' })).sort()).toEqual(['Hidden', 'Shown']);
  });

  it.each([
    { filter: 'draft' },
    { order: 'id' },
    { direction: 'up' },
    { page: '0' },
    { per_page: '101' },
    { page: 'x' },
    { school_id: 'y' },
  ])('refuses %j', async (query) => {
    const answer = await test.call(newsletterRoutes.listNewsletters, {
      token: school.owner.token,
      query: { ...query },
    });
    expect(answer.status).toBe(400);
  });
});
