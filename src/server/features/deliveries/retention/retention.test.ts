import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { DELIVERY_MESSAGES } from '#contract/deliveries.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, createSendingSchool, deliverNow, deliveryOf } from '#test/deliveries.ts';
import { createStaff } from '#test/factories.ts';
import { createSubscribers } from '#test/subscribers.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ RETENTION_LOG_DAYS: '60', RETENTION_RECIPIENTS_DAYS: '30' });
});
afterAll(async () => await test.close());

async function linked(): Promise<unknown> {
  const { rows } = await test.context.database.query(
    'select count(*)::int as count from delivery_recipients where subscriber_id is not null or detail is not null',
  );
  return rows[0]?.count;
}

async function pass(days: number): Promise<void> {
  test.clock.advance(days * DAY_MS);
  await test.jobs.run('retention');
}

it('forgets whom a newsletter was sent to, but not how many, and sends it to nobody twice', async () => {
  const { school, token, newsletter } = await createSendingSchool(test);
  await createSubscribers(test, school.id, 3);
  const id = await deliverNow(test, token, newsletter);
  await pass(29);
  expect(await linked()).toBe(3);
  await pass(2);
  expect(await linked()).toBe(0);
  const later = await createStaff(test, school.id, 'owner');
  expect(await deliveryOf(test, later.token, id)).toMatchObject({ status: 'done', sent: 3 });
  const again = await callDeliver(test, later.token, newsletter);
  expect(again.status).toBe(409);
  expect(again.error().error_message).toBe(DELIVERY_MESSAGES.forgotten);

  // Each call uses a new session, as sessions expire, too.
  const log = async () => {
    const { token: reader } = await createStaff(test, school.id, 'admin');
    return (await test.call(auditRoutes.auditLog, { token: reader, params: { id: school.id } })).ok();
  };
  expect((await log()).audit_log.data.map(({ attributes }) => attributes.action)).toContain('send');
  await pass(30);
  expect((await log()).audit_log.data).toEqual([]);
});
