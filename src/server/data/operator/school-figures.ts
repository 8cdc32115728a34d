import { z } from 'zod';
import type { PERSON_STATUSES } from '#contract/people.ts';
import { SUBSCRIPTION_PLANS, SUBSCRIPTION_STATUSES } from '#contract/school.ts';
import type { Database } from '#server/platform/db/client.ts';

/** The operator's view of all schools: figures, no content. The only query across schools whose result people read. */

const moment = z.coerce.date();
const whole = z.coerce.number();

const figuresRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The address of its pages for families; null if it has none. */
  address: z.string().nullable(),
  email: z.string(),
  phone: z.string(),
  created_at: moment,
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  subscription_plan: z.enum(SUBSCRIPTION_PLANS),
  subscription_end_date: moment.nullable(),
  closes_at: moment.nullable(),
  suspended_at: moment.nullable(),
  suspended_for: z.string().nullable(),
  hides_pages: z.boolean(),
  /** The operator's grants in place of the defaults; null: the default. */
  mails_per_day: z.number().nullable(),
  storage_bytes: whole.nullable(),
  newsletter_bytes: whole.nullable(),
  subscribers_max: z.number().nullable(),
  staff: whole,
  /** Subscribed families whose address has not bounced. */
  subscribers: whole,
  newsletters: whole,
  published: whole,
  /** Newsletters handed over to a mail server, and those refused for good, since the given moment. */
  mails: whole,
  refused: whole,
  files: whole,
  /** In bytes, including the copies of pictures. */
  bytes: whole,
  /** When a person last used it; null if never. */
  active_at: moment.nullable(),
});
export type SchoolFigures = z.infer<typeof figuresRow>;

const ACTIVE: (typeof PERSON_STATUSES)[number] = 'ACTIVE';

// Each table is read once, however many schools there are.
const figuresOf = (wanted: string) => `
  with staff as (
    select u.school_id, count(distinct u.id) filter (where u.status = $2) as staff, max(s.last_used_at) as used_at
    from users u left join sessions s on s.user_id = u.id
    where u.school_id is not null group by 1
  ), families as (
    select school_id, count(*) filter (where status = 'subscribed' and bounced_at is null) as subscribers
    from subscribers group by 1
  ), written as (
    select school_id, count(*) as newsletters, count(*) filter (where status = 'published') as published,
      max(updated_at) as updated_at
    from newsletters group by 1
  ), sent as (
    select school_id, count(*) filter (where state = 'sent') as mails,
      count(*) filter (where reason = 'refused') as refused
    from delivery_recipients where ended_at > $1 group by 1
  ), stored as (
    select school_id, count(*) as files, sum(size + copies_size) as bytes
    from attachments where school_id is not null group by 1
  )
  select c.id, c.name, p.address, c.email, c.phone, c.created_at, c.subscription_status, c.subscription_plan,
    c.subscription_end_date, c.closes_at, c.suspended_at, c.suspended_for, c.hides_pages,
    c.mails_per_day, c.storage_bytes, c.newsletter_bytes, c.subscribers_max,
    coalesce(staff, 0) as staff, coalesce(subscribers, 0) as subscribers,
    coalesce(newsletters, 0) as newsletters, coalesce(published, 0) as published,
    coalesce(mails, 0) as mails, coalesce(refused, 0) as refused,
    coalesce(files, 0) as files, coalesce(bytes, 0) as bytes, greatest(used_at, updated_at) as active_at
  from schools c
    left join school_pages p on p.school_id = c.id
    left join staff on staff.school_id = c.id
    left join families on families.school_id = c.id
    left join written on written.school_id = c.id
    left join sent on sent.school_id = c.id
    left join stored on stored.school_id = c.id
  where ${wanted}
  order by c.created_at, c.id`;

/** The figures of all schools, oldest first; mails since a moment. */
export async function listSchoolFigures(database: Database, since: Date): Promise<readonly SchoolFigures[]> {
  const { rows } = await database.query(figuresOf('true'), [since.toISOString(), ACTIVE]);
  return figuresRow.array().parse(rows);
}

/** The figures of one school; undefined if there is none. */
export async function findSchoolFigures(
  database: Database,
  schoolId: string,
  since: Date,
): Promise<SchoolFigures | undefined> {
  const values = [since.toISOString(), ACTIVE, schoolId];
  const { rows } = await database.query(figuresOf('c.id = $3'), values);
  return figuresRow.array().parse(rows)[0];
}

const nameRow = z.object({ id: z.uuid(), name: z.string() });

/** The schools with this id, this address of their pages, or this full name. */
export async function listSchoolNames(
  database: Database,
  word: string,
): Promise<readonly z.infer<typeof nameRow>[]> {
  const { rows } = await database.query(
    `select c.id, c.name from schools c left join school_pages p on p.school_id = c.id
      where c.id::text = lower($1) or p.address = lower($1) or lower(c.name) = lower($1)
      order by c.created_at, c.id`,
    [word],
  );
  return nameRow.array().parse(rows);
}
