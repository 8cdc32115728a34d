import { and, asc, count, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import {
  countUnconfirmed,
  deliveries,
  deliveryRecipients as recipients,
} from '#server/platform/db/schema/deliveries.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { offsetOf, type WantedPage } from '#server/platform/paging.ts';

/** The queries of deliveries that join other tables or serve other features. Sending itself is the deliveries' own. */

/** A delivery's row. Without a newsletter it is a monthly digest. */
export type Delivery = typeof deliveries.$inferSelect;
/** The state of a newsletter's latest delivery. */
export type LastDelivery = Pick<Delivery, 'status' | 'sendAt' | 'finishedAt'> & {
  readonly waiting: number;
};

// Only finished deliveries are counted: in others all families wait, and nobody asks.
const WAITING = sql<number>`case when ${deliveries.status} = 'done' then (
  select count(*)::int from delivery_recipients r where r.delivery_id = "deliveries"."id" and r.state in ('waiting', 'sending')
) else 0 end`;

// All columns but the mail, which is large.
const SHOWN = {
  id: deliveries.id,
  schoolId: deliveries.schoolId,
  newsletterId: sql<string>`${deliveries.newsletterId}`,
  editionId: deliveries.editionId,
  status: deliveries.status,
  subject: deliveries.subject,
  previewText: deliveries.previewText,
  replyTo: deliveries.replyTo,
  fromName: deliveries.fromName,
  audience: deliveries.audience,
  audienceWords: deliveries.audienceWords,
  sendAt: deliveries.sendAt,
  trouble: deliveries.trouble,
  heldUntil: deliveries.heldUntil,
  createdBy: deliveries.createdBy,
  createdAt: deliveries.createdAt,
  startedAt: deliveries.startedAt,
  finishedAt: deliveries.finishedAt,
  sender: sql<string>`coalesce(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
} as const;
/** A newsletter's delivery as shown; `sender` is the name of its creator, empty once that account is deleted. */
export type ShownDelivery = Omit<
  Delivery,
  'newsletterId' | 'digestMonth' | 'digest' | 'mailHtml' | 'mailText' | 'troubleFor' | 'outages' | 'wentOnAt'
> & {
  readonly newsletterId: string;
  readonly sender: string;
};

export async function findDelivery(
  database: Database,
  schoolId: string,
  id: string,
): Promise<ShownDelivery | null> {
  return await database.forSchool(schoolId, async () => {
    const [row] = await shown(database, and(eq(deliveries.schoolId, schoolId), eq(deliveries.id, id)));
    return row ?? null;
  });
}

/** A page of a newsletter's deliveries, latest first, and the total. */
export async function listDeliveries(
  database: Database,
  schoolId: string,
  newsletterId: string,
  wantedPage: WantedPage,
): Promise<{ readonly rows: readonly ShownDelivery[]; readonly total: number }> {
  const wanted = and(eq(deliveries.schoolId, schoolId), eq(deliveries.newsletterId, newsletterId));
  return await database.forSchool(schoolId, async () => {
    const total = await database.orm().$count(deliveries, wanted);
    const rows = await shown(database, wanted)
      .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
      .limit(wantedPage.per_page)
      .offset(offsetOf(wantedPage));
    return { rows, total };
  });
}

function shown(database: Database, wanted: SQL | undefined) {
  return database
    .orm()
    .select(SHOWN)
    .from(deliveries)
    .leftJoin(users, eq(users.id, deliveries.createdBy))
    .where(and(wanted, isNotNull(deliveries.newsletterId)));
}

/** Whether the links of a delivery's mails lead to a page. A digest has newsletters that were published when it was made. */
export const hasPage: SQL | undefined = or(
  isNull(deliveries.newsletterId),
  sql`exists (select from ${newsletters} n where n.id = ${deliveries.newsletterId} and n.status = 'published')`,
);

/** A delivery with the facts that decide whether it may be sent. The school is not checked: pass only trusted ids. */
export async function findDeliveryForJob(database: Database, id: string) {
  const [row] = await database
    .orm()
    .select({ delivery: deliveries, newsletterStatus: newsletters.status, school: schools })
    .from(deliveries)
    .leftJoin(newsletters, eq(newsletters.id, deliveries.newsletterId))
    .innerJoin(schools, eq(schools.id, deliveries.schoolId))
    .where(eq(deliveries.id, id));
  return row ?? null;
}
/** A delivery, the status of its newsletter (null for a digest), and its school. */
export type DeliveryForJob = NonNullable<Awaited<ReturnType<typeof findDeliveryForJob>>>;

/** The latest delivery of each of these newsletters, by newsletter. Deliveries canceled before they began do not count. */
export async function findLastDeliveries(
  database: Database,
  schoolId: string,
  newsletterIds: readonly string[],
): Promise<ReadonlyMap<string, LastDelivery>> {
  if (newsletterIds.length === 0) return new Map();
  const { newsletterId, status, sendAt, finishedAt, startedAt, createdAt, id } = deliveries;
  const rows = await database
    .orm()
    .selectDistinctOn([newsletterId], { newsletterId, status, sendAt, finishedAt, waiting: WAITING })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.schoolId, schoolId),
        inArray(newsletterId, [...newsletterIds]),
        or(ne(status, 'canceled'), isNotNull(startedAt)),
      ),
    )
    .orderBy(newsletterId, desc(createdAt), desc(id));
  return new Map(rows.flatMap((row) => (row.newsletterId === null ? [] : [[row.newsletterId, row]])));
}

/** A school's unfinished deliveries: paused, then sending, then scheduled, the next first. */
export async function listOpenDeliveries(database: Database, schoolId: string, limit: number) {
  const { status, sendAt, finishedAt, createdAt } = deliveries;
  return await database
    .orm()
    .select({
      id: newsletters.id,
      title: newsletters.title,
      newsletterStatus: newsletters.status,
      status,
      sendAt,
      finishedAt,
      waiting: WAITING,
    })
    .from(deliveries)
    .innerJoin(newsletters, eq(newsletters.id, deliveries.newsletterId))
    .where(and(eq(deliveries.schoolId, schoolId), inArray(status, ['paused', 'sending', 'scheduled'])))
    .orderBy(
      sql`array_position(array['paused', 'sending', 'scheduled'], ${status})`,
      asc(sendAt),
      asc(createdAt),
      asc(deliveries.id),
    )
    .limit(limit);
}

/**
 * The sendings of a newsletter's editions, oldest first, with the numbers of mails that were sent, failed, and of these may have
 * arrived for each edition. Sendings from before editions were kept have none.
 */
export async function listSendingsOfEditions(database: Database, schoolId: string, newsletterId: string) {
  const ended = (state: 'sent' | 'failed') =>
    sql`count(*) filter (where ${recipients.state} = ${state})`.mapWith(Number);
  const { id, subject, startedAt, createdAt } = deliveries;
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({
        editionId: recipients.editionId,
        id,
        subject,
        audience: deliveries.audienceWords,
        sender: SHOWN.sender,
        startedAt: sql<Date>`coalesce(${startedAt}, ${createdAt})`.mapWith(startedAt),
        sent: ended('sent'),
        failed: ended('failed'),
        unconfirmed: countUnconfirmed(),
      })
      .from(deliveries)
      .innerJoin(recipients, eq(recipients.deliveryId, id))
      .leftJoin(users, eq(users.id, deliveries.createdBy))
      .where(
        and(
          eq(deliveries.schoolId, schoolId),
          eq(deliveries.newsletterId, newsletterId),
          or(isNotNull(recipients.editionId), inArray(recipients.state, ['sent', 'failed'])),
        ),
      )
      .groupBy(recipients.editionId, id, users.id)
      .orderBy(asc(createdAt), asc(deliveries.id)),
  );
}

/** All of a school's deliveries, oldest first, each with its newsletter's title, its sender and its recipients' states. */
export async function listArchivedDeliveries(database: Database, schoolId: string) {
  const inState = (state: (typeof recipients.$inferSelect)['state']) =>
    sql`count(*) filter (where ${recipients.state} = ${state})`.mapWith(Number);
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({
        delivery: deliveries,
        title: newsletters.title,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
        total: count(recipients.id),
        sent: inState('sent'),
        failed: inState('failed'),
        unconfirmed: countUnconfirmed(),
        skipped: inState('skipped'),
      })
      .from(deliveries)
      .innerJoin(newsletters, eq(newsletters.id, deliveries.newsletterId))
      .leftJoin(users, eq(users.id, deliveries.createdBy))
      .leftJoin(recipients, eq(recipients.deliveryId, deliveries.id))
      .where(eq(deliveries.schoolId, schoolId))
      .groupBy(deliveries.id, newsletters.id, users.id)
      .orderBy(asc(deliveries.createdAt), asc(deliveries.id)),
  );
}
