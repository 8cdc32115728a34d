import { z } from 'zod';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { deleteExpiredTokens } from '#server/data/mailed-tokens.ts';
import { deleteExpiredSessions } from '#server/data/sessions.ts';
import { deleteUnclaimedUsers } from '#server/data/users.ts';
import { deleteExpiredOfWays } from '#server/features/accounts/ways/ways.ts';
import { forgetOldTries } from '#server/platform/http/attempts.ts';
import { queue } from '#server/platform/jobs/jobs.ts';

const housekeeping = queue('people_housekeeping', z.object({}));

// Longer than a welcome link is valid. Anybody who has set no password until then signs up again.
const UNCLAIMED_ACCOUNT_MS = 7 * DAY_MS;

/** Every night, deletes expired sessions, links, challenges and counters, and accounts whose password was never set. */
export function defineHousekeeping(context: AppContext): void {
  context.jobs.define(housekeeping, async () => {
    const { database, clock } = context;
    const now = clock.now();
    await deleteExpiredSessions(database, now);
    await deleteExpiredTokens(database, now);
    await deleteExpiredOfWays(database, now);
    await deleteUnclaimedUsers(database, new Date(now.getTime() - UNCLAIMED_ACCOUNT_MS));
    await forgetOldTries(context);
  });
  context.jobs.schedule(housekeeping, '40 2 * * *', 'Europe/London', {});
}
