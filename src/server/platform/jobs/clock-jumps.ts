import { systemClock } from 'pg-boss';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import { JUMP_MS } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/client.ts';

/** Keeps jobs and timetables going when a machine's clock is set back or forward. */

/**
 * The clock of pg-boss's timers: it never jumps. They wait until a time, so that a clock set back by an hour would stop
 * them for an hour, and one set back by a month would make them fire each millisecond. The database's clock decides
 * what is due.
 */
export const steadyClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

const JUMP = `now() + interval '${JUMP_MS / SECOND_MS} seconds'`;
// The times of the last passes, for all and for each queue: the next pass would wait for them.
const PASSES = `update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null
  where greatest(cron_on, bam_on, flow_on, reindex_on) > ${JUMP}`;
const PASSES_OF_QUEUES = `update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
  where greatest(monitor_claim_on, monitor_on, maintain_on) > ${JUMP}`;
// Jobs sent, or tried again, while the clock was ahead. A job that runs too early checks itself what is due.
const WAITING = `update pgboss.job set start_after = now(), created_on = least(created_on, now())
  where state < 'active' and (created_on > ${JUMP}
    or (state = 'retry' and start_after > ${JUMP} + make_interval(secs => coalesce(retry_delay_max, retry_delay, 0))))`;

// Otherwise the death of a process meanwhile would go unnoticed.
const HEARTBEATS = `update pgboss.job set heartbeat_on = now() where state = 'active' and heartbeat_on > ${JUMP}`;

/** After the database's clock was ahead: lets everything continue that waits for a time by that clock. Changes nothing otherwise. */
export async function resumeJobsAfterJump(database: Database): Promise<void> {
  for (const statement of [PASSES, PASSES_OF_QUEUES, WAITING, HEARTBEATS]) await database.query(statement);
}
