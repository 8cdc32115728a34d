import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { editions, newsletters } from '#server/platform/db/schema/newsletters.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { parseCalendar } from '#test/calendars.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { createNewsletter, heading, publish, publishNewsletter } from '#test/newsletters.ts';
import { describeInZones } from '#test/zones.ts';

/** Calendar files of published newsletters, parsed like a calendar program does. */

let test: TestApp;
let school: TestSchool;
let url: string;
beforeAll(async () => {
  test = await buildTestApp();
  url = await test.listen();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const OPEN_MORNING = {
  id: 'r1',
  title: 'Open morning',
  description: 'Bring:\n- a coat, please',
  date: '2037-07-09',
  time: '09:15',
};
const HALF_TERM = { id: 'r2', title: 'Last day', description: 'Usual time.', date: '2037-10-23' };
const dates = (rows: readonly object[], name = 'dates') => ({ name, type: 'event', value: { rows } });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers, redirect: 'manual' });
const call = (id: string) => ({ token: school.owner.token, params: { id } });

async function linksOf(path: string): Promise<{ each: string[]; all: string | undefined }> {
  const page = await (await get(path)).text();
  const links = [...page.matchAll(/href="([^"]+\.ics)"/g)].map((match) => match[1] ?? '');
  return {
    each: links.filter((link) => !link.includes('all-dates')),
    all: links.find((link) => link.includes('all-dates')),
  };
}
async function eventsAt(link: string | undefined) {
  const response = await get(link ?? '');
  expect(response.status).toBe(200);
  return parseCalendar(await response.text());
}
async function save(id: string, code: readonly unknown[]): Promise<void> {
  (await test.call(newsletterRoutes.updateNewsletter, { ...call(id), body: { news_letter: { code } } })).ok();
}

describeInZones('calendar files of a published newsletter', () => {
  it('are linked from each event, and all together from the foot of the page', async () => {
    const code = [heading('Dates'), dates([OPEN_MORNING, HALF_TERM])];
    const { path } = await publishNewsletter(test, school.owner, { title: 'July', code });
    const links = await linksOf(path);
    expect(links.each).toHaveLength(2);
    const [first] = await eventsAt(links.each[0]);
    expect(first).toMatchObject({
      SUMMARY: 'Open morning',
      DTSTART: '20370709T081500Z',
      DTEND: '20370709T091500Z',
      'URL;VALUE=URI': test.context.config.publicUrl + path,
    });
    expect(first?.DESCRIPTION).toContain('Bring:\n- a coat, please');
    const [second] = await eventsAt(links.each[1]);
    expect(second).toMatchObject({
      SUMMARY: 'Last day',
      'DTSTART;VALUE=DATE': '20371023',
      'DTEND;VALUE=DATE': '20371024',
      TRANSP: 'TRANSPARENT',
    });
    const all = await eventsAt(links.all);
    expect(all.map(({ UID }) => UID)).toEqual([first?.UID, second?.UID]);
  });

  it('are linked from the mail too, by absolute address', async () => {
    const { path, slug } = await publishNewsletter(test, school.owner, { code: [dates([HALF_TERM])] });
    const [edition] = await test.context.database
      .orm()
      .select({ mail: editions.mailHtml })
      .from(editions)
      .where(eq(editions.slug, slug));
    const [link] = (await linksOf(path)).each;
    expect(edition?.mail).toContain(`href="${test.context.config.publicUrl}${link}"`);
  });

  it('have no link to all events if there is one, nor any to what is over, and no link without events', async () => {
    const one = await publishNewsletter(test, school.owner, { code: [dates([HALF_TERM])] });
    expect(await linksOf(one.path)).toMatchObject({ each: [expect.any(String)], all: undefined });
    const over = { ...OPEN_MORNING, date: '2020-07-09' };
    const left = await publishNewsletter(test, school.owner, { code: [dates([over, HALF_TERM])] });
    expect(await linksOf(left.path)).toMatchObject({ each: [expect.any(String)], all: undefined });
    const none = await publishNewsletter(test, school.owner, { code: [heading('No dates')] });
    expect(await linksOf(none.path)).toEqual({ each: [], all: undefined });
    expect((await get(`${none.path}/all-dates.ics`)).status).toBe(404);
  });

  it('are valid, and open at once instead of being downloaded', async () => {
    const { path } = await publishNewsletter(test, school.owner, {
      code: [dates([{ ...OPEN_MORNING, title: 'Fête "d\'été": 50% off / 学校' }])],
    });
    const link = (await linksOf(path)).each[0] ?? '';
    const response = await get(link);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'public, max-age=30',
      'content-disposition':
        'inline; filename="date.ics"; filename*=UTF-8\'\'F%C3%AAte%20d%27%C3%A9t%C3%A9%2050%25%20off%20%E5%AD%A6%E6%A0%A1.ics',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    const etag = response.headers.get('etag') ?? '';
    const again = await get(link, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await fetch(url + link, { method: 'HEAD' })).status).toBe(200);
  });

  it('are unchanged until the next publish, then have the same id with a higher sequence', async () => {
    const { id } = await createNewsletter(test, school.owner, { code: [dates([OPEN_MORNING])] });
    const { path } = await publish(test, school.owner, id);
    const link = (await linksOf(path)).each[0];
    const [before] = await eventsAt(link);
    await save(id, [heading('New'), dates([{ ...OPEN_MORNING, date: '2037-12-09' }])]);
    expect((await eventsAt(link))[0]).toEqual(before);
    await publish(test, school.owner, id);
    const [after] = await eventsAt(link);
    expect(after?.UID).toBe(before?.UID);
    expect(after?.DTSTART).toBe('20371209T091500Z');
    expect(Number(after?.SEQUENCE)).toBeGreaterThan(Number(before?.SEQUENCE));
  });

  it('have one id for a date that is typed again, in a newsletter and in another', async () => {
    const code = [dates([OPEN_MORNING]), dates([OPEN_MORNING], 'copy')];
    const one = await publishNewsletter(test, school.owner, { code });
    const other = await publishNewsletter(test, school.owner, { code });
    const all = [
      ...(await eventsAt((await linksOf(one.path)).all)),
      ...(await eventsAt((await linksOf(other.path)).all)),
    ];
    expect(new Set(all.map(({ UID }) => UID)).size).toBe(1);
    const later = { ...OPEN_MORNING, id: 'r2', time: '14:00' };
    const sessions = await publishNewsletter(test, school.owner, { code: [dates([OPEN_MORNING, later])] });
    for (const _ of ['first', 'again']) {
      await publish(test, school.owner, sessions.id);
      const events = await eventsAt((await linksOf(sessions.path)).all);
      expect(events.map(({ DTSTART }) => DTSTART)).toEqual(['20370709T081500Z', '20370709T130000Z']);
      expect(new Set(events.map(({ UID }) => UID)).size).toBe(2);
    }
  });

  it('know an event by its own id: copies keep it, also with its changes', async () => {
    const own = { ...OPEN_MORNING, id: '0123456789abcdef0123456789abcdef' };
    const one = await publishNewsletter(test, school.owner, { code: [dates([own])] });
    const [first] = await eventsAt((await linksOf(one.path)).each[0]);
    expect(first?.UID).toBe(`${school.id}.${own.id}`);
    const copy = await publishNewsletter(test, school.owner, { code: [heading('Copy'), dates([own])] });
    expect((await eventsAt((await linksOf(copy.path)).each[0]))[0]).toMatchObject({
      UID: first?.UID,
      SEQUENCE: first?.SEQUENCE,
    });
    await save(copy.id, [dates([{ ...own, time: '10:15' }])]);
    await publish(test, school.owner, copy.id);
    const [moved] = await eventsAt((await linksOf(copy.path)).each[0]);
    expect(Number(moved?.SEQUENCE)).toBeGreaterThan(Number(first?.SEQUENCE));
    const twice = await publishNewsletter(test, school.owner, { code: [dates([own]), dates([own], 'b')] });
    const ids = (await eventsAt((await linksOf(twice.path)).all)).map(({ UID }) => UID);
    expect(ids).toEqual([first?.UID]);
  });

  it('cancel what is taken out or cancelled, and leave the sequence of the others', async () => {
    const { id } = await createNewsletter(test, school.owner, { code: [dates([OPEN_MORNING, HALF_TERM])] });
    const { path } = await publish(test, school.owner, id);
    const { each, all } = await linksOf(path);
    const [[first], [second]] = [await eventsAt(each[0]), await eventsAt(each[1])];
    await save(id, [heading('New'), dates([HALF_TERM])]);
    await publish(test, school.owner, id);
    const [gone] = await eventsAt(each[0]);
    expect(gone).toMatchObject({ UID: first?.UID, STATUS: 'CANCELLED', DTSTART: first?.DTSTART });
    expect(Number(gone?.SEQUENCE)).toBeGreaterThan(Number(first?.SEQUENCE));
    expect((await eventsAt(each[1]))[0]).toEqual(second);
    expect((await eventsAt(all)).map(({ STATUS }) => STATUS)).toEqual([undefined, 'CANCELLED']);
    await save(id, [dates([{ ...HALF_TERM, state: 'cancelled' }])]);
    await publish(test, school.owner, id);
    expect((await eventsAt(each[1]))[0]).toMatchObject({ UID: second?.UID, STATUS: 'CANCELLED' });
    expect((await eventsAt(each[0]))[0]).toEqual(gone);
    await save(id, [dates([OPEN_MORNING, HALF_TERM])]);
    await publish(test, school.owner, id);
    const [again] = await eventsAt(each[0]);
    expect(again?.STATUS).toBe(undefined);
    expect(Number(again?.SEQUENCE)).toBeGreaterThan(Number(gone?.SEQUENCE));
  });

  describe('for an event that several newsletters show', () => {
    const own = { ...OPEN_MORNING, id: 'abcdef0123456789abcdef0123456789' };
    const change = async (id: string, rows: readonly object[]) => {
      await save(id, [heading('New'), ...(rows.length === 0 ? [] : [dates(rows)])]);
      await publish(test, school.owner, id);
    };
    const unpublish = async (id: string) =>
      (await test.call(newsletterRoutes.unpublishNewsletter, call(id))).ok();
    /** Two published newsletters with the event, and the address of its file in each. */
    async function publishTwice() {
      const one = await publishNewsletter(test, school.owner, { code: [dates([own])] });
      const copy = await publishNewsletter(test, school.owner, { code: [heading('Copy'), dates([own])] });
      const [link = ''] = (await linksOf(one.path)).each;
      const [copyLink = ''] = (await linksOf(copy.path)).each;
      return { one: { ...one, link }, copy: { ...copy, link: copyLink } };
    }

    it('cancel it when no published newsletter shows it any more', async () => {
      const { one, copy } = await publishTwice();
      const [first] = await eventsAt(one.link);
      await change(one.id, []);
      expect((await eventsAt(one.link))[0]).toEqual({ ...first, 'URL;VALUE=URI': expect.any(String) });
      await change(copy.id, []);
      const [gone] = await eventsAt(one.link);
      expect(gone).toMatchObject({ UID: first?.UID, STATUS: 'CANCELLED', DTSTART: first?.DTSTART });
      expect(Number(gone?.SEQUENCE)).toBeGreaterThan(Number(first?.SEQUENCE));
      expect((await eventsAt(copy.link))[0]).toMatchObject({ STATUS: 'CANCELLED', SEQUENCE: gone?.SEQUENCE });
      await change(copy.id, [own]);
      const [again] = await eventsAt(one.link);
      expect(again?.STATUS).toBe(undefined);
      expect(Number(again?.SEQUENCE)).toBeGreaterThan(Number(gone?.SEQUENCE));
    });

    it.each(['unpublished', 'deleted'] as const)('cancel it when the last one is %s', async (end) => {
      const { one, copy } = await publishTwice();
      await change(one.id, []);
      if (end === 'unpublished') await unpublish(copy.id);
      else (await test.call(newsletterRoutes.deleteNewsletter, call(copy.id))).ok();
      const [gone] = await eventsAt(one.link);
      expect(gone?.STATUS).toBe('CANCELLED');
      if (end === 'deleted') return;
      await publish(test, school.owner, copy.id);
      const [again] = await eventsAt(copy.link);
      expect(again?.STATUS).toBe(undefined);
      expect(Number(again?.SEQUENCE)).toBeGreaterThan(Number(gone?.SEQUENCE));
      expect((await eventsAt(one.link))[0]).toMatchObject({ SEQUENCE: again?.SEQUENCE });
    });

    it('have its change where it has been taken out', async () => {
      const { one, copy } = await publishTwice();
      await change(one.id, []);
      await change(copy.id, [{ ...own, date: '2037-07-10' }]);
      const [changed] = await eventsAt(copy.link);
      expect((await eventsAt(one.link))[0]).toMatchObject({
        DTSTART: '20370710T081500Z',
        SEQUENCE: changed?.SEQUENCE,
      });
    });

    it('have its change once they are published again', async () => {
      const { one, copy } = await publishTwice();
      const [first] = await eventsAt(one.link);
      await change(copy.id, [{ ...own, date: '2037-07-10' }]);
      await publish(test, school.owner, one.id);
      const [changed] = await eventsAt(copy.link);
      expect(Number(changed?.SEQUENCE)).toBeGreaterThan(Number(first?.SEQUENCE));
      expect((await eventsAt(one.link))[0]).toMatchObject({
        DTSTART: '20370710T081500Z',
        SEQUENCE: changed?.SEQUENCE,
      });
      await change(one.id, [{ ...own, date: '2037-07-11' }]);
      expect(Number((await eventsAt(one.link))[0]?.SEQUENCE)).toBeGreaterThan(Number(changed?.SEQUENCE));
    });

    it('leave it alone in another school', async () => {
      const { one } = await publishTwice();
      const theirs = await publishNewsletter(test, (await createSchool(test)).owner, {
        code: [dates([own])],
      });
      const [link] = (await linksOf(theirs.path)).each;
      await change(one.id, []);
      await change(one.id, [{ ...own, title: 'Ours' }]);
      expect((await eventsAt(link))[0]).toMatchObject({ SUMMARY: 'Open morning' });
    });

    it('agree when both are published at the same time', async () => {
      const { one, copy } = await publishTwice();
      for (const { id } of [one, copy]) await save(id, [heading('New')]);
      await Promise.all([one, copy].map(({ id }) => publish(test, school.owner, id)));
      const [first] = await eventsAt(one.link);
      expect(first?.STATUS).toBe('CANCELLED');
      expect((await eventsAt(copy.link))[0]).toMatchObject({
        STATUS: 'CANCELLED',
        SEQUENCE: first?.SEQUENCE,
      });
    });
  });

  it('are the same after unpublishing and publishing again', async () => {
    const { id, path } = await publishNewsletter(test, school.owner, {
      code: [dates([OPEN_MORNING, HALF_TERM])],
    });
    const { each, all } = await linksOf(path);
    const before = await eventsAt(all);
    test.clock.advance(DAY_MS);
    (await test.call(newsletterRoutes.unpublishNewsletter, call(id))).ok();
    await publish(test, school.owner, id);
    expect(await eventsAt(all)).toEqual(before);
    (await test.call(newsletterRoutes.unpublishNewsletter, call(id))).ok();
    await save(id, [dates([HALF_TERM])]);
    await publish(test, school.owner, id);
    expect((await eventsAt(each[0]))[0]).toMatchObject({ UID: before[0]?.UID, STATUS: 'CANCELLED' });
    expect((await eventsAt(each[1]))[0]).toEqual(before[1]);
  });

  it('keep the sequence of a cancelled event that is taken out', async () => {
    const { id, path } = await publishNewsletter(test, school.owner, {
      code: [dates([OPEN_MORNING, HALF_TERM])],
    });
    const [first, link] = (await linksOf(path)).each;
    await save(id, [dates([OPEN_MORNING, { ...HALF_TERM, state: 'cancelled' }])]);
    await publish(test, school.owner, id);
    // The page does not link to it any more, but calendars that have added it still request it.
    expect((await linksOf(path)).each).toEqual([first]);
    const before = await eventsAt(link);
    expect(before[0]?.STATUS).toBe('CANCELLED');
    await save(id, [dates([OPEN_MORNING])]);
    await publish(test, school.owner, id);
    expect(await eventsAt(link)).toEqual(before);
  });

  it('have ends, places and all days of an event, and a link to Google’s calendar', async () => {
    const rows = [
      { ...OPEN_MORNING, end: '11:30', place: 'Hall; by the gate, left' },
      { ...HALF_TERM, last_day: '2037-10-30' },
      { ...OPEN_MORNING, id: 'r3', last_day: '2037-07-11', end: '15:00' },
      { ...OPEN_MORNING, id: 'r4', time: '22:00', end: '01:00' },
    ];
    const { path } = await publishNewsletter(test, school.owner, { code: [dates(rows)] });
    const events = await eventsAt((await linksOf(path)).all);
    expect(events).toMatchObject([
      { DTSTART: '20370709T081500Z', DTEND: '20370709T103000Z', LOCATION: 'Hall; by the gate, left' },
      { 'DTSTART;VALUE=DATE': '20371023', 'DTEND;VALUE=DATE': '20371031' },
      { DTSTART: '20370709T081500Z', DTEND: '20370711T140000Z' },
      { DTSTART: '20370709T210000Z', DTEND: '20370710T000000Z' },
    ]);
    const page = (await (await get(path)).text()).replaceAll('&#38;', '&');
    expect(page).toContain(
      'https://calendar.google.com/calendar/render?action=TEMPLATE&text=Open%20morning&dates=20370709T091500%2F20370709T113000&ctz=Europe%2FLondon&location=Hall%3B%20by%20the%20gate%2C%20left',
    );
    expect(page).toContain('dates=20371023%2F20371031');
    expect(page).toContain('aria-label="Google, Add to calendar, Open morning"');
  });

  it("use the school's time zone, in summer and winter", async () => {
    school = await createSchool(test, { timeZone: 'America/New_York' });
    const rows = ['2037-03-07', '2037-03-08', '2037-10-31', '2037-11-01'].map((date, index) => ({
      ...OPEN_MORNING,
      id: `r${index}`,
      date,
    }));
    const { path } = await publishNewsletter(test, school.owner, { code: [dates(rows)] });
    const starts = (await eventsAt((await linksOf(path)).all)).map(({ DTSTART }) => DTSTART?.slice(9));
    expect(starts).toEqual(['141500Z', '131500Z', '131500Z', '141500Z']);
  });

  it('end after they start, also in the hour that the clocks skip', async () => {
    const rows = [
      { ...OPEN_MORNING, date: '2038-03-28', time: '01:00', end: '02:00' },
      { ...OPEN_MORNING, id: 'r2', date: '2038-03-28', time: '01:30', end: '02:00' },
    ];
    const { path } = await publishNewsletter(test, school.owner, { code: [dates(rows)] });
    expect(await eventsAt((await linksOf(path)).all)).toMatchObject([
      { DTSTART: '20380328T010000Z', DTEND: '20380328T020000Z' },
      { DTSTART: '20380328T013000Z', DTEND: '20380328T020000Z' },
    ]);
  });

  it('distinguish events that an older version has stored under one id', async () => {
    const rows = [OPEN_MORNING, { ...HALF_TERM, id: OPEN_MORNING.id }];
    const { id } = await createNewsletter(test, school.owner, { code: [dates([OPEN_MORNING])] });
    const code = [dates(rows)];
    await test.context.database
      .orm()
      .update(newsletters)
      .set({ code, codeVersion: 2 })
      .where(eq(newsletters.id, id));
    const { path } = await publish(test, school.owner, id);
    const { each } = await linksOf(path);
    const titles = await Promise.all(each.map(async (link) => (await eventsAt(link))[0]?.SUMMARY));
    expect(titles).toEqual(['Open morning', 'Last day']);
  });

  it('are removed with the page, and exist for events only', async () => {
    const { id, path } = await publishNewsletter(test, school.owner, { code: [dates([HALF_TERM])] });
    const link = (await linksOf(path)).each[0] ?? '';
    for (const other of ['/0123456789abcdef.ics', '/x', '/.ics', '/%00.ics', '/..%2f.ics'])
      expect((await get(path + other)).status, other).toBe(404);
    expect((await get('/published/no-such-page-00000000000000/all-dates.ics')).status).toBe(404);
    expect((await get(link)).status).toBe(200);
    (await test.call(newsletterRoutes.unpublishNewsletter, call(id))).ok();
    expect((await get(link)).status).toBe(404);
  });
});
