import { z } from 'zod';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { deleteExpiredTokens } from '#server/data/mailed-tokens.ts';
import { deleteExpiredSessions } from '#server/data/sessions.ts';
import { deleteUnclaimedUsers } from '#server/data/users.ts';
import { forgetOldTries } from '#server/platform/http/attempts.ts';
import { queue } from '#server/platform/jobs/jobs.ts';

const housekeeping = queue('people_housekeeping', z.object({}));

// Longer than a welcome link lives: who has not set a password by then asks anew.
const UNTAKEN_ACCOUNT_MS = 7 * DAY_MS;

/** Every night, deletes dead sessions, links, counters, and accounts that were asked for and never taken. */
export function defineHousekeeping(context: AppContext): void {
  context.jobs.define(housekeeping, async () => {
    const { database, clock } = context;
    const now = clock.now();
    await deleteExpiredSessions(database, now);
    await deleteExpiredTokens(database, now);
    await deleteUnclaimedUsers(database, new Date(now.getTime() - UNTAKEN_ACCOUNT_MS));
    await forgetOldTries(context);
  });
  context.jobs.schedule(housekeeping, '40 2 * * *', 'Europe/London', {});
}
