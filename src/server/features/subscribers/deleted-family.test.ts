import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webhookRoutes } from '#contract/api/webhooks.ts';
import { digestDay } from '#contract/families/digest-day.ts';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import { mailReportRoutes } from '#contract/mail/mail-reports.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS, SECOND_MS } from '#newsletter/values/durations.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { saveFamilySettings } from '#server/data/families/family-settings.ts';
import { openSession } from '#server/data/sessions.ts';
import { countLateBounce } from '#server/features/deliveries/worker/quota.ts';
import { handleMail } from '#server/features/mail-reports/handle-mail.ts';
import { unsubscribeByToken } from '#server/features/unsubscribe/unsubscribe.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { MailNotSent } from '#server/platform/mail/failure.ts';
import { Outbox } from '#server/platform/mail/outbox.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { dumpDatabase } from '#test/database.ts';
import { createSendingSchool, deliverNow, type SendingSchool } from '#test/deliveries.ts';
import { importBody } from '#test/examples/families.ts';
import { A_SESSION } from '#test/factories.ts';
import { postfixReport } from '#test/mail-reports/forms.ts';
import { MULTIPART } from '#test/multipart.ts';
import { publishNewsletter } from '#test/newsletters.ts';

/**
 * A deleted family disappears at once from every table, every file of the data folder and every job. The log never names it,
 * whatever fails and whatever is searched for.
 */

const ADDRESS = 'planted.family@post.example';
const NAME = 'Plantedname';

let test: TestApp;
let at: SendingSchool;
let webhook: string;
beforeAll(async () => {
  test = await buildTestApp({ BOUNCE_ADDRESS: 'bounces@mail.school.example' });
  at = await createSendingSchool(test);
  // Names in this domain never resolve (RFC 2606), so what is to be sent waits.
  const events = ['subscriber.joined', 'subscriber.bounced', 'subscriber.left'] as const;
  const body = { url: 'https://receiver.invalid/told', events: [...events] };
  webhook = (await test.call(webhookRoutes.createWebhook, { token: at.token, body })).ok().webhook.data.id;
});
afterAll(() => test.close());

const by = () => ({ token: at.token });

async function signUp(): Promise<void> {
  const settings = {
    ...by(),
    params: { id: at.school.id },
    body: { school_pages: { takes_sign_ups: true } },
  };
  const { address } = (await test.call(schoolPageRoutes.updateSchoolPages, settings)).ok().school_pages.data
    .attributes;
  const path = `/s/${address}/sign-up`;
  const form = async (url: string, fields: Record<string, string>) =>
    await test.app.inject({
      ...{ method: 'POST', url, payload: new URLSearchParams(fields).toString() },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const begun =
    /name="begun" value="([^"]+)"/.exec((await test.app.inject({ url: path })).payload)?.[1] ?? '';
  test.clock.advance(5 * SECOND_MS);
  await form(path, { begun, email: ADDRESS });
  await test.jobs.settled();
  const link = /https?:\/\/[^/\s]+(\/s\/\S+\/sign-up\/[\w-]+)/.exec(test.mail.to(ADDRESS).at(-1)?.text ?? '');
  await form(link?.[1] ?? '', {});
  await form(path, { begun, email: ADDRESS });
  await test.jobs.settled();
}

async function importTwice(): Promise<void> {
  const body = importBody(`Name,Email\n${NAME} Lee,${ADDRESS}\n,${ADDRESS.toUpperCase()}\n`);
  for (let time = 0; time < 2; time += 1)
    (await test.call(subscriberRoutes.importSubscribers, { ...by(), body, headers: MULTIPART })).ok();
}

/** A mail comes back, and the next one is refused. */
async function bounce(): Promise<void> {
  await deliverNow(test, at.token, at.newsletter);
  const returnPath = test.mail.to(ADDRESS).at(-1)?.returnPath ?? '';
  const reports = { countBounce: countLateBounce, unsubscribe: unsubscribeByToken };
  expect(await handleMail(test.context, reports, postfixReport({ returnPath }))).toBe(true);
  const id = await idOf();
  (await test.call(mailReportRoutes.addressWorksAgain, { ...by(), params: { id } })).ok();
  const send = test.mail.send.bind(test.mail);
  const response = `550 5.1.1 <${ADDRESS}> User unknown`;
  test.mail.send = async (mail) => {
    if (mail.to.address !== ADDRESS) return await send(mail);
    throw new MailNotSent({ blame: 'address', permanent: true, trouble: null, response, where: 'x' });
  };
  const { id: second } = await publishNewsletter(test, at.school.owner, { title: 'Second' });
  await deliverNow(test, at.token, second);
  test.mail.send = send;
}

/** Sends the month's digest; at the first try it is refused with a message that names the family. */
async function digest(): Promise<void> {
  const { database, clock } = test.context;
  await saveFamilySettings(database, at.school.id, { digestWeekday: 5 });
  const own = and(eq(subscribers.schoolId, at.school.id), eq(subscribers.email, ADDRESS));
  await database.orm().update(subscribers).set({ monthlyDigest: true }).where(own);
  await publishNewsletter(test, at.school.owner, { title: 'Third' });
  const month = dayIn('Europe/London', new Date(clock.now().getTime() + 31 * DAY_MS)).slice(0, 7);
  test.clock.advance(Date.parse(`${digestDay(month, 5)}T09:00:00Z`) - clock.now().getTime());
  const before = test.mail.to(ADDRESS).length;
  const send = test.mail.send.bind(test.mail);
  test.mail.send = async ({ to }) => {
    const response = `451 4.2.1 <${to.address}> try again later`;
    throw new MailNotSent({ blame: 'mailbox', permanent: false, trouble: null, response, where: 'x' });
  };
  await test.jobs.run('digest_sweep');
  await test.jobs.settled();
  test.mail.send = send;
  test.clock.advance(DAY_MS);
  await test.jobs.due();
  await test.jobs.run('delivery_sweep');
  expect(test.mail.to(ADDRESS)).toHaveLength(before + 1);
  // The session may have ended on the way: it is up to five weeks to the digest.
  at = { ...at, token: await openSession(test.context, at.school.owner.id, A_SESSION) };
}

async function idOf(): Promise<string> {
  const query = { search_string: ADDRESS };
  const { data } = (await test.call(subscriberRoutes.listSubscribers, { ...by(), query })).ok().subscribers;
  return data[0]?.id ?? '';
}

async function everything(): Promise<string> {
  const root = test.context.config.dataDir;
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map(async (file) => `${file}\n${await readFile(file, 'latin1')}`));
  const jobs = test.jobs.stored.join('\n');
  return [await dumpDatabase(test.context.database), jobs, ...contents].join('\n').toLowerCase();
}

/** The lines of the database's dump that name the family. */
const found = async () =>
  (await everything())
    .split('\n')
    .filter((line) => line.includes(ADDRESS) || line.includes(NAME.toLowerCase()));

it('is found nowhere once it is deleted and webhooks are told', async () => {
  await signUp();
  await importTwice();
  await bounce();
  (await test.call(subscriberRoutes.exportSubscribers, by())).ok();
  (await test.call(mailReportRoutes.addressWorksAgain, { ...by(), params: { id: await idOf() } })).ok();
  await digest();
  await test.jobs.settled();
  const { config, clock } = test.context;
  const outbox = new Outbox(join(config.dataDir, 'outbox'), { ...config.mailFrom, dkim: undefined }, clock);
  test.mail.forget = async (addresses) => await outbox.forget(addresses);
  const mail = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' };
  await outbox.send({ ...mail, to: { name: '', address: ADDRESS } });
  expect((await found()).length).toBeGreaterThan(5);

  (await test.call(subscriberRoutes.deleteSubscriber, { ...by(), params: { id: await idOf() } })).ok();
  await test.jobs.settled();
  // Only what a webhook is still to be sent names it: the event that it has left.
  expect(await found()).toEqual([expect.stringContaining('subscriber.left')]);
  const off = { ...by(), params: { id: webhook }, body: { is_on: false } };
  (await test.call(webhookRoutes.updateWebhook, off)).ok();
  expect(await found()).toEqual([]);
  const log = test.log.join('\n').toLowerCase();
  expect(log).toContain('subscribers');
  expect(log).not.toContain(ADDRESS);
  expect(log).not.toContain(encodeURIComponent(ADDRESS));
  expect(log).not.toContain(NAME.toLowerCase());
  await outbox.close();
});
