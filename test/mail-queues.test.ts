import { afterAll, beforeAll, expect, it } from 'vitest';
import { GIVE_UP_MS } from '#contract/deliveries.ts';
import { LINK_LIFETIME } from '#contract/people.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { Queue } from '#server/platform/jobs/jobs.ts';
import { triesWithin } from '#server/platform/jobs/mail-tries.ts';
import { PgBossJobs } from '#server/platform/jobs/pg-boss.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { openTestDatabase } from './database.ts';

/** The queues that send no mails themselves. Every other queue sends mails, and so has their limits. */
const WITHOUT_MAILS = [
  'api_tokens_sweep',
  'billing_mail',
  'billing_night',
  'card_reminders',
  'delete_stored_file',
  'delivery',
  'delivery_pages',
  'delivery_sweep',
  'digest_sweep',
  'due_subscriptions',
  'erase_schools',
  'family_housekeeping',
  'newsletter_history',
  'newsletters_rebranding',
  'note_files',
  'part_reminder',
  'payment_customer',
  'payment_sync',
  'people_housekeeping',
  'refused_log_ins',
  'report_mailbox',
  'retention',
  'rhythm',
  'rhythm_sweep',
  'seal_plain',
  'second_factor_reminders',
  'subscriber_import',
  'subscriber_import_sweep',
  'sweep_files',
  'timing',
  'timing_sweep',
  'trial_reminders',
  'webhook',
  'webhook_clean_up',
  'webhook_sweep',
];

let test: TestApp;
let queues: readonly Queue[];
beforeAll(async () => {
  test = await buildTestApp({
    BOUNCE_ADDRESS: 'b@inkwell.example',
    BOUNCE_IMAP_URL: 'imaps://b:p@127.0.0.1:1',
  });
  ({ queues } = test.jobs);
});
afterAll(async () => await test.close());

/** The shortest time between the first try and the last: randomness only lengthens delays. */
function shortest(tries: number, first: number, longest: number): number {
  const delays = Array.from({ length: tries }, (_, nth) => Math.min(longest, first * 2 ** nth));
  return delays.reduce((sum, seconds) => sum + seconds * SECOND_MS, 0);
}

it('knows of every queue whether it sends mails', () => {
  const others = queues.filter(({ sendsMail }) => !sendsMail).map(({ name }) => name);
  expect(others.sort()).toEqual(WITHOUT_MAILS);
});

it('tries the mails of each queue for five days, every half hour at the latest', async () => {
  const database = await openTestDatabase();
  const jobs = new PgBossJobs(database, () => undefined);
  try {
    const mails = queues.filter(({ sendsMail }) => sendsMail);
    for (const queue of mails) jobs.define(queue, async () => undefined);
    await jobs.startSending();
    const { rows } = await database.query('select * from pgboss.queue');
    for (const { name } of mails) {
      const { retry_limit, retry_delay, retry_delay_max, retry_backoff } =
        rows.find((row) => row.name === name) ?? {};
      const [tries, first, longest] = [retry_limit, retry_delay, retry_delay_max].map(Number);
      expect(retry_backoff, name).toBe(true);
      expect(longest, name).toBe(30 * 60);
      expect(shortest(tries ?? 0, first ?? 0, longest ?? 0), name).toBeGreaterThanOrEqual(GIVE_UP_MS);
    }
    expect(mails.map(({ name }) => name)).toContain('account_mail');
  } finally {
    await jobs.stop();
    await database.close();
  }
});

it('tries the link for a new password for the hour in which it works', () => {
  const tries = triesWithin(LINK_LIFETIME.reset);
  expect(shortest(tries, 5, 1800)).toBeGreaterThanOrEqual(LINK_LIFETIME.reset);
  expect(shortest(tries - 1, 5, 1800)).toBeLessThan(LINK_LIFETIME.reset);
});
