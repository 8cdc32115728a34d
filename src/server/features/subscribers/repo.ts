import { and, asc, count, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { SubscribersQuery } from '#contract/subscribers.ts';
import { listSubscribersAfter, type Subscriber } from '#server/data/subscribers.ts';
import { isNotInLastFile } from '#server/features/subscribers/import/missing.ts';
import type { Database } from '#server/platform/db/client.ts';
import {
  subscriberGroupMembers as members,
  subscriberGroups,
  subscribers,
} from '#server/platform/db/schema/subscribers.ts';
import { offsetOf } from '#server/platform/paging.ts';

/** The columns of a subscriber that forms and imports set. */
export type SubscriberDetails = Pick<Subscriber, 'firstName' | 'lastName' | 'email'>;

/** A page of a school's subscribers, and the total number. */
export async function listSubscribers(
  database: Database,
  schoolId: string,
  query: SubscribersQuery & { readonly direction: 'asc' | 'desc' },
): Promise<{ readonly items: readonly Subscriber[]; readonly total: number }> {
  const wanted = and(eq(subscribers.schoolId, schoolId), isFound(schoolId, query));
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const before = offsetOf(query);
    const items = await orm
      .select()
      .from(subscribers)
      .where(wanted)
      .orderBy(...sortKeys(query))
      .limit(query.per_page)
      .offset(before);
    // A page that is not full is the last one, so the total is known without counting.
    const isLast = items.length < query.per_page && (items.length > 0 || query.page === 1);
    if (isLast) return { items, total: before + items.length };
    const [counted] = await orm.select({ total: count() }).from(subscribers).where(wanted);
    return { items, total: counted?.total ?? 0 };
  });
}

/** Whether the list finds a subscriber so. */
export function isFound(
  schoolId: string,
  query: Pick<SubscribersQuery, 'search_string' | 'filter' | 'group'>,
): SQL | undefined {
  return and(
    hasStatus(schoolId, query.filter),
    isInGroup(schoolId, query),
    matchesSearch(query.search_string),
  );
}

function hasStatus(schoolId: string, filter: SubscribersQuery['filter']): SQL | undefined {
  if (filter === 'not_in_file') return isNotInLastFile(schoolId);
  if (filter === 'all') return undefined;
  if (filter === 'no_group')
    return sql`not exists (select from ${members} m join ${subscriberGroups} g on g.id = m.group_id and g.retired_at is null where m.school_id = ${schoolId} and m.subscriber_id = ${subscribers.id})`;
  if (filter === 'bounced') return isNotNull(subscribers.bouncedAt);
  return eq(subscribers.status, filter);
}

function isInGroup(schoolId: string, { group }: Pick<SubscribersQuery, 'group'>): SQL | undefined {
  if (group === undefined) return undefined;
  return sql`exists (select from ${members} m where m.school_id = ${schoolId} and m.group_id = ${group} and m.subscriber_id = ${subscribers.id})`;
}

// Each word may occur anywhere in the name or the address: 'okafor am' finds Amelia Okafor.
function matchesSearch(search: string): SQL | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const text = sql`lower(${subscribers.firstName} || ' ' || ${subscribers.lastName} || ' ' || ${subscribers.email})`;
  return and(...words.map((word) => sql`${text} like lower(${`%${word.replace(/[\\%_]/g, '\\$&')}%`})`));
}

function sortKeys({
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

/** The subscribers with one of these addresses. */
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

/** Adds people, except for addresses already on the list. Resolves to the added rows. */
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

/** A subscriber's previous and new name. */
export interface Renaming {
  readonly email: string;
  readonly from: { readonly first_name: string; readonly last_name: string };
  readonly to: { readonly first_name: string; readonly last_name: string };
}

/** Renames subscribers by address, if they still have the previous name. */
export async function renameSubscribers(
  database: Database,
  schoolId: string,
  people: readonly Renaming[],
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

export async function updateSubscriber(
  database: Database,
  schoolId: string,
  id: string,
  changes: { readonly [K in keyof Subscriber]?: Subscriber[K] | undefined },
): Promise<Subscriber | null> {
  const rows = await database.orm().update(subscribers).set(changes).where(own(schoolId, id)).returning();
  return rows[0] ?? null;
}

/** Finds and locks a subscriber until the transaction ends. */
export async function lockSubscriber(
  database: Database,
  schoolId: string,
  id: string,
): Promise<Subscriber | null> {
  const rows = await database.orm().select().from(subscribers).where(own(schoolId, id)).for('update');
  return rows[0] ?? null;
}

export async function deleteSubscriberRow(database: Database, schoolId: string, id: string): Promise<void> {
  await database.orm().delete(subscribers).where(own(schoolId, id));
}

/** All of a school's subscribers by address, a page at a time, to keep queries and memory small. */
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
