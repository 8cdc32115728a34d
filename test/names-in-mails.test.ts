import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { schoolClosureRoutes } from '#contract/school-closure.ts';
import { pauseSending } from '#server/features/deliveries/pause-sending.ts';
import { suspendSchool } from '#server/features/suspension/suspension.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { callDeliver, createSendingSchool, type SendingSchool } from './deliveries.ts';
import { createSubscribers } from './subscribers.ts';

/** The product's mails quote names that people typed: mail programs must find no address in them. Old names may break the rule. */

const TYPED = 'HSBC - verify at evil.example';
const HARMLESS = 'HSBC - verify at evil. example';

let test: TestApp;
let sending: SendingSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());
beforeEach(async () => {
  sending = await createSendingSchool(test);
  const { database } = test.context;
  await database.orm().update(schools).set({ name: TYPED }).where(eq(schools.id, sending.school.id));
  test.mail.sent.length = 0;
});

async function mailedToOwner() {
  await test.jobs.settled();
  return test.mail.to(sending.school.owner.email).map(({ subject, html, text }) => {
    for (const part of [subject, html, text]) expect(part).not.toContain('evil.example');
    return subject;
  });
}

it('that a school is closed, and open again', async () => {
  const call = { token: sending.token, params: { id: sending.school.id }, body: { name: TYPED } };
  (await test.call(schoolClosureRoutes.closeSchool, call)).ok();
  expect(await mailedToOwner()).toEqual([`${HARMLESS} is closed`]);
  (await test.call(schoolClosureRoutes.reopenSchool, call)).ok();
  expect(await mailedToOwner()).toEqual([`${HARMLESS} is closed`, `${HARMLESS} is open again`]);
});

it('that a school is suspended', async () => {
  const how = { why: 'it asks families for money', hidesPages: false };
  await suspendSchool(test.context, { pauseSending }, sending.school.id, how);
  expect(await mailedToOwner()).toEqual([`${HARMLESS} is suspended`]);
});

it('how a sending went', async () => {
  await createSubscribers(test, sending.school.id, 1);
  (await callDeliver(test, sending.token, sending.newsletter, { subject: TYPED })).ok();
  expect(await mailedToOwner()).toEqual([`Sent: ${HARMLESS}`]);
});
