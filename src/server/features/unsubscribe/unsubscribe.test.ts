import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import { SUBSCRIBER_MESSAGES, subscriberRoutes } from '#contract/subscribers.ts';
import { deadEndWords } from '#newsletter/words/dead-end-words.ts';
import { readToken, tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { createSubscribers, type TestSubscriber } from '#test/subscribers.ts';

let test: TestApp;
let person: TestSubscriber;
let path: string;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  school = await createSchool(test, { name: 'Elm & Grove <Primary>' });
  const { id } = school;
  const [subscriber] = await createSubscribers(test, id, 1);
  if (subscriber === undefined) throw new Error('No subscriber was created');
  person = subscriber;
  const tokenOf = await tokenMaker(test.context);
  path = `/unsubscribe/${tokenOf({ schoolId: id, subscriberId: person.id })}`;
});

const open = (url: string) => test.app.inject({ url });
const post = (url: string, payload?: string, type = 'application/x-www-form-urlencoded') =>
  test.app.inject({
    method: 'POST',
    url,
    ...(payload !== undefined && { payload, headers: { 'content-type': type } }),
  });
const stored = async () => {
  const rows = await test.context.database
    .orm()
    .select()
    .from(subscribers)
    .where(eq(subscribers.id, person.id));
  return rows[0];
};

describe('the link in a mail', () => {
  it('shows a page with one button and changes nothing, however often it is opened', async () => {
    for (let time = 0; time < 5; time += 1) {
      const { statusCode, payload, headers } = await open(path);
      expect(statusCode).toBe(200);
      expect(payload).toContain('Leave the list of Elm &amp; Grove &lt;Primary&gt;?');
      expect(payload.match(/<button/g)).toHaveLength(1);
      expect(payload).toContain('pa…@home.example');
      expect(payload).not.toContain('<script');
      expect(headers['content-security-policy']).toContain("form-action 'self'");
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cache-control']).toBe('no-store');
    }
    expect((await test.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
    expect(await stored()).toMatchObject({ status: 'subscribed', unsubscribedAt: null });
  });

  it.each([
    ['the button', undefined, undefined],
    ['a mail client', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    ['a client that sends multipart', '--x\r\n\r\nOne-Click\r\n--x--', 'multipart/form-data; boundary=x'],
    ['a client that sends plain text', 'x', 'text/plain'],
  ])('unsubscribes at once by %s, even twice', async (_, payload, type) => {
    const now = test.clock.now();
    expect((await post(path, payload, type)).statusCode).toBe(200);
    expect(await stored()).toMatchObject({ status: 'unsubscribed', unsubscribedAt: now });
    test.clock.advance(1000);
    const again = await post(path, payload, type);
    expect(again.statusCode).toBe(200);
    expect(again.payload).toContain('You have left the list');
    expect(await stored()).toMatchObject({ status: 'unsubscribed', unsubscribedAt: now });
  });

  it('subscribes again', async () => {
    await post(path);
    const home = /<p class="ways">.*href="(\/s\/[\w-]+)"/;
    expect((await open(path)).payload).not.toMatch(home);
    const shown = { token: school.owner.token, params: { id: school.id } };
    const body = { school_pages: { shows_diary: true } };
    (await test.call(schoolPageRoutes.updateSchoolPages, { ...shown, body })).ok();
    const left = (await open(path)).payload;
    expect(left).toContain('You have left the list');
    expect((await open(home.exec(left)?.[1] ?? '')).statusCode).toBe(302);
    const back = await post(`${path}/undo`);
    expect(back.payload).toContain('You are on the list again');
    expect(back.payload).toMatch(home);
    const choose = /href="(\/r\/[\w-]+)">What you get</.exec(back.payload)?.[1] ?? '';
    expect((await open(choose)).statusCode).toBe(200);
    // Reloading that page shows the current state.
    const again = await open(`${path}/undo`);
    expect([again.statusCode, again.headers.location]).toEqual([302, path]);
    expect(await stored()).toMatchObject({ status: 'subscribed', unsubscribedAt: null });
  });

  it('says when the person is no longer on the list', async () => {
    await test.context.database.orm().delete(subscribers).where(eq(subscribers.id, person.id));
    const gone = await post(path);
    expect(gone.statusCode).toBe(200);
    expect(gone.payload).toContain('You are not on this list');
  });

  it('lets an unsubscribed and deleted person allow being added again, which nobody else can', async () => {
    const { token } = school.owner;
    await post(path);
    const removed = await test.call(subscriberRoutes.deleteSubscriber, { token, params: { id: person.id } });
    expect(removed.status).toBe(204);
    const add = () =>
      test.call(subscriberRoutes.createSubscriber, {
        token,
        body: { subscriber: { first_name: 'Amelia', last_name: 'Okafor', email: person.email } },
      });
    // A GET, or unsubscribing again, changes nothing.
    for (const page of [await open(path), await post(path)]) {
      expect(page.payload).toContain('You are not on this list');
      expect(page.payload).toContain('Let the school add me again');
    }
    expect((await add()).error().errors).toEqual({ email: [SUBSCRIBER_MESSAGES.unsubscribed] });
    const allowed = await post(`${path}/undo`);
    expect(allowed.payload).toContain('The school may add you again');
    expect((await open(path)).payload).not.toContain('<button');
    expect((await add()).status).toBe(201);
  });

  it('explains itself in a test mail', async () => {
    expect((await post('/unsubscribe/test')).payload).toContain('Nothing has changed');
  });

  it('is not logged', async () => {
    await open(path);
    await post(path);
    expect(test.log.join('\n')).not.toContain(path.slice(-40));
  });
});

it('cannot be guessed: neither a changed token nor any of ten thousand random ones is valid', async () => {
  const token = path.slice('/unsubscribe/'.length);
  const bytes = Buffer.from(token, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(await readToken(test.context, changed.toString('base64url'))).toBeNull();
  }
  for (let guess = 0; guess < 10_000; guess += 1)
    expect(await readToken(test.context, randomBytes(48).toString('base64url'))).toBeNull();
  for (const wrong of ['x', token.slice(1), `${token}A`, `${token.slice(0, -1)}=`, '%00', 'a'.repeat(400)]) {
    const answer = await post(`/unsubscribe/${wrong}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.payload).toContain('This link does not work');
  }
  expect(await stored()).toMatchObject({ status: 'subscribed' });
});

it('says that a link does not work in the language of its school, where it has lost its end, or of the browser', async () => {
  const { words } = deadEndWords('ar');
  const arabic = await createSchool(test, { language: 'ar' });
  const tokenOf = await tokenMaker(test.context);
  const cut = await open(
    `/unsubscribe/${tokenOf({ schoolId: arabic.id, subscriberId: person.id }).slice(0, -9)}`,
  );
  expect([cut.statusCode, cut.payload]).toEqual([404, expect.stringContaining('<html lang="ar" dir="rtl">')]);
  expect(cut.payload).toContain(`<h1>${words.title}</h1><p>${words.leave}</p>`);
  const asking = (accepted: string) =>
    test.app.inject({ url: '/unsubscribe/x', headers: { 'accept-language': accepted } });
  expect((await asking('ar-EG,ar;q=0.9,en;q=0.8')).payload).toContain(words.title);
  expect((await asking('zu,ar;q=0.5')).payload).toContain('<html lang="en" dir="ltr">');
});
