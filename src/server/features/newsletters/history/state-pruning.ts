import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { KEPT_REASONS, STATES_KEPT } from '#contract/history.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { quotedWords } from '#server/platform/db/schema/columns.ts';
import { newsletterStates } from '#server/platform/db/schema/history.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { deleteUnused } from './states-repo.ts';

const statePruning = queue('newsletter_history', z.object({}));

/** Every night, deletes old states of drafts that are too close together. */
export function defineStatePruning(context: AppContext): void {
  context.jobs.define(statePruning, async () => {
    await pruneStates(context.database, context.clock.now());
  });
  context.jobs.schedule(statePruning, '10 3 * * *', 'Europe/London', {});
}

const newsletterIds = z.array(z.object({ id: z.uuid() }));

/**
 * Approved and published states, and a newsletter's newest one, are kept for good; of the others those that `STATES_KEPT` names:
 * the last one of an hour or a day.
 */
async function pruneStates(database: Database, now: Date): Promise<void> {
  const states = newsletterStates;
  const before = (days: number) => sql`${new Date(now.getTime() - days * DAY_MS).toISOString()}::timestamptz`;
  const period = sql`case
      when ${states.savedAt} >= ${before(STATES_KEPT.all)} then ${states.id}::text
      when ${states.savedAt} >= ${before(STATES_KEPT.hourly)} then date_trunc('hour', ${states.savedAt}, 'UTC')::text
      else date_trunc('day', ${states.savedAt}, 'UTC')::text end`;
  const ranked = sql`select ${states.id} as id, ${states.reason} as reason, ${states.savedAt} as saved_at,
      row_number() over (partition by ${states.newsletterId}, ${period} order by ${states.position} desc) as in_period,
      row_number() over (partition by ${states.newsletterId} order by ${states.position} desc) as in_all
    from ${states}`;
  const { rows } = await database.orm().execute(sql`
    delete from ${states} using (${ranked}) as ranked
    where ${states.id} = ranked.id and ranked.reason not in (${quotedWords(KEPT_REASONS)}) and ranked.in_all > 1
      and (ranked.in_period > 1 or ranked.saved_at < ${before(STATES_KEPT.daily)})
    returning ${states.newsletterId} as id`);
  for (const id of new Set(newsletterIds.parse(rows).map((row) => row.id))) await deleteUnused(database, id);
}
