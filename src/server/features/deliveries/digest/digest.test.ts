import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { DELIVERY_MESSAGES, deliveryRoutes } from '#contract/deliveries.ts';
import { digestDay } from '#contract/families/digest-day.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { saveFamilySettings } from '#server/data/families/family-settings.ts';
import { openSession } from '#server/data/sessions.ts';
import { readToken } from '#server/data/unsubscribe-tokens.ts';
import { deliveryRecipients } from '#server/platform/db/schema/deliveries.ts';
import { subscriberGroupMembers, subscribers } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, createSendingSchool, deliverNow, type SendingSchool } from '#test/deliveries.ts';
import { A_SESSION } from '#test/factories.ts';
import { registerFiles } from '#test/files.ts';
import { heading, publishNewsletter } from '#test/newsletters.ts';
import { createSubscribers, type TestSubscriber } from '#test/subscribers.ts';

let test: TestApp;
let at: SendingSchool;
beforeAll(async () => {
  test = await buildTestApp({ TRIAL_MAILS_PER_DAY: '1000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  test.mail.sent.length = 0;
  at = await createSendingSchool(test);
  await saveFamilySettings(test.context.database, at.school.id, { digestWeekday: 5 });
});

let from = 0;
async function family(changes: Partial<TestSubscriber> = {}): Promise<TestSubscriber> {
  from += 1;
  const [row] = await createSubscribers(test, at.school.id, 1, changes, from);
  if (row === undefined) throw new Error('No subscriber was created');
  return row;
}

async function group(name: string, ...people: readonly TestSubscriber[]): Promise<string> {
  const call = { token: at.token, body: { group: { name } } };
  const { id } = (await test.call(groupRoutes.createGroup, call)).ok().group.data;
  const rows = people.map(({ id: subscriberId }) => ({ schoolId: at.school.id, groupId: id, subscriberId }));
  await test.context.database.orm().insert(subscriberGroupMembers).values(rows);
  return id;
}

async function publishOne(title: string): Promise<string> {
  return (await publishNewsletter(test, at.school.owner, { title, code: [heading(title)] })).id;
}

/** Moves the clock to the morning of the next digest. */
function goToDigestDay(): void {
  const now = test.clock.now();
  const monthAt = (moment: Date) => dayIn('Europe/London', moment).slice(0, 7);
  const next = monthAt(new Date(Date.parse(`${monthAt(now)}-01T12:00:00Z`) + 31 * DAY_MS));
  const days = [monthAt(now), next].map((month) => Date.parse(`${digestDay(month, 5)}T09:00:00Z`));
  const moment = days.find((day) => day > now.getTime()) ?? 0;
  test.clock.advance(moment - now.getTime());
}

async function sweep(): Promise<void> {
  await test.jobs.run('digest_sweep');
  await test.jobs.settled();
}

const titlesIn = (text: string) => text.split('\n').filter((line) => /^(Autumn|Year|Choir)/.test(line));
const audience = async () =>
  (await test.call(deliveryRoutes.audience, { token: at.token, params: { id: at.newsletter } })).ok()
    .audience;

describe('the monthly digest', () => {
  it('takes the place of single newsletters, once a month, in the family’s language', async () => {
    await family();
    const anna = await family({ monthlyDigest: true, language: 'pl' });
    expect(await audience()).toMatchObject({ recipients: 1, with_digest: 1 });
    await deliverNow(test, at.token, at.newsletter);
    expect(test.mail.to(anna.email)).toEqual([]);
    const { length } = test.mail.sent;
    await sweep();
    expect(test.mail.to(anna.email)).toEqual([]);
    goToDigestDay();
    await sweep();
    await sweep();
    expect(test.mail.sent).toHaveLength(length + 1);
    const [mail] = test.mail.to(anna.email);
    expect(mail?.subject).toMatch(/^Nasze biuletyny: /);
    expect(mail?.html).toContain('Autumn news');
    expect(mail?.html).toContain('Wypisz się');
    expect(mail?.text).toContain('/published/autumn-news-');
    const token = /unsubscribe\/([\w-]+)/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect(await readToken(test.context, token)).toEqual({ schoolId: at.school.id, subscriberId: anna.id });
    expect(mail?.text).toMatch(/\/r\/[\w-]{64}\n/);
    const call = {
      token: await openSession(test.context, at.school.owner.id, A_SESSION),
      params: { id: at.school.id },
    };
    const log = (await test.call(auditRoutes.auditLog, call)).ok().audit_log.data;
    expect(log.filter(({ attributes }) => attributes.action === 'send')).toHaveLength(2);
    // A month later there is nothing new.
    test.clock.advance(25 * DAY_MS);
    goToDigestDay();
    await sweep();
    expect(test.mail.to(anna.email)).toHaveLength(1);
  });

  it('has what a family’s groups were sent, and nothing that they have already', async () => {
    const four = await family({ monthlyDigest: true });
    const six = await family({ monthlyDigest: true });
    const late = await family();
    const year4 = await group('Year 4', four);
    await group('Year 6', six);
    await deliverNow(test, at.token, at.newsletter);
    const id = await publishOne('Year 4 swims');
    test.clock.advance(HOUR_MS);
    (await callDeliver(test, at.token, id, { groups: { any: [year4], none: [] } })).ok();
    await test.jobs.settled();
    const { database } = test.context;
    await database.orm().update(subscribers).set({ monthlyDigest: true }).where(eq(subscribers.id, late.id));
    const gone = await publishOne('Autumn fair is off');
    await deliverNow(test, at.token, gone).catch(() => undefined);
    await test.call(newsletterRoutes.unpublishNewsletter, { token: at.token, params: { id: gone } });
    test.mail.sent.length = 0;
    goToDigestDay();
    await sweep();
    expect(titlesIn(test.mail.to(four.email)[0]?.text ?? '')).toEqual(['Autumn news', 'Year 4 swims']);
    expect(titlesIn(test.mail.to(six.email)[0]?.text ?? '')).toEqual(['Autumn news']);
    // A family that chose the digest after getting the newsletter does not get it in the digest.
    expect(test.mail.to(late.email)).toEqual([]);
  });

  it('leads to the page of a family’s groups, and shows no picture that is for others', async () => {
    const four = await family({ monthlyDigest: true });
    const six = await family({ monthlyDigest: true });
    const choosy = await family({ monthlyDigest: true, ownGroupsOnly: true });
    const year4 = await group('Year 4', four);
    await group('Year 6', six, choosy);
    const url = '/files/5a11.jpg';
    await registerFiles(test, at.school, [url]);
    const swims = { name: 'image-1', type: 'image', value: { url, alt: '' }, audience: [year4] };
    const { id, path } = await publishNewsletter(test, at.school.owner, {
      title: 'Autumn swims',
      code: [swims, heading('For everybody')],
    });
    await deliverNow(test, at.token, id);
    goToDigestDay();
    await sweep();
    const [own] = test.mail.to(four.email);
    const [everyones] = test.mail.to(six.email);
    expect(everyones?.text).toContain(path);
    expect(everyones?.html).not.toContain('5a11.jpg');
    expect(own?.text).not.toContain(path);
    const [link = ''] = /\/published\/autumn-swims-[\w-]+/.exec(own?.text ?? '') ?? [];
    expect((await test.app.inject({ method: 'GET', url: link })).body).toContain('5a11.jpg');
    expect((await test.app.inject({ method: 'GET', url: path })).body).not.toContain('5a11.jpg');
    // The digest has nothing for her group.
    expect(test.mail.to(choosy.email)).toEqual([]);
  });

  it('is sent to nobody who has left, and to nobody twice after a process has died', async () => {
    const stays = await family({ monthlyDigest: true });
    const leaves = await family({ monthlyDigest: true });
    await deliverNow(test, at.token, at.newsletter);
    goToDigestDay();
    await test.context.database
      .orm()
      .update(subscribers)
      .set({ status: 'unsubscribed' })
      .where(eq(subscribers.id, leaves.id));
    await sweep();
    // The job runs again after the outcome is written.
    const [row] = await test.context.database
      .orm()
      .select()
      .from(deliveryRecipients)
      .where(and(eq(deliveryRecipients.subscriberId, stays.id), eq(deliveryRecipients.state, 'sent')));
    await test.jobs.run('delivery', { id: row?.deliveryId });
    await test.jobs.run('delivery_sweep');
    expect(test.mail.to(stays.email)).toHaveLength(1);
    expect(test.mail.to(leaves.email)).toEqual([]);
  });

  it('is nothing where the school has none: its families get each newsletter', async () => {
    await saveFamilySettings(test.context.database, at.school.id, { digestWeekday: null });
    const anna = await family({ monthlyDigest: true });
    expect(await audience()).toMatchObject({ recipients: 1, with_digest: 0 });
    await deliverNow(test, at.token, at.newsletter);
    expect(test.mail.to(anna.email)).toHaveLength(1);
    goToDigestDay();
    await sweep();
    expect(test.mail.to(anna.email)).toHaveLength(1);
  });
});

describe('only what is for their groups', () => {
  it('leaves out mails to everybody, except for families in no group', async () => {
    const choosy = await family({ ownGroupsOnly: true });
    const groupless = await family({ ownGroupsOnly: true });
    const year4 = await group('Year 4', choosy);
    expect(await audience()).toMatchObject({ recipients: 1, own_groups_only: 1 });
    await deliverNow(test, at.token, at.newsletter);
    expect(test.mail.to(choosy.email)).toEqual([]);
    expect(test.mail.to(groupless.email)).toHaveLength(1);
    const id = await publishOne('Year 4 swims');
    (await callDeliver(test, at.token, id, { groups: { any: [year4], none: [] } })).ok();
    await test.jobs.settled();
    expect(test.mail.to(choosy.email)).toHaveLength(1);
    const block = { ...Object(heading('Bring goggles')), audience: [year4] };
    const mixed = await publishNewsletter(test, at.school.owner, { title: 'Mixed', code: [block] });
    await deliverNow(test, at.token, mixed.id);
    expect(test.mail.to(choosy.email)).toHaveLength(2);
    const other = await callDeliver(test, at.token, await publishOne('Choir'), {
      groups: { any: [], none: [year4] },
    });
    expect(other.status).toBe(201);
    await test.jobs.settled();
    const nobody = await callDeliver(test, at.token, id);
    expect(nobody.ok().delivery.data.attributes.total).toBe(1);
    expect(DELIVERY_MESSAGES.nobody).toBeDefined();
  });
});

it('mails each reader in their own language, and the newsletter as it is', async () => {
  const anna = await family({ language: 'pl' });
  const ben = await family();
  await deliverNow(test, at.token, at.newsletter);
  test.clock.advance(HOUR_MS);
  const [polish] = test.mail.to(anna.email);
  const [english] = test.mail.to(ben.email);
  expect(polish?.html).toContain('Wypisz się');
  expect(polish?.text).toContain('Co przychodzi: http');
  expect(polish?.html).toContain('Harvest');
  expect(english?.html).toContain('Unsubscribe');
  expect(english?.html).toContain('What you get');
});
