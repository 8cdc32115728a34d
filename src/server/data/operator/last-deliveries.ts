import { z } from 'zod';
import { DELIVERY_STATUSES } from '#contract/delivery-state.ts';
import type { Database } from '#server/platform/db/client.ts';

const whole = z.coerce.number();

const lastDelivery = z.object({
  id: z.uuid(),
  subject: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  created_at: z.coerce.date(),
  trouble: z.string().nullable(),
  sent: whole,
  waiting: whole,
  failed: whole,
  skipped: whole,
});
type LastDelivery = z.infer<typeof lastDelivery>;

const LAST = `
  select d.id, d.subject, d.status, d.created_at, d.trouble, r.*
  from (select * from deliveries where school_id = $1 order by created_at desc, id desc limit $2) d
    cross join lateral (
      select count(*) filter (where state = 'sent') as sent,
        count(*) filter (where state in ('waiting', 'sending')) as waiting,
        count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'skipped') as skipped
      from delivery_recipients where delivery_id = d.id
    ) r
  order by d.created_at desc, d.id desc`;

/** A school's last sendings, newest first, with the outcome of their mails. */
export async function listLastDeliveries(
  database: Database,
  schoolId: string,
  limit: number,
): Promise<readonly LastDelivery[]> {
  const { rows } = await database.forSchool(schoolId, () => database.query(LAST, [schoolId, limit]));
  return lastDelivery.array().parse(rows);
}
