import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DELIVERY_MESSAGES } from '#contract/deliveries.ts';
import { subscriberImports } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, createSendingSchool } from '#test/deliveries.ts';
import type { TestSchool } from '#test/factories.ts';
import { createSubscribers } from '#test/subscribers.ts';

/** A delivery that started during an import would reach only part of the list. */

let test: TestApp;
let school: TestSchool;
let id: string;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  test.mail.sent.length = 0;
  ({ school, newsletter: id } = await createSendingSchool(test));
  await createSubscribers(test, school.id, 1);
  const file = { fileName: 'parents.csv', agreement: 'told' } as const;
  await test.context.database
    .orm()
    .insert(subscriberImports)
    .values({ schoolId: school.id, ...file });
});
afterAll(async () => await test.close());

const deliver = (delivery: object) => callDeliver(test, school.owner.token, id, delivery);

async function endImport(): Promise<void> {
  await createSubscribers(test, school.id, 1, {}, 1);
  await test.context.database
    .orm()
    .update(subscriberImports)
    .set({ status: 'done', finishedAt: test.clock.now() })
    .where(eq(subscriberImports.schoolId, school.id));
}

it('does not start at once', async () => {
  const refused = await deliver({});
  expect([refused.status, refused.error().error_message]).toEqual([409, DELIVERY_MESSAGES.importing]);
  await endImport();
  (await deliver({})).ok();
  await test.jobs.settled();
  expect(test.mail.sent.filter(({ to }) => to.address.startsWith('parent-'))).toHaveLength(2);
});

it('waits for the end of the import at its time, and then reaches everybody', async () => {
  const at = new Date(test.clock.now().getTime() + 60_000).toISOString();
  (await deliver({ send_at: at })).ok();
  test.clock.advance(61_000);
  await test.jobs.due();
  expect(test.mail.sent).toEqual([]);
  await endImport();
  test.clock.advance(6000);
  await test.jobs.due();
  expect(test.mail.sent.filter(({ to }) => to.address.startsWith('parent-'))).toHaveLength(2);
});
