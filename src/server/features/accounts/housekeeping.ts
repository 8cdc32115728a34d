import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { forgetOldTries } from '#server/platform/http/attempts.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { deleteDead } from './repo.ts';

const housekeeping = queue('people_housekeeping', z.object({}));

// Longer than a welcome link lives: who has not set a password by then asks anew.
const UNTAKEN_ACCOUNT_MS = 7 * 24 * 3_600_000;

/** Every night, deletes dead sessions, links, counters, and accounts that were asked for and never taken. */
export function defineHousekeeping(context: AppContext): void {
  context.jobs.define(housekeeping, async () => {
    await deleteDead(context, new Date(context.clock.now().getTime() - UNTAKEN_ACCOUNT_MS));
    await forgetOldTries(context);
  });
  context.jobs.schedule(housekeeping, '40 2 * * *', 'Europe/London', {});
}
