import { buffer, text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { eventRoutes } from '#contract/calendar/events.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { noteRoutes } from '#contract/notes.ts';
import { partRoutes } from '#contract/parts/parts.ts';
import { peopleRoutes } from '#contract/people.ts';
import { rhythmRoutes } from '#contract/rhythm/rhythm.ts';
import { pathOf } from '#contract/route.ts';
import { EXPORT_ADDRESS_SECONDS, schoolClosureRoutes } from '#contract/school-closure.ts';
import { sessionRoutes } from '#contract/sign-in/sessions.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { timingRoutes } from '#contract/timing/timings.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { users } from '#server/platform/db/schema/core.ts';
import { deliveryRecipients as recipients } from '#server/platform/db/schema/deliveries.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSendingSchool, deliverNow } from '#test/deliveries.ts';
import { newRhythm, newTiming, SCHOOL_EVENT, TERM_DATES } from '#test/examples/calendar.ts';
import { newNote } from '#test/examples/together.ts';
import {
  createSchool,
  createStaff,
  mailedToken,
  PASSWORD,
  signIn,
  type TestSchool,
} from '#test/factories.ts';
import { uploadFile } from '#test/files.ts';
import { newPayer } from '#test/payer.ts';
import { createSubscribers } from '#test/subscribers.ts';

const NAME = '<b>Élm</b> "Grove"';

let test: TestApp;
let school: TestSchool;
let key = '';
let unused = '';
let picture: Buffer;
let archive: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  test = await buildTestApp();
  const payer = await newPayer(test, { name: NAME });
  school = payer.school;
  await payer.buy('yearly');
  await fill();
  archive = await unpacked(await download(school));
});
afterAll(async () => await test.close());

async function fill(): Promise<void> {
  const { token } = school.owner;
  picture = await sharp({ create: { width: 64, height: 18, channels: 3, background: '#34c3ee' } })
    .png()
    .toBuffer();
  const { url } = await uploadFile(test, school.owner, picture, 'Trip <1>.png');
  key = url.split('/').at(-1) ?? '';
  const left = await uploadFile(test, school.owner, picture, 'Not used.hta');
  unused = left.url.split('/').at(-1) ?? '';
  const code = [
    { name: 'a', type: 'heading', value: { text: 'Forest School' } },
    { name: 'b', type: 'image', value: { url, alt: 'Two children in a forest' } },
    {
      name: 'd',
      type: 'event',
      value: { rows: [{ id: 'r', title: 'Fair', description: 'Hall', date: '2027-03-01' }] },
    },
    { name: 'c', type: 'social_media', value: { facebook: 'https://facebook.com/elm' } },
  ];
  const { id } = (
    await test.call(newsletterRoutes.createNewsletter, {
      token,
      body: { news_letter: { title: 'Forest School / Week 1', layout_type: 'one_column', code } },
    })
  ).ok().news_letter.data;
  (await test.call(newsletterRoutes.publishNewsletter, { token, params: { id } })).ok();
  const later = { news_letter: { title: 'Forest School / Week 2' } };
  (await test.call(newsletterRoutes.updateNewsletter, { token, params: { id }, body: later })).ok();
  await createStaff(test, school.id, 'editor', { firstName: '=cmd()', email: 'editor@elm.example' });
  const amelia = { first_name: 'Amelia', last_name: 'Okafor', email: 'amelia@families.example' };
  (await test.call(subscriberRoutes.createSubscriber, { token, body: { subscriber: amelia } })).ok();
  const timing = newTiming(test);
  (await test.call(timingRoutes.planTiming, { token, params: { id }, body: { timing } })).ok();
  (await test.call(rhythmRoutes.addTermDates, { token, body: { term_dates: TERM_DATES } })).ok();
  (await test.call(eventRoutes.createEvent, { token, body: { event: SCHOOL_EVENT } })).ok();
  const ofSchool = { token, params: { id: school.id } };
  const rhythm = newRhythm(test, school.owner, id);
  (await test.call(rhythmRoutes.setRhythm, { ...ofSchool, body: { rhythm } })).ok();
  const school_pages = { address: 'elm-grove-pages' };
  (await test.call(schoolPageRoutes.updateSchoolPages, { ...ofSchool, body: { school_pages } })).ok();
  const delivery = { subject: 'Come along' };
  (await test.call(deliveryRoutes.createDelivery, { token, params: { id }, body: { delivery } })).ok();
  const note = newNote('Can we thank the kitchen team too?\nThey cooked.', 'a');
  (await test.call(noteRoutes.writeNote, { token, params: { id }, body: { note } })).ok();
  const part = { block: 'a', person_id: school.owner.id, due_on: '2030-01-02' };
  (await test.call(partRoutes.givePart, { token, params: { id }, body: { part } })).ok();
  await test.jobs.settled();
  await recordAudit(
    test.context,
    { schoolId: school.id, personId: school.owner.id },
    'subscribers_imported',
    'parents.csv',
    { added: 1, agreement: 'asked' },
  );
}

async function download({ id, owner }: TestSchool): Promise<Buffer> {
  const answer = await test.app.inject({
    method: 'GET',
    url: pathOf(schoolClosureRoutes.exportSchool, { id }),
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/zip');
  return answer.rawPayload;
}

async function unpacked(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

async function setPassword(email: string) {
  await test.call(peopleRoutes.forgotPassword, { body: { email } });
  const params = { token: await mailedToken(test, email) };
  const body = { password: PASSWORD, password_confirmation: PASSWORD };
  return await test.call(peopleRoutes.changePassword, { params, body });
}

const read = (ending: string): string => {
  const found = [...archive].find(([name]) => name.endsWith(ending));
  if (found === undefined) throw new Error(`There is no ${ending} among ${[...archive.keys()].join(', ')}`);
  return found[1].toString();
};

describe('the archive of a school', () => {
  it('contains every newsletter as a page and as JSON, and its edition if that differs', () => {
    const names = [...archive.keys()].filter((name) => name.startsWith('newsletters/'));
    const name = /^newsletters\/\d{4}-\d\d-\d\d-forest-school-week-2-[0-9a-f]{8}/.exec(names[0] ?? '')?.[0];
    expect(names).toEqual([`${name}.html`, `${name}.json`, `${name}.published.html`]);
    expect(read(`${name}.html`)).toContain('Forest School / Week 2');
    expect(read('.published.html')).toContain('Forest School / Week 1');
    expect(JSON.parse(read(`${name}.json`))).toMatchObject({
      title: 'Forest School / Week 2',
      layout_type: 'one_column',
      status: 'published',
      code: [
        { type: 'heading' },
        { value: { url: `../files/${key}` } },
        { type: 'event' },
        { type: 'social_media' },
      ],
    });
  });

  it('contains what families saw, page and mail, with when, by whom and to how many', () => {
    const names = [...archive.keys()].filter((name) => name.startsWith('editions/'));
    const name = /^editions\/\d{4}-\d\d-\d\d-forest-school-week-1-[0-9a-f]{8}/.exec(names[0] ?? '')?.[0];
    expect(names).toEqual([`${name}.html`, `${name}.mail.html`, `${name}.mail.txt`]);
    for (const ending of ['html', 'mail.html', 'mail.txt'])
      expect(read(`${name}.${ending}`)).toContain('Forest School');
    expect(read(`${name}.html`)).toContain(`src="../files/${key}"`);
    expect(read('editions.csv')).toMatch(
      new RegExp(`\r\nForest School / Week 1,1,[^,]+Z,[^,]+,,1,0,0,${name}\\.html\r\n`),
    );
  });

  it('opens without the server: whatever a page loads is in the archive', () => {
    for (const [name, bytes] of archive) {
      if (!name.endsWith('.html')) continue;
      const page = bytes.toString();
      const loaded = [
        ...page.matchAll(/(?:src|<link rel="(?!canonical)[^>]*href|srcset|poster)="([^"]*)"/g),
      ].map(([, address = '']) => address);
      for (const address of loaded.filter((each) => !/^https?:/.test(each) || each.includes('127.0.0.1'))) {
        const path = new URL(address, `file:///${name}`).pathname.slice(1);
        expect(archive.has(path), `${address} in ${name}`).toBe(true);
      }
      expect(page).not.toContain('rel="preload"');
    }
    const fonts = read('fonts/fonts.css');
    for (const [, address = ''] of fonts.matchAll(/url\('([^']*)'\)/g))
      expect(archive.has(`fonts/${address.replace('./', '')}`), address).toBe(true);
  });

  it('has no link to the server on any page', () => {
    const pages = [...archive].filter(([name]) => /^(?:newsletters|editions)\/.*\.html$/.test(name));
    expect(pages).toHaveLength(4);
    for (const [name, bytes] of pages) {
      const addresses = [...bytes.toString().matchAll(/(?:href|src|content)="([^"]*)"/g)].map(
        ([, address = '']) => address,
      );
      for (const address of addresses) {
        expect(address.includes(test.context.config.publicUrl), `${address} in ${name}`).toBe(false);
        expect(address.startsWith('/'), `${address} in ${name}`).toBe(false);
      }
    }
  });

  it('keeps unused uploads apart, and says so', () => {
    expect(archive.has(`files-in-no-newsletter/${unused}`)).toBe(true);
    expect(archive.has(`files/${unused}`)).toBe(false);
    expect(read('index.html')).toMatch(
      new RegExp(`Files in no newsletter \\(1\\).*files-in-no-newsletter/${unused}`),
    );
  });

  it('contains the files unchanged', () => {
    expect(archive.get(`files/${key}`)?.length).toBeGreaterThan(0);
    expect(read('index.html')).toContain(`<a href="files/${key}" download="Trip &lt;1&gt;.png">`);
    expect(read('index.html')).toContain('download="Not used.hta.png">');
  });

  it('contains people and subscribers as safe CSV, without credentials', () => {
    expect(read('people.csv')).toContain(`"'=cmd()",,editor@elm.example,editor,ACTIVE`);
    expect(read('subscribers.csv')).toMatch(
      /^\uFEFF?first_name,last_name,email,status,unsubscribed_at,added_at,groups,language,only_own_groups,monthly_digest,signed_up_at\r\n/,
    );
    expect(read('subscribers.csv')).toContain('Amelia,Okafor,amelia@families.example,subscribed');
    const everything = [...archive.values()].map(String).join('\n');
    for (const secret of [school.owner.token, 'password_hash', '$argon2'])
      expect(everything.includes(secret)).toBe(false);
  });

  it('contains the log, the notes and the deliveries as CSV, with people and numbers', () => {
    const activity = read('activity.csv');
    expect(activity).toMatch(/\r\n[^,]+Z,[^,]+,owner,published,Forest School \/ Week 1,/);
    expect(activity).toMatch(/imported subscribers from,parents\.csv,.*They asked for it: on a form/);
    expect(read('notes.csv')).toMatch(
      /\r\nForest School \/ Week 2,heading,[^,]+Z,[^,]+,"Can we thank the kitchen team too\?\nThey cooked\.",\r\n/,
    );
    expect([...archive.keys()].filter((name) => archive.get(name)?.includes('kitchen team'))).toEqual([
      'notes.csv',
    ]);
    expect(read('parts.csv')).toMatch(/\r\nForest School \/ Week 2,[^,]+,[^,]+,2030-01-02,[^,]+,[^,]+Z,\r\n/);
    expect(read('timings.csv')).toMatch(
      /\r\nForest School \/ Week 2,publish,[^,]+Z,2,no,planned,,[^,]+,[^,]+Z,\r\n/,
    );
    expect(JSON.parse(read('dates.json'))).toMatchObject([
      { title: 'Fair', source: 'newsletter' },
      { title: 'Sports day', date: '2027-06-11', time: '09:30', groups: [], is_cancelled: false },
    ]);
    expect(read('dates.ics')).toContain('SUMMARY:Sports day');
    expect(JSON.parse(read('rhythm.json'))).toMatchObject({
      rhythm: { is_on: true, every: 'weekly', time: '15:00' },
      term_dates: [TERM_DATES],
      issues: [],
    });
    expect(read('approvals.csv')).toMatch(/^.?newsletter,version,asked_by,/);
    expect(read('sendings.csv')).toMatch(
      /\r\nForest School \/ Week 2,Come along,everybody,done,[^,]+,[^,]+,,[^,]+Z,[^,]+Z,1,1,0,0,0\r\n/,
    );
  });

  it('does not say of a mail that may have arrived that it came back', async () => {
    const { school, token, newsletter } = await createSendingSchool(test);
    await createSubscribers(test, school.id, 4);
    await deliverNow(test, token, newsletter);
    const orm = test.context.database.orm();
    const rows = await orm.select().from(recipients).where(eq(recipients.schoolId, school.id));
    for (const [index, reason] of (['unconfirmed', 'unconfirmed', 'rejected'] as const).entries())
      await orm
        .update(recipients)
        .set({ state: 'failed', reason })
        .where(eq(recipients.id, rows[index]?.id ?? 0));
    const tables = await unpacked(await download(school));
    const firstRowOf = (name: string) => {
      const [headings = [], row = []] = String(tables.get(name))
        .split('\r\n')
        .map((line) => line.split(','));
      return Object.fromEntries(headings.map((heading, index) => [heading, row[index]]));
    };
    expect(firstRowOf('editions.csv')).toMatchObject({ sent_to: '1', came_back: '1', not_confirmed: '2' });
    expect(firstRowOf('sendings.csv')).toMatchObject({ sent: '1', not_delivered: '1', not_confirmed: '2' });
  });

  it('lists deleted files in the JSON, and has no heading for an empty list of files', async () => {
    const other = await createSchool(test);
    const { url } = await uploadFile(test, other.owner, picture, 'Gone.png');
    const code = [{ name: 'b', type: 'image', value: { url, alt: '' } }];
    const body = { news_letter: { title: 'Short', layout_type: 'one_column', code } };
    (await test.call(newsletterRoutes.createNewsletter, { token: other.owner.token, body })).ok();
    const deletedKey = url.split('/').at(-1) ?? '';
    const [row] = (await test.call(fileRoutes.listAttachments, { token: other.owner.token })).ok().attachments
      .data;
    (
      await test.call(fileRoutes.deleteAttachment, {
        token: other.owner.token,
        params: { id: row?.id ?? '' },
      })
    ).ok();
    const files = await unpacked(await download(other));
    const json = [...files].find(([name]) => name.endsWith('.json') && name.startsWith('newsletters/'));
    expect(JSON.parse(String(json?.[1]))).toMatchObject({ missing_files: [deletedKey] });
    expect(String(files.get('index.html'))).not.toContain('Files in no newsletter');
  });

  it('contains the invoices as CSV and as PDF', () => {
    const [, line = ''] = read('invoices.csv').split('\r\n');
    expect(line).toContain(',Yearly plan,');
    expect(line).toContain(',180.00,0.00,4242,');
    const number = line.split(',')[0] ?? '';
    const [name = ''] = [...archive.keys()].filter((each) => each.startsWith('invoices/'));
    expect(name).toMatch(new RegExp(`^invoices/\\d{4}-\\d\\d-\\d\\d-${number}\\.pdf$`));
    expect(archive.get(name)?.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('has an index that links to everything, with the school’s name escaped', () => {
    const page = read('index.html');
    expect(page).toContain('<h1>&lt;b&gt;Élm&lt;/b&gt; &quot;Grove&quot;</h1>');
    for (const [, address = ''] of page.matchAll(/href="([^"]*)"/g))
      expect(archive.has(address), address).toBe(true);
  });

  it('is available for a closed school too, but only to its owner', async () => {
    const { token } = school.owner;
    const params = { id: school.id };
    (await test.call(schoolClosureRoutes.closeSchool, { token, params, body: { name: NAME } })).ok();
    expect((await unpacked(await download(school))).size).toBe(archive.size);
    (await test.call(schoolClosureRoutes.reopenSchool, { token, params, body: { name: NAME } })).ok();
    const admin = await createStaff(test, school.id, 'admin');
    expect((await test.call(schoolClosureRoutes.exportSchool, { token: admin.token, params })).status).toBe(
      403,
    );
  });

  it('can be downloaded by its own address: once, within a minute, while there is an owner', async () => {
    const { token } = school.owner;
    const params = { id: school.id };
    const address = async () => (await test.call(schoolClosureRoutes.exportAddress, { token, params })).ok();
    const { url, expires_at } = await address();
    expect(url.startsWith(test.context.config.publicUrl)).toBe(true);
    expect(Date.parse(expires_at)).toBe(test.clock.now().getTime() + EXPORT_ADDRESS_SECONDS * 1000);
    const get = (from: string) => test.app.inject({ url: new URL(from).pathname });
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(url)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(400)]);
    const sent = answers.find(({ statusCode }) => statusCode === 200);
    expect(sent?.headers['content-disposition']).toMatch(/^attachment; /);
    expect((await unpacked(sent?.rawPayload ?? Buffer.alloc(0))).size).toBe(archive.size);
    const late = await address();
    test.clock.advance(EXPORT_ADDRESS_SECONDS * 1000);
    const refused = await get(late.url);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({ error_message: ERROR_MESSAGES.deadLink });
    const orphaned = await address();
    const owner = eq(users.id, school.owner.id);
    const orm = test.context.database.orm();
    await orm.update(users).set({ role: 'admin' }).where(owner);
    expect((await get(orphaned.url)).statusCode).toBe(400);
    await orm.update(users).set({ role: 'owner' }).where(owner);
    const tokens = [url, late.url].map((each) => each.split('/').at(-1) ?? '');
    for (const secret of tokens) expect(test.log.some((line) => line.includes(secret))).toBe(false);
  });

  it.each<readonly [string, (token: string, email: string) => Promise<{ readonly status: number }>]>([
    ['its session is signed out', (token) => test.call(peopleRoutes.logout, { token })],
    ['all sessions are signed out', (token) => test.call(sessionRoutes.endSessions, { token })],
    [
      'the password is changed',
      (token) => {
        const body = { existing_password: PASSWORD, password: `${PASSWORD} anew` };
        return test.call(peopleRoutes.updatePassword, { token, body });
      },
    ],
    ['the password is set by a link', (_, email) => setPassword(email)],
  ])('cannot be downloaded by an address created before %s', async (_, end) => {
    const { id, owner } = await createSchool(test);
    await setPassword(owner.email);
    const token = await signIn(test, owner.email);
    const { url } = (await test.call(schoolClosureRoutes.exportAddress, { token, params: { id } })).ok();
    expect((await end(token, owner.email)).status).toBeLessThan(300);
    expect((await test.app.inject({ url: new URL(url).pathname })).statusCode).toBe(400);
  });

  it('stops when the client disconnects', async () => {
    const address = await test.listen();
    const controller = new AbortController();
    const answer = await fetch(address + pathOf(schoolClosureRoutes.exportSchool, { id: school.id }), {
      headers: { authorization: `Bearer ${school.owner.token}` },
      signal: controller.signal,
    });
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="b-elm-b-grove-\d{4}-\d\d-\d\d\.zip"$/,
    );
    controller.abort();
    await expect(text(answer.body ?? new ReadableStream())).rejects.toMatchObject({ name: 'AbortError' });
    expect(test.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
