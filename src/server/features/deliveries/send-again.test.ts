import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailSourceOf } from '#server/features/newsletters/publishing/mail-source.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSendingSchool, deliverNow, deliveryOf } from '#test/deliveries.ts';
import { createSubscribers } from '#test/subscribers.ts';
import { sendAgain } from './send-again.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => await test.close());

it('repeats a sending for those it has not reached but could, and for nobody twice', async () => {
  const { school, token, newsletter } = await createSendingSchool(test);
  const people = await createSubscribers(test, school.id, 4);
  const id = await deliverNow(test, token, newsletter);
  const end = async (at: number, state: string, reason: string) =>
    await test.context.database.query(
      'update delivery_recipients set state = $1, reason = $2 where subscriber_id = $3',
      [state, reason, people[at]?.id],
    );
  await end(0, 'failed', 'rejected');
  await end(1, 'failed', 'refused');
  await end(2, 'skipped', 'canceled');
  test.mail.sent.length = 0;
  const again = async (failedOnly: boolean) => {
    const count = await sendAgain(test.context, mailSourceOf, id, { failedOnly });
    await test.jobs.settled();
    return count;
  };
  expect([await again(true), await again(false), await again(false)]).toEqual([1, 1, 0]);
  // Leaves out the summaries to the sender.
  const reached = test.mail.sent.map(({ to }) => to.address).filter((each) => each.endsWith('@home.example'));
  expect(reached).toEqual([people[0]?.email, people[2]?.email]);
  expect(await deliveryOf(test, token, id)).toMatchObject({ status: 'done', sent: 3, failed: 1 });
});
