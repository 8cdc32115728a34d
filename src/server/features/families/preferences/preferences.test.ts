import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { groupRoutes } from '#contract/groups/groups.ts';
import { schoolClosureRoutes } from '#contract/school-closure.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { deadEndWords } from '#newsletter/words/dead-end-words.ts';
import { saveFamilySettings } from '#server/data/families/family-settings.ts';
import { tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import { addressChanges } from '#server/platform/db/schema/families.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { importBody } from '#test/examples/families.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { MULTIPART } from '#test/multipart.ts';
import { createSubscribers, type TestSubscriber } from '#test/subscribers.ts';

let test: TestApp;
let school: TestSchool;
let anna: TestSubscriber;
let path: string;
let groups: Readonly<Record<'year4' | 'choir' | 'staff', string>>;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.mail.sent.length = 0;
  school = await createSchool(test, { name: 'Elm & Grove <Primary>' });
  groups = {
    year4: await makeGroup('Year 4', true),
    choir: await makeGroup('Choir', true),
    staff: await makeGroup('Staff', false),
  };
  const [row] = await createSubscribers(test, school.id, 1, { email: `anna-${Math.random()}@home.example` });
  if (row === undefined) throw new Error('No subscriber was created');
  anna = row;
  const update = { group_ids: [groups.choir, groups.staff] };
  const call = { token: school.owner.token, params: { id: anna.id }, body: { subscriber: update } };
  (await test.call(subscriberRoutes.updateSubscriber, call)).ok();
  const tokenOf = await tokenMaker(test.context, 'preferences');
  path = `/r/${tokenOf({ schoolId: school.id, subscriberId: anna.id })}`;
});

async function makeGroup(name: string, isOffered: boolean): Promise<string> {
  const { token } = school.owner;
  const { id } = (await test.call(groupRoutes.createGroup, { token, body: { group: { name } } })).ok().group
    .data;
  const call = { token, params: { id }, body: { group: { is_offered: isOffered } } };
  (await test.call(groupRoutes.updateGroup, call)).ok();
  return id;
}

const get = (url: string) => test.app.inject({ url });
const post = (url: string, form: Readonly<Record<string, string>> = {}) =>
  test.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
const stored = async () => {
  const rows = await test.context.database
    .orm()
    .select()
    .from(subscribers)
    .where(eq(subscribers.id, anna.id));
  return rows[0];
};
const shown = async () => {
  const call = { token: school.owner.token, params: { id: anna.id } };
  return (await test.call(subscriberRoutes.getSubscriber, call)).ok().subscriber.data.attributes;
};
const linkIn = (text: string | undefined) =>
  /https?:\/\/[^/\s]+(\/r\/address\/\S+)/.exec(text ?? '')?.[1] ?? '';
const importChoir = () =>
  test.call(subscriberRoutes.importSubscribers, {
    token: school.owner.token,
    body: importBody(`First name,Last name,Email,Clubs\r\nAnna,K,${anna.email},Choir`, {
      columns: [3],
      values: [{ value: 'Choir', group: 'Choir' }],
    }),
    headers: MULTIPART,
  });

describe('a reader’s own page', () => {
  it('shows what they get, masks the address, and changes nothing however often it is opened', async () => {
    await saveFamilySettings(test.context.database, school.id, { languages: ['pl'], digestWeekday: 5 });
    const before = await stored();
    for (const url of [path, `${path}/address`, `${path}/data`, `${path}/data.json`])
      for (const method of ['GET', 'HEAD', 'GET'] as const)
        expect((await test.app.inject({ method, url })).statusCode).toBe(200);
    expect(await stored()).toEqual(before);
    const { payload, headers } = await get(path);
    expect(payload).toContain('What you get');
    expect(payload).toMatch(new RegExp(`value="${groups.choir}" checked`));
    expect(payload).toContain(`value="${groups.year4}">`);
    expect(payload).toContain('Also, by the school: Staff');
    expect(payload).toMatch(
      /aria-describedby="(how_often-1-hint)"><span dir="auto">Once a month, all in one<.*id="\1">The next one: \d+ \w+ \d{4}\. Nothing comes before it/s,
    );
    expect(payload).toContain('only if a part of them is for your groups.');
    expect(payload).not.toContain(anna.email);
    expect(payload).not.toContain('<script');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    for (const url of [`${path}/data`, `${path}/data.json`])
      expect((await get(url)).payload).not.toContain(anna.email);
    expect((await get(`${path}/data`)).payload).toContain(
      'Shown in part, as the mail may have been forwarded.',
    );
  });

  it('saves groups, language and how often; what is not offered stays', async () => {
    await saveFamilySettings(test.context.database, school.id, { languages: ['pl'], digestWeekday: 5 });
    const form = {
      groups: groups.year4,
      language: 'pl',
      how_often: 'monthly',
      has_groups: 'yes',
      own_groups_only: 'yes',
    };
    const saved = await post(path, form);
    expect(saved.payload).toContain('<html lang="pl"');
    expect(saved.payload).toContain('Zapisano.');
    // Screen readers read the names of groups in the school's language.
    expect(saved.payload).toContain('<label class="choice" lang="en">');
    expect(saved.payload).toContain(': <span lang="en" dir="auto">Staff</span>');
    expect(await shown()).toMatchObject({
      groups: [{ name: 'Year 4' }, { name: 'Staff' }],
      language: 'pl',
      monthly_digest: true,
      own_groups_only: true,
    });
    expect((await get(`${path}/data`)).payload).toContain('Tylko to, co dotyczy moich grup');
    expect(JSON.parse((await get(`${path}/data.json`)).payload)).toMatchObject({
      groups_left: ['Choir'],
      only_own_groups: true,
    });
    await post(path, { groups: 'nonsense', language: 'xx' });
    expect(await shown()).toMatchObject({
      groups: [{ name: 'Staff' }],
      language: 'pl',
      monthly_digest: false,
    });
    await saveFamilySettings(test.context.database, school.id, { languages: [], digestWeekday: null });
    await post(path, { language: 'de', how_often: 'monthly' });
    expect(await shown()).toMatchObject({ language: 'pl', monthly_digest: false, own_groups_only: true });
  });

  it('is respected by the next import: a family that has left a group stays out of it', async () => {
    await post(path, { groups: groups.year4 });
    (await importChoir()).ok();
    await test.jobs.settled();
    expect(await shown()).toMatchObject({
      first_name: 'Anna',
      groups: [{ name: 'Year 4' }, { name: 'Staff' }],
    });
    // The school can put the reader back into the group.
    const back = { group_ids: [groups.choir] };
    const call = { token: school.owner.token, params: { id: anna.id }, body: { subscriber: back } };
    (await test.call(subscriberRoutes.updateSubscriber, call)).ok();
    expect((await stored())?.leftGroupIds).toEqual([]);
  });

  it('leads to leaving, and shows the way back afterwards', async () => {
    const leave = /href="(\/unsubscribe\/[\w-]{64})"/.exec((await get(path)).payload)?.[1] ?? '';
    expect((await get(leave)).statusCode).toBe(200);
    expect(await stored()).toMatchObject({ status: 'subscribed' });
    await post(leave);
    expect(await stored()).toMatchObject({ status: 'unsubscribed' });
    for (const answer of [await get(path), await post(path, { groups: groups.year4 })])
      expect([answer.statusCode, answer.headers.location]).toEqual([303, leave]);
    expect(await shown()).toMatchObject({ groups: [{ name: 'Choir' }, { name: 'Staff' }] });
    await post(`${leave}/undo`);
    expect((await get(path)).statusCode).toBe(200);
  });

  it('is nobody else’s: not by guessing, not by the link to unsubscribe, not once the school is closed', async () => {
    const token = path.slice('/r/'.length);
    const unsubscribe = (await tokenMaker(test.context))({ schoolId: school.id, subscriberId: anna.id });
    const guesses = Array.from({ length: 200 }, () => randomBytes(48).toString('base64url'));
    for (const wrong of [unsubscribe, `${token}A`, token.slice(1), 'x', '%00', ...guesses])
      for (const answer of [await get(`/r/${wrong}`), await post(`/r/${wrong}`)])
        expect(answer.statusCode).toBe(404);
    expect((await get(`/unsubscribe/${token}`)).statusCode).toBe(404);
    expect((await get('/r/test')).payload).toContain('This is where readers choose');
    const { words } = deadEndWords('ar');
    const arabic = await createSchool(test, { language: 'ar' });
    const other = (await tokenMaker(test.context, 'preferences'))({
      schoolId: arabic.id,
      subscriberId: anna.id,
    });
    expect((await get(`/r/${other.slice(0, 40)}`)).payload).toContain(words.choices);
    const asking = { url: '/r/address/x', headers: { 'accept-language': 'ar' } };
    expect((await test.app.inject(asking)).payload).toContain(words.choices);
    expect(test.log.join('\n')).not.toContain(token.slice(-40));
    const call = {
      token: school.owner.token,
      params: { id: school.id },
      body: { name: 'Elm & Grove <Primary>' },
    };
    (await test.call(schoolClosureRoutes.closeSchool, call)).ok();
    expect((await get(path)).statusCode).toBe(404);
  });
});

describe('a new address', () => {
  async function askFor(email: string): Promise<string> {
    const answer = await post(`${path}/address`, { email });
    expect(answer.payload).toContain('Check your inbox');
    await test.jobs.settled();
    return linkIn(test.mail.to(email.toLowerCase()).at(-1)?.text);
  }

  it('is confirmed by its own mail; the old one is notified, and takes it back', async () => {
    const wanted = `new-${anna.id}@post.example`;
    const link = await askFor(wanted.toUpperCase());
    expect((await get(link)).payload).toContain(wanted);
    expect((await stored())?.email).toBe(anna.email);
    const done = (await post(link)).payload;
    expect(done).toContain(`<strong dir="ltr">${wanted}</strong>`);
    expect(done).toContain(`href="${path}"`);
    expect((await post(link)).statusCode).toBe(200);
    await test.jobs.settled();
    expect(await stored()).toMatchObject({ email: wanted, status: 'subscribed' });
    const [notice] = test.mail.to(anna.email);
    expect(notice?.subject).toBe('Your newsletters go to another address');
    expect(notice?.text).not.toContain(wanted);
    const undo = linkIn(notice?.text);
    expect((await get(undo)).payload).toContain('Take the change back?');
    expect((await stored())?.email).toBe(wanted);
    test.clock.advance(29 * DAY_MS);
    expect((await post(undo)).payload).toContain('Taken back.');
    expect((await stored())?.email).toBe(anna.email);
    expect((await post(link)).statusCode).toBe(404);
    test.clock.advance(3 * DAY_MS);
    await test.jobs.run('family_housekeeping');
    const kept = await test.context.database
      .orm()
      .select()
      .from(addressChanges)
      .where(eq(addressChanges.schoolId, school.id));
    expect(kept).toEqual([]);
  });

  it('asks once about an address whose provider is written wrongly', async () => {
    const [wrong, right] = [`n-${anna.id}@gmial.com`, `n-${anna.id}@gmail.com`];
    const asked = await post(`${path}/address`, { email: wrong });
    expect(asked.statusCode).toBe(400);
    expect(asked.payload).toContain(`Did you mean ${right}? If not, please press ‘Send the mail’ once more.`);
    expect(asked.payload).toContain(`value="${right}" type="submit"`);
    await test.jobs.settled();
    expect(test.mail.to(wrong)).toEqual([]);
    const answers = [{ meant: right }, {}];
    for (const answer of answers)
      expect((await post(`${path}/address`, { email: wrong, asked: wrong, ...answer })).statusCode).toBe(200);
    await test.jobs.settled();
    expect([test.mail.to(right), test.mail.to(wrong)].map(({ length }) => length)).toEqual([1, 1]);
    const again = await post(`${path}/address`, { email: right, again: '1' });
    expect([again.statusCode, again.payload]).toEqual([200, expect.stringContaining(`value="${right}"`)]);
    await test.jobs.settled();
    expect(test.mail.to(right)).toHaveLength(1);
  });

  it('says only to its mailbox that somebody has it, and takes it from nobody', async () => {
    const [ben] = await createSubscribers(test, school.id, 1, { email: `ben-${anna.id}@home.example` });
    for (const known of [ben?.email ?? '', anna.email]) {
      const link = await askFor(known);
      expect((await get(link)).payload).toContain('Is this you?');
      const answer = await post(link);
      expect([answer.statusCode, answer.payload]).toEqual([
        200,
        expect.stringMatching(/You are on our list already.*Nothing has changed\./s),
      ]);
      expect((await stored())?.email).toBe(anna.email);
    }
    const wrong = await post(`${path}/address`, { email: 'no address' });
    expect([wrong.statusCode, wrong.payload]).toEqual([400, expect.stringContaining('value="no address"')]);
  });

  it('can be requested three times a day, is valid for seven days, and once', async () => {
    const links: string[] = [];
    for (let time = 0; time < 3; time += 1) links.push(await askFor(`n${time}-${anna.id}@post.example`));
    const fourth = `n3-${anna.id}@post.example`;
    const refused = await post(`${path}/address`, { email: fourth });
    expect([refused.statusCode, refused.payload]).toEqual([429, expect.stringContaining('No mail was sent')]);
    expect(refused.payload).toContain(`value="${fourth}"`);
    await test.jobs.settled();
    expect(test.mail.to(fourth)).toEqual([]);
    const [first = '', second = '', third = ''] = links;
    expect((await post(second)).statusCode).toBe(200);
    expect((await post(first)).statusCode).toBe(404);
    test.clock.advance(8 * DAY_MS);
    expect((await get(third)).statusCode).toBe(404);
    expect((await post(`${second}/undo`)).statusCode).toBe(404);
  });

  it('says of its used link what has become of the reader since', async () => {
    const link = await askFor(`one-${anna.id}@post.example`);
    expect((await post(link)).payload).toContain('You are on the list.');
    await test.jobs.settled();
    const undo = linkIn(test.mail.to(anna.email).at(-1)?.text);
    const next = await askFor(`two-${anna.id}@post.example`);
    await post(next);
    expect((await get(link)).statusCode).toBe(404);
    const unsubscribe = (await tokenMaker(test.context))({ schoolId: school.id, subscriberId: anna.id });
    await post(`/unsubscribe/${unsubscribe}`);
    for (const answer of [await get(next), await post(next), await post(undo)])
      expect([answer.statusCode, answer.payload]).toEqual([
        200,
        expect.stringContaining('You have left the list'),
      ]);
  });
});
