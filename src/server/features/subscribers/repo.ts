import { and, arrayContains, asc, desc, eq, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm';
import { searchedInAscii } from '#contract/fields.ts';
import type { SubscribersQuery } from '#contract/subscribers.ts';
import { withoutAccents } from '#newsletter/values/plain-text.ts';
import { isInUsedGroup } from '#server/data/groups/in-groups.ts';
import type { Subscriber } from '#server/data/subscribers.ts';
import { isNotInLastFile } from '#server/features/subscribers/import/missing.ts';
import type { Database } from '#server/platform/db/client.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { offsetOf } from '#server/platform/paging.ts';

/** The columns of a subscriber that forms and imports set. */
export type SubscriberDetails = Pick<Subscriber, 'firstName' | 'lastName' | 'email'>;

/** A page of subscribers, and the total number. */
interface FoundPage {
  readonly items: readonly Subscriber[];
  readonly total: number;
}

type ListQuery = SubscribersQuery & { readonly direction: 'asc' | 'desc' };

/** Up to so many results of a search are sorted after it. */
const FEW = 5000;

/** A page of a school's subscribers. */
export async function listSubscribers(
  database: Database,
  schoolId: string,
  query: ListQuery,
): Promise<FoundPage> {
  const found = isFound(schoolId, query);
  const wanted = and(eq(subscribers.schoolId, schoolId), found);
  return await database.forSchool(schoolId, async () => {
    const few = found === undefined ? null : await pageOfFew(database, wanted, query);
    return few ?? (await pageInOrder(database, wanted, query));
  });
}

/** Finds first, then sorts: in the list's own order, a search with few results would read everybody. Null if too many are found. */
async function pageOfFew(
  database: Database,
  wanted: SQL | undefined,
  query: ListQuery,
): Promise<FoundPage | null> {
  const orm = database.orm();
  // Named like the table, so that the table's columns mean those of the found rows.
  const some = orm
    .select()
    .from(subscribers)
    .where(wanted)
    .limit(FEW + 1)
    .as('subscribers');
  const rows = await orm
    .select({ subscriber: subscribers, total: sql`count(*) over ()`.mapWith(Number) })
    .from(some)
    .orderBy(...sortKeys(query))
    .limit(query.per_page)
    .offset(offsetOf(query));
  const [first] = rows;
  if (first === undefined) return query.page === 1 ? { items: [], total: 0 } : null;
  if (first.total > FEW) return null;
  return { items: rows.map(({ subscriber }) => subscriber), total: first.total };
}

async function pageInOrder(
  database: Database,
  wanted: SQL | undefined,
  query: ListQuery,
): Promise<FoundPage> {
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
  return { items, total: await orm.$count(subscribers, wanted) };
}

/** Whether the list's search finds a subscriber. */
export function isFound(
  schoolId: string,
  query: Pick<SubscribersQuery, 'search_string' | 'filter' | 'group'>,
): SQL | undefined {
  return and(
    hasStatus(schoolId, query.filter),
    query.group === undefined ? undefined : arrayContains(subscribers.groupIds, [query.group]),
    matchesSearch(query.search_string),
  );
}

function hasStatus(schoolId: string, filter: SubscribersQuery['filter']): SQL | undefined {
  if (filter === 'not_in_file') return isNotInLastFile(schoolId);
  if (filter === 'all') return undefined;
  if (filter === 'no_group') return not(isInUsedGroup(schoolId));
  if (filter === 'stopped')
    return or(eq(subscribers.status, 'unsubscribed'), isNotNull(subscribers.bouncedAt));
  if (filter === 'bounced') return isNotNull(subscribers.bouncedAt);
  return eq(subscribers.status, filter);
}

// Each word may occur anywhere in the name or the address: 'okafor am' finds Amelia Okafor. `like` would make the database expect
// hardly any results, and sort everybody for a page of many.
function matchesSearch(search: string): SQL | undefined {
  const words = search.split(/\s+/).filter(Boolean);
  const has = (text: string) => sql`strpos(${subscribers.searchPlain}, ${withoutAccents(text)}) > 0`;
  // Domains are stored in ASCII: 'schäfer.example' as xn--schfer-cua.example.
  return and(
    ...words.map((word) => {
      const inAscii = searchedInAscii(word);
      return inAscii === word ? has(word) : or(has(word), has(inAscii));
    }),
  );
}

function sortKeys({
  order,
  direction,
}: Pick<SubscribersQuery, 'order'> & { direction: 'asc' | 'desc' }): SQL[] {
  const by = direction === 'asc' ? asc : desc;
  const key = {
    name: sql`${subscribers.sortName} collate "C"`,
    email: sql`${subscribers.email}`,
    created_at: sql`${subscribers.createdAt}`,
  }[order];
  return [by(key), by(subscribers.id)];
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

/** Adds people, except for addresses already on the list. `importId`: the import that adds them. Resolves to the added rows. */
export async function insertNewSubscribers(
  database: Database,
  schoolId: string,
  people: readonly SubscriberDetails[],
  createdAt: Date,
  importId: string | null = null,
): Promise<readonly Subscriber[]> {
  if (people.length === 0) return [];
  return await database
    .orm()
    .insert(subscribers)
    .values(
      people.map(({ firstName, lastName, email }) => {
        return { schoolId, firstName, lastName, email, createdAt, importId };
      }),
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

function own(schoolId: string, id: string): SQL | undefined {
  return and(eq(subscribers.schoolId, schoolId), eq(subscribers.id, id));
}
