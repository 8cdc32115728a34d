import { createHash } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { SubscribersQuery } from '#contract/subscribers.ts';
import { listSubscribersAfter, type Subscriber } from '#server/data/subscribers.ts';
import type { Database } from '#server/platform/db/client.ts';
import { subscribers, suppressions } from '#server/platform/db/schema/subscribers.ts';
import { offsetOf } from '#server/platform/paging.ts';

/** What a form says of a subscriber. */
export type SubscriberDetails = Pick<Subscriber, 'firstName' | 'lastName' | 'email'>;

/** A page of a school's subscribers, and how many there are on all pages. */
export async function listSubscribers(
  database: Database,
  schoolId: string,
  query: SubscribersQuery & { readonly direction: 'asc' | 'desc' },
): Promise<{ readonly items: readonly Subscriber[]; readonly total: number }> {
  const wanted = and(eq(subscribers.schoolId, schoolId), statusIs(query.filter), has(query.search_string));
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const before = offsetOf(query);
    const items = await orm
      .select()
      .from(subscribers)
      .where(wanted)
      .orderBy(...inOrder(query))
      .limit(query.per_page)
      .offset(before);
    // A page with room on it is the last one: no need to read everything a second time.
    const isLast = items.length < query.per_page && (items.length > 0 || query.page === 1);
    if (isLast) return { items, total: before + items.length };
    const [counted] = await orm.select({ total: count() }).from(subscribers).where(wanted);
    return { items, total: counted?.total ?? 0 };
  });
}

function statusIs(filter: SubscribersQuery['filter']): SQL | undefined {
  if (filter === 'all') return undefined;
  if (filter === 'bounced') return isNotNull(subscribers.bouncedAt);
  return eq(subscribers.status, filter);
}

// Each word anywhere in the name or the address: 'okafor am' finds Amelia Okafor.
function has(search: string): SQL | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const text = sql`lower(${subscribers.firstName} || ' ' || ${subscribers.lastName} || ' ' || ${subscribers.email})`;
  return and(...words.map((word) => sql`${text} like lower(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`));
}

function inOrder({
  order,
  direction,
}: Pick<SubscribersQuery, 'order'> & { direction: 'asc' | 'desc' }): SQL[] {
  const by = direction === 'asc' ? asc : desc;
  const keys = {
    name: [sql`lower(${subscribers.lastName})`, sql`lower(${subscribers.firstName})`],
    email: [sql`${subscribers.email}`],
    created_at: [sql`${subscribers.createdAt}`],
  }[order];
  return [...keys, sql`${subscribers.id}`].map((key) => by(key));
}

/** The subscribers among these addresses. */
export async function findByEmail(
  database: Database,
  schoolId: string,
  emails: readonly string[],
): Promise<readonly Subscriber[]> {
  if (emails.length === 0) return [];
  return await database
    .orm()
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.schoolId, schoolId), inArray(subscribers.email, [...emails])));
}

/** Which of these addresses had unsubscribed before they were deleted. */
export async function findSuppressed(
  database: Database,
  schoolId: string,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const byHash = new Map(emails.map((email) => [hashOf(schoolId, email), email]));
  const rows = await database
    .orm()
    .select({ hash: suppressions.emailHash })
    .from(suppressions)
    .where(and(eq(suppressions.schoolId, schoolId), inArray(suppressions.emailHash, [...byHash.keys()])));
  return new Set(rows.flatMap(({ hash }) => byHash.get(hash) ?? []));
}

/**
 * Remembers that an address must not come back, without the address. `id` is that of the subscriber who goes: the link in
 * their mails carries it, so that they, and nobody else, can allow it again.
 */
export async function suppress(
  database: Database,
  schoolId: string,
  { email, id }: { readonly email: string; readonly id?: string },
): Promise<void> {
  await database
    .orm()
    .insert(suppressions)
    .values({ schoolId, emailHash: hashOf(schoolId, email), ...(id !== undefined && { id }) })
    .onConflictDoNothing();
}

function hashOf(schoolId: string, email: string): string {
  return createHash('sha256').update(`${schoolId} ${email}`).digest('hex');
}

/** Adds people, but for addresses that are there already. Resolves to the rows that were added. */
export async function insertSubscribers(
  database: Database,
  schoolId: string,
  people: readonly SubscriberDetails[],
  createdAt: Date,
): Promise<readonly Subscriber[]> {
  if (people.length === 0) return [];
  return await database
    .orm()
    .insert(subscribers)
    .values(
      people.map(({ firstName, lastName, email }) => ({ schoolId, firstName, lastName, email, createdAt })),
    )
    .onConflictDoNothing()
    .returning();
}

/** What somebody was called, and is to be called. */
export interface Renamed {
  readonly email: string;
  readonly from: { readonly first_name: string; readonly last_name: string };
  readonly to: { readonly first_name: string; readonly last_name: string };
}

/** Gives subscribers other names, by their addresses, as far as they have the names that they had. */
export async function renameSubscribers(
  database: Database,
  schoolId: string,
  people: readonly Renamed[],
): Promise<void> {
  if (people.length === 0) return;
  const rows = people.map(
    ({ email, from, to }) =>
      sql`(${email}, ${from.first_name}, ${from.last_name}, ${to.first_name}, ${to.last_name})`,
  );
  await database.orm().execute(
    sql`update ${subscribers} set first_name = given.first_name, last_name = given.last_name
      from (values ${sql.join(rows, sql`, `)}) as given (email, first_before, last_before, first_name, last_name)
      where ${subscribers.schoolId} = ${schoolId} and ${subscribers.email} = given.email
        and ${subscribers.firstName} = given.first_before and ${subscribers.lastName} = given.last_before`,
  );
}

/** Deletes those of these addresses who are subscribed. */
export async function removeSubscribed(
  database: Database,
  schoolId: string,
  emails: readonly string[],
): Promise<void> {
  if (emails.length === 0) return;
  const wanted = and(
    eq(subscribers.schoolId, schoolId),
    eq(subscribers.status, 'subscribed'),
    inArray(subscribers.email, [...emails]),
  );
  await database.orm().delete(subscribers).where(wanted);
}

export async function changeSubscriber(
  database: Database,
  schoolId: string,
  id: string,
  changes: { readonly [K in keyof Subscriber]?: Subscriber[K] | undefined },
): Promise<Subscriber | null> {
  const rows = await database.orm().update(subscribers).set(changes).where(own(schoolId, id)).returning();
  return rows[0] ?? null;
}

/** The row, held until the transaction ends. */
export async function lockSubscriber(
  database: Database,
  schoolId: string,
  id: string,
): Promise<Subscriber | null> {
  const rows = await database.orm().select().from(subscribers).where(own(schoolId, id)).for('update');
  return rows[0] ?? null;
}

export async function removeSubscriber(database: Database, schoolId: string, id: string): Promise<void> {
  await database.orm().delete(subscribers).where(own(schoolId, id));
}

/** All of a school's subscribers by their address, a page at a time: nobody waits for the whole of it. */
export async function* allSubscribers(
  database: Database,
  schoolId: string,
  perPage: number,
): AsyncGenerator<readonly Subscriber[]> {
  for (let last = ''; ; ) {
    const page = await listSubscribersAfter(database, schoolId, last, perPage);
    if (page.length === 0) return;
    yield page;
    last = page.at(-1)?.email ?? last;
  }
}

function own(schoolId: string, id: string): SQL | undefined {
  return and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, id));
}
