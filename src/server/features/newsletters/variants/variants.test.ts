import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import { historyRoutes } from '#contract/history.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { ALL_DATES, calendarPath } from '#contract/paths.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { shareWords } from '#newsletter/words/share-words.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver } from '#test/deliveries.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { heading, publish, publishNewsletter, richText } from '#test/newsletters.ts';

let test: TestApp;
let school: TestSchool;
let token: string;
let groups: Record<'four' | 'choir', string>;
let id: string;
let path: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.mail.sent.length = 0;
  school = await createSchool(test);
  token = school.owner.token;
  groups = { four: await makeGroup('Year 4'), choir: await makeGroup('Choir') };
  for (const [name, of] of [
    ['four', [groups.four]],
    ['again', [groups.four]],
    ['both', [groups.four, groups.choir]],
    ['choir', [groups.choir]],
    ['other', []],
  ] as const)
    await addReader(name, of);
  ({ id, path } = await publishNewsletter(test, school.owner, { code: code() }));
});

const swim = { id: 'a'.repeat(32), title: 'Swimming', description: 'Herons', date: '2030-01-02' };
const open = { id: 'b'.repeat(32), title: 'Open day', description: 'All', date: '2030-01-03' };
function code({
  audience = [groups.four],
  more = [],
}: {
  audience?: unknown;
  more?: readonly unknown[];
} = {}) {
  return [
    heading('Harvest'),
    { ...Object(richText('<p>Bring a towel</p>', 'towel')), audience },
    { ...Object(richText('<p>Sing on Friday</p>', 'sing')), audience: [groups.choir] },
    { name: 'swim', type: 'event', value: { rows: [swim] }, audience },
    { name: 'open', type: 'event', value: { rows: [open] } },
    ...more,
  ];
}

async function makeGroup(name: string): Promise<string> {
  const call = { token, body: { group: { name } } };
  return (await test.call(groupRoutes.createGroup, call)).ok().group.data.id;
}

async function addReader(name: string, group_ids: readonly string[]): Promise<void> {
  const subscriber = { first_name: name, last_name: 'Khan', email: `${name}@home.example`, group_ids };
  (await test.call(subscriberRoutes.createSubscriber, { token, body: { subscriber } })).ok();
}

async function send(delivery: object = {}) {
  (await callDeliver(test, token, id, delivery)).ok();
  await test.jobs.settled();
}

async function correct(content: object): Promise<void> {
  const body = { news_letter: { code: content } };
  (await test.call(newsletterRoutes.updateNewsletter, { token, params: { id }, body })).ok();
  await publish(test, school.owner, id);
}

function mailTo(name: string): string {
  const mail = test.mail.sent.find(({ to }) => to.address === `${name}@home.example`);
  if (mail === undefined) throw new Error(`No mail to ${name}`);
  return `${mail.html}\n${mail.text}`;
}

const PARTS = ['Harvest', 'Bring a towel', 'Sing on Friday', 'Swimming', 'Open day'];
const partsIn = (markup: string) => PARTS.filter((words) => markup.includes(words));
const pageOf = (mail: string) =>
  /https?:\/\/[^"\s/]+(\/published\/[a-z0-9-]+)(?=["\s])/.exec(mail)?.[1] ?? '';
const get = async (at: string) => await test.app.inject(at);
const EVERYONES = ['Harvest', 'Open day'];
const FOURS = ['Harvest', 'Bring a towel', 'Swimming', 'Open day'];

describe('blocks for groups', () => {
  it('are in the mails of their families alone, each mail drawn once', async () => {
    await send();
    expect(partsIn(mailTo('four'))).toEqual(FOURS);
    expect(partsIn(mailTo('both'))).toEqual(PARTS);
    expect(partsIn(mailTo('choir'))).toEqual(['Harvest', 'Sing on Friday', 'Open day']);
    expect(partsIn(mailTo('other'))).toEqual(EVERYONES);
    const links = ['four', 'again', 'both', 'choir', 'other'].map((name) => pageOf(mailTo(name)));
    expect(links[1]).toBe(links[0]);
    expect(new Set(links).size).toBe(4);
    expect(links[4]).toBe(path);
  });

  it('are in a test mail for their groups, which leads to the page that these get', async () => {
    const call = { token, params: { id }, body: { delivery: { groups: [groups.four] } } };
    (await test.call(deliveryRoutes.sendTestMail, call)).ok();
    await test.jobs.settled();
    const tried = test.mail.sent.find(({ subject }) => subject.startsWith('[Test]'));
    const link = pageOf(`${tried?.html}\n${tried?.text}`);
    expect(link).not.toBe(path);
    const page = (await get(link)).payload;
    expect(partsIn(page)).toEqual(FOURS);
    const { forGroups } = shareWords('en').words;
    expect(page).toContain(forGroups);
    expect((await get(path)).payload).not.toContain(forGroups);
    test.mail.sent.length = 0;
    await send();
    expect(pageOf(mailTo('four'))).toBe(link);
  });

  it('are kept as each of their families got them', async () => {
    await send();
    await test.jobs.settled();
    const { edition } = (await test.call(historyRoutes.listEditions, { token, params: { id } })).ok();
    const params = { id, edition_id: edition.data[0]?.id ?? '' };
    const read = async (variant?: string) =>
      (
        await test.call(historyRoutes.getEdition, { token, params, query: { ...(variant && { variant }) } })
      ).ok().edition.data.attributes;
    const { page, variants } = await read();
    expect(partsIn(page)).toEqual(EVERYONES);
    expect(variants.map(({ words, families }) => [words, families])).toEqual([
      ['Year 4', 2],
      ['Choir', 1],
      ['Year 4 and Choir', 1],
    ]);
    const kept = await read(variants[0]?.id);
    expect([partsIn(kept.page), partsIn(kept.mail)]).toEqual([FOURS, FOURS]);
    const zip = await test.call(historyRoutes.downloadEdition, { token, params });
    expect(zip.status).toBe(200);
  });

  it('are left out where everybody may look', async () => {
    expect(partsIn((await get(path)).payload)).toEqual(EVERYONES);
    const published = await test.call(newsletterRoutes.publishedNewsletter, {
      params: { slug: path.slice(11) },
    });
    const { body, dates: shown } = published.ok().news_letter.data.attributes;
    expect(partsIn(body)).toEqual(EVERYONES);
    expect(shown.map(({ title }) => title)).toEqual(['Open day']);
    const draft = await test.call(newsletterRoutes.getNewsletter, { token, params: { id } });
    expect(partsIn(draft.ok().news_letter.data.attributes.body)).toEqual(EVERYONES);
    const dates = (await get(calendarPath(path.slice(11), ALL_DATES))).payload;
    expect(partsIn(dates)).toEqual(['Open day']);
  });

  it('are on a page of their own, which no search engine lists and corrections reach', async () => {
    await send();
    const own = pageOf(mailTo('four'));
    const page = await get(own);
    expect(page.headers['x-robots-tag']).toBe('noindex');
    expect(partsIn(page.payload)).toEqual(FOURS);
    const dates = await get(calendarPath(own.slice(11), ALL_DATES));
    expect(dates.payload).toContain('Swimming');
    await correct(
      code({
        audience: [groups.choir],
        more: [{ ...Object(richText('<p>New</p>', 'new')), audience: [groups.four] }],
      }),
    );
    const corrected = (await get(own)).payload;
    expect(partsIn(corrected)).toEqual(EVERYONES);
    expect(corrected).toContain('New');
    await correct(code({ audience: undefined }));
    expect(partsIn((await get(own)).payload)).toEqual(FOURS);
  });

  it('go when the newsletter is unpublished', async () => {
    await send();
    const own = pageOf(mailTo('four'));
    expect((await get(own)).statusCode).toBe(200);
    (await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id } })).ok();
    expect((await get(own)).statusCode).toBe(404);
    await publish(test, school.owner, id);
    expect(partsIn((await get(own)).payload)).toEqual(FOURS);
  });

  it('are counted before a sending, one row for each distinct mail', async () => {
    const query = {};
    const { readings } = (await test.call(deliveryRoutes.audience, { token, params: { id }, query })).ok();
    expect(readings.map(({ words, families, blocks }) => [words, families, blocks.length])).toEqual([
      ['Year 4', 2, 2],
      ['Choir', 1, 1],
      ['Year 4 and Choir', 1, 3],
      [null, 1, 0],
    ]);
  });

  it('are for the group that theirs was merged into, and for nobody once it is retired or deleted', async () => {
    const body = { group: { into: groups.choir } };
    (await test.call(groupRoutes.mergeGroup, { token, params: { id: groups.four }, body })).ok();
    await send({ groups: { any: [groups.choir], none: [] } });
    for (const name of ['four', 'both', 'choir']) expect(partsIn(mailTo(name))).toEqual(PARTS);
    test.clock.advance(1);
    const params = { id: groups.choir };
    (await test.call(groupRoutes.updateGroup, { token, params, body: { group: { retired: true } } })).ok();
    await addReader('late', []);
    await send();
    expect(partsIn(mailTo('late'))).toEqual(EVERYONES);
    (await test.call(groupRoutes.deleteGroup, { token, params })).ok();
    expect(partsIn((await get(path)).payload)).toEqual(EVERYONES);
  });
});
