import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { dashboardRoutes } from '#contract/dashboard.ts';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import { FORM_AGE_MS, familyRoutes } from '#contract/families/sign-up.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import { SUBSCRIBERS_ADDRESS } from '#contract/paths.ts';
import { MAILS_PER_HOUR, SHARED_MAILS } from '#contract/rules/mail-limits.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#newsletter/values/durations.ts';
import { saveFamilySettings } from '#server/data/families/family-settings.ts';
import { signUps } from '#server/platform/db/schema/families.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { createSubscribers } from '#test/subscribers.ts';

const statements = vi.spyOn(Client.prototype, 'query');
let test: TestApp;
let school: TestSchool;
let path: string;
let groups: readonly string[];
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());
beforeEach(async () => {
  test.mail.sent.length = 0;
  school = await createSchool(test, { name: 'Elm & Grove <Primary>' });
  path = await openSignUp(school);
  groups = [await makeGroup('Year 4', true), await makeGroup('Choir', true), await makeGroup('Staff', false)];
});

async function openSignUp({ id, owner: { token } }: TestSchool, isOn = true): Promise<string> {
  const call = { token, params: { id }, body: { school_pages: { takes_sign_ups: isOn } } };
  const { address } = (await test.call(schoolPageRoutes.updateSchoolPages, call)).ok().school_pages.data
    .attributes;
  return `/s/${address}/sign-up`;
}

async function makeGroup(name: string, isOffered: boolean): Promise<string> {
  const { token } = school.owner;
  const { id } = (await test.call(groupRoutes.createGroup, { token, body: { group: { name } } })).ok().group
    .data;
  const call = { token, params: { id }, body: { group: { is_offered: isOffered } } };
  (await test.call(groupRoutes.updateGroup, call)).ok();
  return id;
}

let network = 0;
const get = (url: string) => test.app.inject({ url });
const post = (url: string, form: readonly (readonly [string, string])[] = [], ip = freshIp()) =>
  test.app.inject({
    method: 'POST',
    url,
    remoteAddress: ip,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form.map(([name, value]): [string, string] => [name, value])).toString(),
  });
function freshIp(): string {
  network += 1;
  return `10.${Math.floor(network / 200)}.${network % 200}.1`;
}

/** The signed time of a form that was shown a while ago. */
async function begun(at = path): Promise<string> {
  const time = /name="begun" value="([^"]+)"/.exec((await get(at)).payload)?.[1] ?? '';
  test.clock.advance(5 * SECOND_MS);
  return time;
}

async function signUp(email: string, more: readonly (readonly [string, string])[] = [], ip = freshIp()) {
  const answer = await post(path, [['begun', await begun()], ['email', email], ...more], ip);
  await test.jobs.settled();
  return answer;
}

function linkTo(email: string): string {
  const url = /https?:\/\/[^/\s]+(\/s\/\S+\/sign-up\/[\w-]+)/.exec(
    test.mail.to(email).at(-1)?.text ?? '',
  )?.[1];
  if (url === undefined) throw new Error('No link to confirm was mailed');
  return url;
}

async function storedAt(email: string) {
  const wanted = and(eq(subscribers.schoolId, school.id), eq(subscribers.email, email));
  const rows = await test.context.database.orm().select().from(subscribers).where(wanted);
  return rows[0];
}

async function shownAt(email: string) {
  const query = { search_string: email };
  const call = { token: school.owner.token, query };
  return (await test.call(subscriberRoutes.listSubscribers, call)).ok().subscribers.data[0]?.attributes;
}

const isInsert = (query: string) => query.startsWith('insert into "sign_ups"');

describe('signing up', () => {
  it('asks once about an address whose provider is written wrongly', async () => {
    const asked = await signUp('Ann@gmial.com', [['groups', groups[0] ?? '']]);
    expect(asked.statusCode).toBe(400);
    expect(asked.payload).toContain('Did you mean Ann@gmail.com? If not, please press ‘Sign up’ once more.');
    expect(asked.payload).toMatch(
      /value="Ann@gmail\.com" type="submit"><span>Use <bdi dir="ltr">Ann@gmail\.com<\/bdi><\/span><\/button>/,
    );
    expect(asked.payload).toMatch(/value="[^"]+" checked/);
    expect(test.mail.sent).toHaveLength(0);
    await signUp('Ann@gmial.com', [
      ['asked', 'ann@gmial.com'],
      ['meant', 'ann@gmail.com'],
    ]);
    expect(test.mail.to('ann@gmail.com')).toHaveLength(1);
    expect((await signUp('ann@gmial.com', [['asked', 'ann@gmial.com']])).statusCode).toBe(200);
    expect(test.mail.to('ann@gmial.com')).toHaveLength(1);
  });

  it('puts people on the list who confirm by the button behind the mailed link, with the groups that are offered', async () => {
    const page = (await get(path)).payload;
    expect(page).toContain('Year 4');
    expect(page).not.toContain('Staff');
    expect(page).not.toContain('name="language"');
    const email = 'anna.k@post.example';
    const chosen = groups.map((id) => ['groups', id] as const);
    const answer = await signUp(` Anna.K@post.example`, [...chosen, ['language', 'pl']]);
    expect([answer.statusCode, answer.payload]).toEqual([200, expect.stringContaining('Check your inbox')]);
    const [mail] = test.mail.to(email);
    expect(mail).toMatchObject({ subject: 'Please confirm your address', fromName: 'Elm & Grove <Primary>' });
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/anna/i);
    const link = linkTo(email);
    for (let time = 0; time < 3; time += 1) {
      expect((await get(link)).payload).toContain('Is this you?');
      expect((await test.app.inject({ method: 'HEAD', url: link })).statusCode).toBe(200);
    }
    expect(await storedAt(email)).toBeUndefined();
    const done = await post(link);
    expect(done.payload).toContain('You are on the list.');
    expect((await post(link)).payload).toContain('You are on the list.');
    expect(await shownAt(email)).toMatchObject({
      status: 'subscribed',
      first_name: '',
      language: null,
      groups: [{ name: 'Year 4' }, { name: 'Choir' }],
      signed_up_at: expect.any(String),
    });
    const log = await test.call(auditRoutes.auditLog, {
      token: school.owner.token,
      params: { id: school.id },
    });
    expect(log.ok().audit_log.data[0]?.attributes).toMatchObject({ action: 'family_joined', actor: '' });
    expect(`${log.text}${test.log.join('\n')}`).not.toContain(email);
    expect(test.log.join('\n')).not.toContain(link.slice(-40));
  });

  it('asks for the language where there are several, and mails in it', async () => {
    await saveFamilySettings(test.context.database, school.id, { languages: ['pl', 'de'] });
    expect((await get(path)).payload).toContain('Deutsch');
    const polish = (await get(`${path}?language=pl`)).payload;
    expect(polish).toContain('<html lang="pl"');
    expect(polish).toContain('Nasz biuletyn e-mailem');
    await signUp('ola@post.example', [
      ['language', 'pl'],
      ['groups', groups[1] ?? ''],
    ]);
    expect(test.mail.to('ola@post.example')[0]?.subject).toBe('Proszę potwierdzić adres');
    const link = linkTo('ola@post.example');
    const confirming = (await get(link)).payload;
    expect(confirming).toContain('Polski');
    expect(confirming).toContain('<span lang="en" dir="auto">Choir</span> · Polski');
    await post(link);
    expect((await storedAt('ola@post.example'))?.language).toBe('pl');
  });

  it('reads from right to left in Arabic, but for addresses', async () => {
    await saveFamilySettings(test.context.database, school.id, { languages: ['ar'] });
    const arabic = (await get(`${path}?language=ar`)).payload;
    expect(arabic).toContain('<html lang="ar" dir="rtl">');
    expect(arabic).toContain('نشرتنا تصلكم بالبريد الإلكتروني');
    expect(arabic).toMatch(/<input id="email" [^>]*type="email" dir="ltr"/);
    await signUp('amal@post.example', [['language', 'ar']]);
    const [mail] = test.mail.to('amal@post.example');
    expect(mail?.subject).toBe('نرجو تأكيد عنوانكم');
    expect(mail?.html).toMatch(/<html lang="ar" dir="rtl"/);
  });

  it('answers the same, by the same work, for people on the list, and tells only the mail’s reader', async () => {
    const [known] = await createSubscribers(test, school.id, 1, { email: 'known@post.example' });
    const workOf = async (email: string) => {
      const time = await begun();
      statements.mockClear();
      const answer = await post(
        path,
        [
          ['begun', time],
          ['email', email],
        ],
        freshIp(),
      );
      const asked = statements.mock.calls
        .map(([query]) => String(Object(query).text ?? query))
        // On a busy machine the pool checks that the server is there.
        .filter((query) => query !== 'select 1');
      // The mailing job may have begun already: the call's own work ends with the commit of the request.
      const queries = asked.slice(0, asked.indexOf('commit', asked.findIndex(isInsert)) + 1);
      await test.jobs.settled();
      return { status: answer.statusCode, page: answer.payload.replaceAll(email, ''), queries };
    };
    await workOf('first@post.example');
    const unknown = await workOf('new@post.example');
    expect(await workOf(known?.email ?? '')).toEqual(unknown);
    expect(unknown.queries.length).toBeGreaterThan(5);
    const [mail] = test.mail.to(known?.email ?? '');
    expect(mail?.subject).toBe('You are on our list already');
    expect(mail?.text).toMatch(/\/r\/[\w-]{64}/);
  });

  it('brings back who had left, also after the school has deleted them', async () => {
    const [left] = await createSubscribers(test, school.id, 1, {
      email: 'back@post.example',
      status: 'unsubscribed',
      unsubscribedAt: test.clock.now(),
    });
    const email = left?.email ?? '';
    await signUp(email);
    await post(linkTo(email));
    expect(await storedAt(email)).toMatchObject({ status: 'subscribed', unsubscribedAt: null });
    const { database } = test.context;
    await database
      .orm()
      .update(subscribers)
      .set({ status: 'unsubscribed' })
      .where(eq(subscribers.email, email));
    const call = { token: school.owner.token, params: { id: left?.id ?? '' } };
    expect((await test.call(subscriberRoutes.deleteSubscriber, call)).status).toBe(204);
    await signUp(email);
    await post(linkTo(email));
    expect(await storedAt(email)).toMatchObject({ status: 'subscribed', firstName: '' });
  });

  it('gives people who come back what they choose now, and adds to what somebody has', async () => {
    const [year4 = '', choir = ''] = groups;
    const [subscriber] = await createSubscribers(test, school.id, 1, { email: 'again@post.example' });
    const email = subscriber?.email ?? '';
    const join = async (group: string) => {
      await signUp(email, [['groups', group]]);
      await post(linkTo(email));
      return ((await shownAt(email))?.groups ?? []).map(({ name }) => name);
    };
    const leave = async () =>
      await test.context.database
        .orm()
        .update(subscribers)
        .set({ status: 'unsubscribed' })
        .where(eq(subscribers.email, email));
    await leave();
    expect(await join(year4)).toEqual(['Year 4']);
    await leave();
    expect(await join(choir)).toEqual(['Choir']);
  });

  it('keeps the input of somebody who tries again, in the page’s language', async () => {
    await saveFamilySettings(test.context.database, school.id, { languages: ['pl'] });
    const [year4 = ''] = groups;
    const { payload } = await signUp('anna@post.example', [
      ['groups', year4],
      ['language', 'pl'],
    ]);
    const [, action = ''] = /<form id="again" method="post" action="([^"]+)"/.exec(payload) ?? [];
    const fields = [...payload.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
    expect(payload).toContain('form="again" type="submit">spróbować ponownie</button>');
    const mails = test.mail.sent.length;
    const answer = await post(
      action,
      fields.map(([, name = '', value = '']) => [name, value]),
    );
    await test.jobs.settled();
    expect(answer.statusCode).toBe(200);
    expect(answer.payload).toContain('<html lang="pl"');
    expect(answer.payload).toContain('value="anna@post.example"');
    expect(answer.payload).toMatch(new RegExp(`value="${year4}" checked`));
    expect(answer.payload).not.toContain('error');
    expect(test.mail.sent).toHaveLength(mails);
  });

  it('keeps what was typed, and says what is wrong above it', async () => {
    const [year4 = ''] = groups;
    const answer = await signUp('anna.k@', [['groups', year4]]);
    expect(answer.statusCode).toBe(400);
    expect(answer.payload).toMatch(/<title>Error: /);
    expect(answer.payload).toContain('value="anna.k@"');
    expect(answer.payload).toMatch(new RegExp(`value="${year4}" checked`));
    expect(answer.payload).toContain('href="#email"');
    expect(test.mail.sent).toEqual([]);
  });

  it.each([
    'x@y',
    'a@b.example\r\nBcc: c@d.example',
    '"><script>alert(1)</script>@x.example',
    'büro@post.example',
    `${'a'.repeat(5000)}@x.example`,
    'anna@post.example, ben@post.example',
  ])('takes no address that is none: %j', async (email) => {
    const answer = await signUp(email);
    expect(answer.statusCode).toBe(400);
    expect(answer.payload).not.toContain('<script');
    expect(test.mail.sent).toEqual([]);
  });

  it('takes a form that is sent at once, when it may have been filled in by a person', async () => {
    const fast = /name="begun" value="([^"]+)"/.exec((await get(path)).payload)?.[1] ?? '';
    test.clock.advance(FORM_AGE_MS.min - 100);
    const answer = await post(path, [
      ['begun', fast],
      ['email', 'quick@post.example'],
    ]);
    expect(answer.payload).toContain('Check your inbox');
    await test.jobs.settled();
    expect(test.mail.to('quick@post.example')).toHaveLength(1);
  });

  it('takes no form from a program: one filled in long ago, elsewhere, or where people see nothing', async () => {
    const email = ['email', 'robot@post.example'] as const;
    const old = await begun();
    test.clock.advance(13 * HOUR_MS);
    const again = (await post(path, [['begun', old], email])).payload;
    expect(again).toContain('value="robot@post.example"');
    expect(again).toContain('This page had been open for a long time. Please press the button once more.');
    const renewed = /name="begun" value="([^"]+)"/.exec(again)?.[1] ?? '';
    const other = await openSignUp(await createSchool(test));
    for (const wrong of ['', 'x.y', `${renewed}x`, await begun(other)])
      expect((await post(path, [['begun', wrong], email])).statusCode).toBe(400);
    const trapped = await post(path, [['begun', renewed], email, ['website', 'https://spam.example']]);
    expect(trapped.statusCode).toBe(400);
    expect(trapped.payload).toContain('A field that nobody sees had been filled in');
    expect(trapped.payload).not.toContain('open for a long time');
    // Screen readers skip the hidden field.
    expect(trapped.payload).toContain('<div class="trap" aria-hidden="true">');
    await test.jobs.settled();
    expect(test.mail.sent).toEqual([]);
    await post(path, [['begun', renewed], email]);
    await test.jobs.settled();
    expect(test.mail.to(email[1])).toHaveLength(1);
  });

  it('stops silently at the limits of an address, a mailbox and a network', async () => {
    const ip = '192.0.2.7';
    for (let time = 0; time < 6; time += 1)
      expect((await signUp('one@post.example')).payload).toContain('Check your inbox');
    expect(test.mail.to('one@post.example')).toHaveLength(MAILS_PER_HOUR.familySignUp.address);
    for (let time = 0; time < 8; time += 1) await signUp(`j.o+${time}@googlemail.com`);
    expect(test.mail.sent.filter(({ to }) => to.address.startsWith('j.o'))).toHaveLength(
      MAILS_PER_HOUR.familySignUp.mailbox,
    );
    const before = test.mail.sent.length;
    for (let time = 0; time < MAILS_PER_HOUR.familySignUp.network + 3; time += 1)
      await post(
        path,
        [
          ['begun', await begun()],
          ['email', `n${time}@post.example`],
        ],
        ip,
      );
    await test.jobs.settled();
    expect(test.mail.sent.length - before).toBe(MAILS_PER_HOUR.familySignUp.network);
  });

  it('still mails the first of a network once strangers have used up the page’s', async () => {
    await signUp('before@post.example');
    await test.context.database.query(
      `update attempts set count = $1 where key like 'mail-familySignUp-page:%'`,
      [MAILS_PER_HOUR.familySignUp.page],
    );
    const typed = ['one', 'two', 'three', 'four'].map((name) => `${name}@home.example`);
    for (const email of typed)
      await post(
        path,
        [
          ['begun', await begun()],
          ['email', email],
        ],
        '203.0.113.1',
      );
    await test.jobs.settled();
    const mailed = test.mail.sent.map(({ to }) => to.address).filter((each) => typed.includes(each));
    expect(mailed).toEqual(typed.slice(0, SHARED_MAILS.ofNetwork));
  });
});

describe('the link to confirm', () => {
  it('ends after seven days, and at night its address is forgotten', async () => {
    await signUp('late@post.example');
    const link = linkTo('late@post.example');
    test.clock.advance(7 * DAY_MS);
    for (const answer of [await get(link), await post(link)]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.payload).toContain('This link is too old.');
      expect(answer.payload).toContain(`href="${path}"`);
    }
    await test.jobs.run('family_housekeeping');
    const kept = await test.context.database
      .orm()
      .select()
      .from(signUps)
      .where(eq(signUps.schoolId, school.id));
    expect(kept).toEqual([]);
  });

  it('works at its own school only, cannot be guessed, and is nothing while sign-up is off', async () => {
    await signUp('anna@post.example');
    const link = linkTo('anna@post.example');
    const token = link.split('/').at(-1) ?? '';
    const other = await openSignUp(await createSchool(test));
    const guesses = Array.from({ length: 20 }, () => randomBytes(32).toString('base64url'));
    for (const wrong of [
      `${other}/${token}`,
      `${path}/x`,
      `${path}/%00`,
      ...guesses.map((one) => `${path}/${one}`),
    ])
      expect((await post(wrong)).statusCode).toBe(404);
    await openSignUp(school, false);
    for (const url of [path, link]) expect((await get(url)).statusCode).toBe(404);
    expect((await post(link)).statusCode).toBe(404);
    expect(await storedAt('anna@post.example')).toBeUndefined();
    await openSignUp(school);
    expect((await post(link)).payload).toContain('You are on the list.');
  });
});

describe('several links to confirm', () => {
  it('count each, in any order, and say who has left since', async () => {
    const email = 'twice@post.example';
    const [year4 = '', choir = ''] = groups;
    await signUp(email, [['groups', year4]]);
    const older = linkTo(email);
    await signUp(email, [['groups', choir]]);
    const newer = linkTo(email);
    for (const link of [newer, older, newer])
      expect((await post(link)).payload).toContain('You are on the list.');
    expect(await shownAt(email)).toMatchObject({ groups: [{ name: 'Year 4' }, { name: 'Choir' }] });
    const leave = /href="(\/r\/[\w-]+)"/.exec((await get(older)).payload)?.[1] ?? '';
    const unsubscribe = /href="(\/unsubscribe\/[\w-]+)"/.exec((await get(leave)).payload)?.[1] ?? '';
    await post(unsubscribe);
    for (const answer of [await get(newer), await post(newer)])
      expect([answer.statusCode, answer.headers.location]).toEqual([303, unsubscribe]);
    expect((await get(unsubscribe)).payload).toContain('Put me back on the list');
    expect(await storedAt(email)).toMatchObject({ status: 'unsubscribed' });
  });

  it('leave one family to wait, with the groups of each', async () => {
    await saveFamilySettings(test.context.database, school.id, { approval: true });
    const email = 'waits@post.example';
    const [year4 = '', choir = ''] = groups;
    await signUp(email, [['groups', year4]]);
    const older = linkTo(email);
    await signUp(email, [['groups', choir]]);
    for (const link of [older, linkTo(email)]) expect((await post(link)).payload).toContain('Nearly there');
    const { data } = (await test.call(familyRoutes.listSignUps, { token: school.owner.token })).ok().sign_ups;
    expect(data.map(({ attributes }) => attributes.groups.map(({ name }) => name))).toEqual([
      ['Year 4', 'Choir'],
    ]);
  });
});

describe('with approval', () => {
  beforeEach(() => saveFamilySettings(test.context.database, school.id, { approval: true }));

  it('waits for the owner, who is notified once a day, lets in or refuses', async () => {
    const { token, email: owner } = school.owner;
    const looks = 'The school looks at each new address.';
    expect((await get(path)).payload).toContain(looks);
    for (const name of ['ada', 'ben', 'cem']) {
      await signUp(`${name}@post.example`);
      expect((await post(linkTo(`${name}@post.example`))).payload).toContain('Nearly there');
      await test.jobs.settled();
    }
    expect(await storedAt('ada@post.example')).toBeUndefined();
    expect(test.mail.to('ada@post.example')[0]?.text).toContain(looks);
    const notices = test.mail.to(owner);
    expect(notices.map(({ subject }) => subject)).toEqual(['A family waits for you']);
    expect(notices[0]?.text).toContain(SUBSCRIBERS_ADDRESS);
    test.clock.advance(DAY_MS + HOUR_MS);
    await test.jobs.due();
    expect(test.mail.to(owner).map(({ subject }) => subject)[1]).toBe('3 families wait for you');
    const numbers = (await test.call(dashboardRoutes.dashboard, { token })).ok().dashboard.numbers;
    expect(numbers.waiting).toBe(3);
    const { data } = (await test.call(familyRoutes.listSignUps, { token })).ok().sign_ups;
    const [ada, ben] = data.map(({ id }) => ({ token, params: { id } }));
    expect(data.map(({ attributes }) => attributes.email)[0]).toBe('ada@post.example');
    (await test.call(familyRoutes.acceptSignUp, ada)).ok();
    expect((await test.call(familyRoutes.acceptSignUp, ada)).status).toBe(404);
    await test.jobs.settled();
    expect(test.mail.to('ada@post.example').at(-1)?.subject).toBe('You are on our list');
    expect(await storedAt('ada@post.example')).toMatchObject({ status: 'subscribed' });
    expect((await test.call(familyRoutes.refuseSignUp, ben)).status).toBe(204);
    await test.jobs.settled();
    expect(await storedAt('ben@post.example')).toBeUndefined();
    expect(test.mail.to('ben@post.example')).toHaveLength(1);
    const stranger = (await createSchool(test)).owner.token;
    const left = { token: stranger, params: { id: data[2]?.id ?? '' } };
    expect((await test.call(familyRoutes.acceptSignUp, left)).status).toBe(404);
  });
});
