import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookRoutes } from '#contract/api/webhooks.ts';
import { eventRoutes } from '#contract/calendar/events.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { noteRoutes } from '#contract/notes.ts';
import { partRoutes } from '#contract/parts/parts.ts';
import { rhythmRoutes } from '#contract/rhythm/rhythm.ts';
import { savedItemRoutes } from '#contract/saved-items.ts';
import { CLOSING_DAYS, SCHOOL_CLOSURE_MESSAGES, schoolClosureRoutes } from '#contract/school-closure.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { timingRoutes } from '#contract/timing/timings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { openSession } from '#server/data/sessions.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { LEAVINGS_FOLDER, readLeavings } from '#server/platform/leavings-file.ts';
import { Outbox } from '#server/platform/mail/outbox.ts';
import { makeApiToken } from '#test/api-tokens.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { dumpDatabase } from '#test/database.ts';
import { newRhythm, newTiming, SCHOOL_EVENT, TERM_DATES } from '#test/examples/calendar.ts';
import { importBody } from '#test/examples/families.ts';
import { newNote } from '#test/examples/together.ts';
import { A_SESSION, createPerson, createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { uploadFile } from '#test/files.ts';
import { MULTIPART } from '#test/multipart.ts';
import { describeInZones } from '#test/zones.ts';

/** Accident R20: thirty days after a school is closed, nothing is left of it. */

const NAME = 'Elm Grove Primary';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

/** Every file of the data folder, names and contents. */
async function readDataFolder(): Promise<string> {
  const root = test.context.config.dataDir;
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map(async (file) => `${file}\n${await readFile(file, 'latin1')}`));
  return contents.join('\n');
}

/** A school with a row in every table; returns the words that must not be found afterwards. */
async function fillSchool(school: TestSchool, mark: string): Promise<readonly string[]> {
  const { token } = school.owner;
  const staff = await createStaff(test, school.id, 'editor', { firstName: `Staff${mark}` });
  const picture = await sharp({ create: { width: 64, height: 18, channels: 3, background: '#34c3ee' } })
    .png()
    .toBuffer();
  const { url } = await uploadFile(test, school.owner, picture, `${mark}.png`);
  const day = { id: mark, title: mark, description: mark, date: '2030-01-02' };
  const group = { name: `Group ${mark}` };
  const { id } = (await test.call(groupRoutes.createGroup, { token, body: { group } })).ok().group.data;
  const code = [
    { name: 'a', type: 'image', value: { url, alt: mark } },
    { name: 'b', type: 'event', value: { rows: [day] } },
    { name: 'c', type: 'text', value: { html: `<p>${mark}</p>` }, audience: [id] },
  ];
  const letter = { news_letter: { title: `News ${mark}`, layout_type: 'one_column', code } };
  const created = await test.call(newsletterRoutes.createNewsletter, { token, body: letter });
  const params = { id: created.ok().news_letter.data.id };
  (await test.call(newsletterRoutes.publishNewsletter, { token, params })).ok();
  const note = newNote(`Note ${mark}`, 'a');
  (await test.call(noteRoutes.writeNote, { token, params, body: { note } })).ok();
  const part = { block: 'a', person_id: staff.id, due_on: '2030-01-02' };
  (await test.call(partRoutes.givePart, { token, params, body: { part } })).ok();
  const timing = newTiming(test);
  (await test.call(timingRoutes.planTiming, { token, params, body: { timing } })).ok();
  const term_dates = { ...TERM_DATES, name: `Half term ${mark}` };
  (await test.call(rhythmRoutes.addTermDates, { token, body: { term_dates } })).ok();
  const event = { ...SCHOOL_EVENT, title: `Sports day ${mark}` };
  (await test.call(eventRoutes.createEvent, { token, body: { event } })).ok();
  const rhythm = newRhythm(test, school.owner, params.id);
  const ofSchool = { token, params: { id: school.id } };
  (await test.call(rhythmRoutes.setRhythm, { ...ofSchool, body: { rhythm } })).ok();
  const school_pages = { address: `pages-of-${mark}` };
  (await test.call(schoolPageRoutes.updateSchoolPages, { ...ofSchool, body: { school_pages } })).ok();
  const saved = { saved_item: { kind: 'blocks', name: `Saved ${mark}`, code } };
  (await test.call(savedItemRoutes.createSavedItem, { token, body: saved })).ok();
  const webhook = { url: `https://${mark}.invalid/`, events: ['subscriber.joined'] };
  (await test.call(webhookRoutes.createWebhook, { token, body: webhook })).ok();
  const reader = { first_name: 'G', last_name: 'Q', email: `grouped.${mark}@families.example` };
  const grouped = { subscriber: { ...reader, group_ids: [id] } };
  (await test.call(subscriberRoutes.createSubscriber, { token, body: grouped })).ok();
  const alone = { subscriber: { ...reader, email: `told.${mark}@families.example` } };
  (await test.call(subscriberRoutes.createSubscriber, { token, body: alone })).ok();
  const people = Array.from(
    { length: 1100 },
    (_, index) => `Sub${mark},Q,s${index}.${mark}@families.example`,
  );
  const body = importBody(`first_name,last_name,email\n${people.join('\n')}\n`);
  (await test.call(subscriberRoutes.importSubscribers, { token, body, headers: MULTIPART })).ok();
  await makeApiToken(test, token, ['events:read'], `Token ${mark}`);
  const outbox = outboxOf();
  const mail = { subject: `Hello ${mark}`, html: '<p>Hello</p>', text: 'Hello' };
  const own = `office.${mark}@school.example`;
  await test.context.database.orm().update(schools).set({ email: own }).where(eq(schools.id, school.id));
  for (const address of [school.owner.email, own, `s7.${mark}@families.example`])
    await outbox.send({ ...mail, to: { name: '', address } });
  await outbox.close();
  return [school.id, school.owner.email, own, staff.email, mark, url.split('/').at(-1) ?? ''];
}

function outboxOf(): Outbox {
  const { config, clock } = test.context;
  return new Outbox(join(config.dataDir, 'outbox'), { ...config.mailFrom, dkim: undefined }, clock);
}

it('leaves nothing of a closed school after 30 days, and everything of the others', async () => {
  const school = await createSchool(test);
  const other = await createSchool(test);
  const gone = await fillSchool(school, 'markofelm');
  const kept = await fillSchool(other, 'markofash');
  await createPerson(test);
  const call = { token: school.owner.token, params: { id: school.id }, body: { name: NAME } };
  (await test.call(schoolClosureRoutes.closeSchool, call)).ok();
  await test.jobs.settled();
  // Without a mail server, the program's mails are files of the data folder.
  const outbox = outboxOf();
  test.mail.forget = async (addresses) => await outbox.forget(addresses);

  test.clock.advance(CLOSING_DAYS * DAY_MS - MINUTE_MS);
  await test.jobs.run('erase_schools');
  for (const word of gone)
    expect(`${await dumpDatabase(test.context.database)}${await readDataFolder()}`, word).toContain(word);

  test.clock.advance(MINUTE_MS);
  await test.jobs.run('erase_schools');
  // The school's id alone is kept, so that a restored backup does not bring the school back.
  const { dataDir } = test.context.config;
  const leavings = readLeavings(dataDir, new Date(0));
  expect(leavings.filter(({ what }) => what === 'erased').map(({ id }) => id)).toEqual([school.id]);
  expect(JSON.stringify(leavings)).not.toMatch(/markofelm|@/);
  await rm(join(dataDir, LEAVINGS_FOLDER), { recursive: true });
  const left = `${await dumpDatabase(test.context.database)}\n${await readDataFolder()}`;
  for (const word of gone) expect(left.includes(word), word).toBe(false);
  for (const word of kept) expect(left.includes(word), word).toBe(true);
  expect((await test.call(schoolClosureRoutes.reopenSchool, call)).status).toBe(401);
  await outbox.close();
});

describeInZones('a closed school', () => {
  it('is erased thirty days later, to the minute', async () => {
    const school = await createSchool(test);
    const call = { token: school.owner.token, params: { id: school.id }, body: { name: NAME } };
    (await test.call(schoolClosureRoutes.closeSchool, call)).ok();
    const isThere = async () => (await dumpDatabase(test.context.database)).includes(school.owner.email);
    test.clock.advance(CLOSING_DAYS * DAY_MS - MINUTE_MS);
    await test.jobs.run('erase_schools');
    expect(await isThere()).toBe(true);
    test.clock.advance(MINUTE_MS);
    await test.jobs.run('erase_schools');
    expect(await isThere()).toBe(false);
  });
});

it('erases a school while its delivery runs; only mails claimed before are sent', async () => {
  const school = await createSchool(test);
  const { token } = school.owner;
  const mark = 'markofoak';
  await fillSchool(school, mark);
  const letters = await test.call(newsletterRoutes.listNewsletters, { token });
  const params = { id: letters.ok().news_letter.data[0]?.id ?? '' };
  // Mails from filling the school, such as the one about its API token, are not part of the delivery.
  await test.jobs.settled();
  // The mail server accepts it only after the school is erased.
  const erased = Promise.withResolvers<void>();
  const { send } = test.mail;
  let isErasing = false;
  test.mail.send = async (mail) => {
    // Started by the first mail: how many more are claimed beside it depends on the machine.
    if (!isErasing)
      test.context.database
        .query('delete from schools where id = $1', [school.id])
        .then(() => erased.resolve(), erased.reject);
    isErasing = true;
    await erased.promise;
    await send.call(test.mail, mail);
  };
  (await test.call(deliveryRoutes.createDelivery, { token, params, body: { delivery: {} } })).ok();
  await test.jobs.settled();
  test.mail.send = send;
  test.clock.advance(HOUR_MS);
  await test.jobs.due();
  const arrived = test.mail.sent.filter(({ to }) => to.address.includes(mark));
  expect(arrived.length).toBeGreaterThanOrEqual(1);
  // Claims are made ahead for a fifth of a second.
  expect(arrived.length).toBeLessThan(100);
  const { rows } = await test.context.database.query(
    `select (select count(*) from deliveries) + (select count(*) from delivery_recipients)
      + (select count(*) from delivery_readings) + (select count(*) from edition_variants) as left`,
  );
  expect(Number(rows[0]?.left)).toBe(0);
});

describe('a school that is reopened at the last moment', () => {
  const closed = async () => {
    const school = await createSchool(test);
    const call = { token: school.owner.token, params: { id: school.id }, body: { name: NAME } };
    (await test.call(schoolClosureRoutes.closeSchool, call)).ok();
    return { id: school.id, email: school.owner.email, owner: school.owner.id, call };
  };
  type Closed = Awaited<ReturnType<typeof closed>>;
  // Thirty days later their owner has to sign in again.
  const signIn = async ({ call, owner }: Closed) => ({
    ...call,
    token: await openSession(test.context, owner, A_SESSION),
  });
  const left = async (...schools: readonly Closed[]) => {
    const ids = schools.map(({ id }) => id);
    const { rows } = await test.context.database.query('select id from schools where id = any($1)', [ids]);
    return rows.map(({ id }) => id);
  };

  /** Runs the erasure, and `meanwhile` while its first school is being erased. */
  async function eraseBoth(
    one: Closed,
    two: Closed,
    meanwhile: (first: Closed, second: Closed) => Promise<void>,
  ) {
    test.clock.advance(CLOSING_DAYS * DAY_MS);
    const { forget } = test.mail;
    test.mail.forget = async (addresses) => {
      test.mail.forget = forget;
      await (addresses.includes(one.email) ? meanwhile(one, two) : meanwhile(two, one));
      await forget.call(test.mail, addresses);
    };
    await test.jobs.run('erase_schools');
  }

  it('stays if its erasure has not begun, and is refused if it has', async () => {
    const one = await closed();
    const two = await closed();
    let taken = '';
    await eraseBoth(one, two, async (first, second) => {
      const call = await signIn(first);
      const late = await test.call(schoolClosureRoutes.reopenSchool, call);
      expect(late.status).toBe(409);
      expect(late.error().error_message).toBe(SCHOOL_CLOSURE_MESSAGES.beingDeleted);
      const half = await test.call(schoolClosureRoutes.exportSchool, call);
      expect(half.status).toBe(409);
      (await test.call(schoolClosureRoutes.reopenSchool, await signIn(second))).ok();
      taken = second.id;
    });
    expect(await left(one, two)).toEqual([taken]);
  });

  it('is erased completely after an interruption, and cannot be reopened in between', async () => {
    const school = await closed();
    test.clock.advance(CLOSING_DAYS * DAY_MS);
    const { forget } = test.mail;
    test.mail.forget = () => Promise.reject(new Error('The disk is full'));
    await expect(test.jobs.run('erase_schools')).rejects.toThrow('The disk is full');
    test.mail.forget = forget;
    const late = await test.call(schoolClosureRoutes.reopenSchool, await signIn(school));
    expect(late.status).toBe(409);
    await test.jobs.run('erase_schools');
    expect(await left(school)).toEqual([]);
  });
});
