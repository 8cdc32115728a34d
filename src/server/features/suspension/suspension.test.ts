import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { suspendedMessage } from '#contract/rules/suspension.ts';
import { schoolRoutes } from '#contract/school.ts';
import { SUBSCRIBER_MESSAGES, subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { updateSchoolState } from '#server/data/schools.ts';
import { pauseSending } from '#server/features/deliveries/pause-sending.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, createSendingSchool, deliveryOf, type SendingSchool } from '#test/deliveries.ts';
import { importBody } from '#test/examples/families.ts';
import { fetchFile, uploadFile } from '#test/files.ts';
import { MULTIPART, multipartBody } from '#test/multipart.ts';
import { heading, publishNewsletter } from '#test/newsletters.ts';
import { createSubscribers } from '#test/subscribers.ts';
import { liftSuspension, suspendSchool } from './suspension.ts';

/** A suspended school. The loop over all routes tests which calls are refused. */

const WHY = 'families complained about advertising';

let test: TestApp;
let sending: SendingSchool;
let slug: string;
let home: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());
beforeEach(async () => {
  test.mail.sent.length = 0;
  sending = await createSendingSchool(test);
  const { school, token, newsletter: id } = sending;
  const draft = (await test.call(newsletterRoutes.getNewsletter, { token, params: { id } })).ok();
  slug = draft.news_letter.data.attributes.slug ?? '';
  const body = { school_pages: { takes_sign_ups: true, shows_diary: true } };
  const pages = await test.call(schoolPageRoutes.updateSchoolPages, {
    token,
    params: { id: school.id },
    body,
  });
  home = `/s/${pages.ok().school_pages.data.attributes.address}`;
  await createSubscribers(test, school.id, 3);
});

async function suspend(hidesPages = false) {
  await suspendSchool(test.context, { pauseSending }, sending.school.id, { why: WHY, hidesPages });
  // So that another process's change is seen.
  test.clock.advance(DAY_MS / 24);
  await test.jobs.settled();
}
const statusOf = async (url: string) => (await test.app.inject({ url })).statusCode;
const mySchool = async () => {
  const answer = await test.call(schoolRoutes.mySchool, { token: sending.token });
  return answer.ok().school.data?.attributes.suspended_for;
};

it('gives its owner and its log the reason, keeps its pages, and takes no sign-ups', async () => {
  await suspend();
  const { school, token } = sending;
  expect(await mySchool()).toBe(WHY);
  expect(test.mail.to(school.owner.email)).toMatchObject([
    { subject: 'Elm Grove Primary is suspended', text: expect.stringContaining(WHY) },
  ]);
  const log = await test.call(auditRoutes.auditLog, { token, params: { id: school.id } });
  expect(log.ok().audit_log.data[0]?.attributes).toMatchObject({
    action: 'school_suspended',
    actor: '',
    details: { why: WHY },
  });
  expect(await statusOf(`/published/${slug}`)).toBe(200);
  expect([await statusOf(`${home}/diary`), await statusOf(`${home}/sign-up`)]).toEqual([200, 404]);
  const save = {
    params: { id: sending.newsletter },
    token,
    body: { news_letter: { title: 'x', version: 2 } },
  };
  expect((await test.call(newsletterRoutes.updateNewsletter, save)).error().error_message).toBe(
    suspendedMessage(WHY),
  );
  expect(await liftSuspension(test.context, school.id)).toBe(true);
  await test.jobs.settled();
  expect(await mySchool()).toBeNull();
  expect(await statusOf(`${home}/sign-up`)).toBe(200);
  expect(test.mail.to(school.owner.email).at(-1)?.subject).toBe('Elm Grove Primary is no longer suspended');
  expect(await liftSuspension(test.context, school.id)).toBe(false);
});

it('has what the operator grants it in place of what every school has', async () => {
  const { school, token, newsletter } = sending;
  await updateSchoolState(test.context.database, school.id, {
    mailsPerDay: 7,
    storageBytes: 10,
    subscribersMax: 4,
  });
  const audience = await test.call(deliveryRoutes.audience, { token, params: { id: newsletter } });
  expect(audience.ok().quota).toMatchObject({ per_day: 7, left_today: 7 });
  const body = multipartBody([{ name: 'file', filename: 'a.txt', content: Buffer.from('eleven bytes') }]);
  const upload = await test.call(fileRoutes.uploadAttachment, { token, body, headers: MULTIPART });
  expect(upload.error().error_message).toBe(ERROR_MESSAGES.quota);
  const file = importBody('first,last,email\nA,B,a@x.example\nC,D,c@x.example\nE,F,parent-1@home.example');
  const add = { token, body: file, headers: MULTIPART };
  for (const query of [{ query: { dry_run: 'true' } }, {}]) {
    const { added, errors } = (await test.call(subscriberRoutes.importSubscribers, { ...add, ...query })).ok()
      .import;
    expect([added, errors]).toEqual([1, [{ line: 3, message: IMPORT_MESSAGES.full }]]);
  }
  const subscriber = { first_name: 'G', last_name: 'H', email: 'g@x.example' };
  const one = await test.call(subscriberRoutes.createSubscriber, { token, body: { subscriber } });
  expect([one.status, one.error().error_message]).toEqual([409, SUBSCRIBER_MESSAGES.full]);
  test.clock.advance(DAY_MS / 24);
  expect([await statusOf(`${home}/diary`), await statusOf(`${home}/sign-up`)]).toEqual([200, 404]);
});

it('hides its pages if it is told to, until the suspension is lifted', async () => {
  expect(await statusOf(`/published/${slug}`)).toBe(200);
  // One file for each state: for some seconds a file's state stays cached.
  const upload = async (word: string) =>
    (await uploadFile(test, sending.school.owner, Buffer.from(word), 'a.txt')).url;
  const [before, meanwhile, after] = [await upload('One'), await upload('Two'), await upload('Three')];
  const fileStatus = async (url: string) => (await fetchFile(test, url)).statusCode;
  expect(await fileStatus(before)).toBe(200);
  await suspend(true);
  expect([await statusOf(`/published/${slug}`), await statusOf(`${home}/diary`)]).toEqual([404, 404]);
  expect(await fileStatus(meanwhile)).toBe(404);
  await liftSuspension(test.context, sending.school.id);
  expect(await fileStatus(after)).toBe(200);
  expect([await statusOf(`/published/${slug}`), await statusOf(`${home}/diary`)]).toEqual([200, 200]);
});

it('pauses running and planned sendings, until somebody continues them', async () => {
  const { school, token, newsletter } = sending;
  const running = (await callDeliver(test, token, newsletter)).ok().delivery.data.id;
  const sendAt = new Date(test.clock.now().getTime() + DAY_MS).toISOString();
  const other = await publishNewsletter(test, school.owner, { code: [heading('Frost')] });
  const planned = (await callDeliver(test, token, other.id, { send_at: sendAt })).ok().delivery.data.id;
  await test.jobs.settled();
  // Makes it look as if it were running.
  await test.context.database.query(`update deliveries set status = 'sending' where id = $1`, [running]);
  await suspendSchool(test.context, { pauseSending }, school.id, { why: WHY, hidesPages: false });
  await test.jobs.settled();
  const before = test.mail.sent.length;
  test.clock.advance(DAY_MS);
  await test.jobs.due();
  for (const id of [running, planned])
    expect(await deliveryOf(test, token, id)).toMatchObject({
      status: 'paused',
      trouble: 'Your school was suspended. Once that is over, go on',
    });
  expect(test.mail.sent.length).toBe(before);
  await liftSuspension(test.context, school.id);
  (await test.call(deliveryRoutes.resumeDelivery, { token, params: { id: planned } })).ok();
  await test.jobs.settled();
  expect((await deliveryOf(test, token, planned)).status).toBe('done');
});
