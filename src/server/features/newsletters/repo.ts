import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  isNotNull,
  isNull,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { LIST_FILTERS, LIST_ORDERS } from '#contract/newsletters.ts';
import type { DIRECTIONS } from '#contract/resource.ts';
import { SETTING_NAMES, type SettingName } from '#newsletter/settings/settings.ts';
import { withoutAccents } from '#newsletter/values/plain-text.ts';
import { findLastDeliveries, type LastDelivery } from '#server/data/deliveries.ts';
import { findListed } from '#server/data/families/listings.ts';
import { UNRENDERED } from '#server/data/newsletters.ts';
import { recordPublishedFiles, withdrawPublishedFiles } from '#server/data/published-files.ts';
import { lockBranding, lockedBranding, type School } from '#server/data/schools.ts';
import { findNextTimings, type NextTiming } from '#server/features/newsletters/timing/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import { plainTextOf } from '#server/platform/db/plain-text.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { editions, newsletters, type StoredCarriedOver } from '#server/platform/db/schema/newsletters.ts';
import { fileKeysIn } from '#server/platform/files/own-addresses.ts';
import { offsetOf, type WantedPage } from '#server/platform/paging.ts';

/** A newsletter's row. */
export type Newsletter = typeof newsletters.$inferSelect;
/** A newsletter's row without the rendering of its draft. */
export type Unrendered = Omit<Newsletter, 'body'>;
/** Everything that a save writes, in one statement, so that it is always consistent. */
export type Draft = Pick<
  Newsletter,
  'title' | 'layoutType' | SettingName | 'code' | 'codeVersion' | 'body' | 'footerContent'
>;
/** A published edition's row, without its calendar: see `publishing/school-calendar.ts`. */
export type Edition = Omit<typeof editions.$inferInsert, 'calendar'>;

/** The choice of newsletters to list, with their order and the page. */
export interface ListSelection extends WantedPage {
  readonly search_string: string;
  readonly filter: (typeof LIST_FILTERS)[number];
  readonly order: (typeof LIST_ORDERS)[number];
  readonly direction: (typeof DIRECTIONS)[number];
}

// Leaves out the blocks: a list item shows the rendering.
const ITEM = {
  id: newsletters.id,
  title: newsletters.title,
  body: newsletters.body,
  layoutType: newsletters.layoutType,
  status: newsletters.status,
  slug: newsletters.slug,
  version: newsletters.version,
  publishedVersion: newsletters.publishedVersion,
  createdAt: newsletters.createdAt,
  updatedAt: newsletters.updatedAt,
} as const;
/** A newsletter without its blocks. */
export type Item = Pick<Newsletter, keyof typeof ITEM>;
/** A newsletter in the list. */
export interface NewsletterListRow extends Item {
  readonly lastDelivery: LastDelivery | null;
  readonly nextTiming: NextTiming | null;
  readonly isListed: boolean;
}

/** A page of a school's newsletters, and the total of all pages. */
export async function listNewsletters(
  database: Database,
  schoolId: string,
  selection: ListSelection,
): Promise<{ readonly items: readonly NewsletterListRow[]; readonly total: number }> {
  const wanted = and(
    eq(newsletters.schoolId, schoolId),
    statusIs(selection.filter),
    titleHas(selection.search_string),
  );
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const [counted] = await orm.select({ total: count() }).from(newsletters).where(wanted);
    const items = await orm
      .select(ITEM)
      .from(newsletters)
      .where(wanted)
      .orderBy(...orderOf(selection))
      .limit(selection.per_page)
      .offset(offsetOf(selection));
    const ids = items.map(({ id }) => id);
    const last = await findLastDeliveries(database, schoolId, ids);
    const next = await findNextTimings(database, schoolId, ids);
    const listed = await findListed(database, schoolId, ids);
    return {
      items: items.map((item) => ({
        ...item,
        lastDelivery: last.get(item.id) ?? null,
        nextTiming: next.get(item.id) ?? null,
        isListed: listed.has(item.id),
      })),
      total: counted?.total ?? 0,
    };
  });
}

function statusIs(filter: ListSelection['filter']): SQL | undefined {
  if (filter === 'all') return undefined;
  return eq(newsletters.status, filter === 'created' ? 'draft' : 'published');
}

// Must equal the expression of its index.
const PLAIN_TITLE = plainTextOf('"newsletters"."title"');

function titleHas(search: string): SQL | undefined {
  if (search === '') return undefined;
  return sql`strpos(${PLAIN_TITLE}, ${withoutAccents(search)}) > 0`;
}

// Must match the indexes, descending with nulls first, or PostgreSQL does not use them.
function orderOf({ order, direction }: ListSelection): readonly SQL[] {
  const key = {
    updated_at: newsletters.updatedAt,
    created_at: newsletters.createdAt,
    title: sql`${PLAIN_TITLE} collate "C"`,
  }[order];
  const by = direction === 'asc' ? asc : desc;
  return [by(key), by(newsletters.id)];
}

export async function findNewsletter(
  database: Database,
  schoolId: string,
  id: string,
): Promise<Newsletter | null> {
  return await database.forSchool(schoolId, async () => {
    const rows = await database.orm().select().from(newsletters).where(own(schoolId, id));
    return rows[0] ?? null;
  });
}

/** The newsletter created last, and the latest footer text, for the next newsletter. */
export async function findLatest(
  database: Database,
  schoolId: string,
): Promise<{ readonly newsletter: Newsletter | null; readonly footer: string }> {
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const mine = eq(newsletters.schoolId, schoolId);
    const newest = [desc(newsletters.createdAt), desc(newsletters.id)];
    const rows = await orm
      .select()
      .from(newsletters)
      .where(mine)
      .orderBy(...newest)
      .limit(1);
    const footers = await orm
      .select({ text: newsletters.footerContent })
      .from(newsletters)
      .where(and(mine, sql`${newsletters.footerContent} <> ''`))
      .orderBy(...newest)
      .limit(1);
    return { newsletter: rows[0] ?? null, footer: footers[0]?.text ?? '' };
  });
}

const ISSUE = {
  title: newsletters.title,
  issueDate: newsletters.issueDate,
  publishedAt: newsletters.publishedAt,
  createdAt: newsletters.createdAt,
} as const;
/** The fields that show when an issue came out. */
export type IssueRow = Pick<Newsletter, keyof typeof ISSUE>;

/** The newsletters that have been published, last created first. */
export async function listIssues(
  database: Database,
  schoolId: string,
  limit: number,
): Promise<readonly IssueRow[]> {
  return await database
    .orm()
    .select(ISSUE)
    .from(newsletters)
    .where(and(eq(newsletters.schoolId, schoolId), isNotNull(newsletters.publishedAt)))
    .orderBy(desc(newsletters.createdAt), desc(newsletters.id))
    .limit(limit);
}

/** Blocks that are kept as they are. `own`: hashes of their invented content; `day`: for the first marks of a newsletter. */
interface Kept {
  readonly names: readonly string[];
  readonly own: readonly string[];
  readonly day: string;
}

/** Removes the marks of blocks in one statement, as two people may keep different ones at once. */
export async function forgetCarriedOver(
  database: Database,
  { schoolId, id }: Pick<Newsletter, 'schoolId' | 'id'>,
  { names, own: ownDates, day }: Kept,
): Promise<void> {
  const list = sql`array[${sql.join(
    names.map((name) => sql`${name}::text`),
    sql`, `,
  )}]`;
  const none = { day, blocks: {} } satisfies StoredCarriedOver;
  const marks = sql`coalesce(${newsletters.carriedOver}, ${JSON.stringify(none)}::jsonb)`;
  const remaining = sql`(${marks}->'blocks') - ${list}`;
  // Blocks of dates have no hash.
  const kept = sql`coalesce(${marks}->'kept', '{}') || coalesce((
    select jsonb_object_agg(key, value) from jsonb_each(${marks}->'blocks')
    where key = any(${list}) and value <> 'null'
  ), '{}')`;
  const all = sql`coalesce(${marks}->'ownDates', '[]') || ${JSON.stringify(ownDates)}::jsonb`;
  await database
    .orm()
    .update(newsletters)
    .set({
      carriedOver: sql`${marks} || jsonb_build_object('blocks', ${remaining}, 'kept', ${kept}, 'ownDates', ${all})`,
    })
    .where(
      ownDates.length > 0 ? own(schoolId, id) : and(own(schoolId, id), isNotNull(newsletters.carriedOver)),
    );
}

/** The fields by which two new drafts count as the same. */
export interface DraftLike extends Pick<Newsletter, 'title' | 'issueDate'> {
  readonly isNextIssue: boolean;
}

/** The newest draft like this one that was never published. */
export async function findSameDraft(
  database: Database,
  schoolId: string,
  { title, issueDate, isNextIssue }: DraftLike,
): Promise<Pick<Newsletter, 'id' | 'title'> | null> {
  const same = and(
    eq(newsletters.schoolId, schoolId),
    eq(newsletters.status, 'draft'),
    isNull(newsletters.slug),
    eq(newsletters.title, title),
    issueDate === null ? isNull(newsletters.issueDate) : eq(newsletters.issueDate, issueDate),
    isNextIssue ? isNotNull(newsletters.carriedOver) : undefined,
  );
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id: newsletters.id, title: newsletters.title })
      .from(newsletters)
      .where(same)
      .orderBy(desc(newsletters.createdAt), desc(newsletters.id))
      .limit(1),
  );
  return row ?? null;
}

function filesIn(code: Newsletter['code'], version: number): Pick<Newsletter, 'fileKeys' | 'filesOf'> {
  return { fileKeys: [...fileKeysIn(JSON.stringify(code))], filesOf: version };
}

/** Inserts a draft; null if the branding it was rendered with has changed. */
export async function insertNewsletter(
  database: Database,
  branding: School,
  row: Draft & Pick<Newsletter, 'carriedOver' | 'dateBases' | 'createdBy' | 'createdAt'>,
): Promise<Newsletter | null> {
  return await database.forSchool(branding.id, async () => {
    if (!(await lockBranding(database, branding))) return null;
    return returnedRow(
      await database
        .orm()
        .insert(newsletters)
        .values({ ...row, ...filesIn(row.code, 1), schoolId: branding.id, updatedAt: row.createdAt })
        .returning(),
    );
  });
}

const { code: _, ...beside } = UNRENDERED;

/** Updates a draft; null if its version or the branding has changed since it was read. The blocks are not read back. */
export async function saveDraft(
  database: Database,
  branding: School,
  from: Unrendered,
  draft: Draft & Partial<Pick<Newsletter, 'dateBases'>>,
  now: Date,
): Promise<Newsletter | null> {
  const version = from.version + 1;
  return await database.forSchool(from.schoolId, async () => {
    const orm = database.orm();
    const locked = orm.$with('locked').as(lockedBranding(database, branding));
    const [row] = await orm
      .with(locked)
      .update(newsletters)
      .set({ ...draft, ...filesIn(draft.code, version), version, updatedAt: now })
      .where(
        and(
          own(from.schoolId, from.id),
          eq(newsletters.version, from.version),
          exists(orm.select().from(locked)),
        ),
      )
      .returning(beside);
    if (row === undefined) return null;
    const saved = { ...row, code: draft.code, body: draft.body };
    return saved.status === 'published' ? await sameAsEdition(database, saved) : saved;
  });
}

// A draft that was changed and changed back equals its edition: it has no unpublished changes.
async function sameAsEdition(database: Database, saved: Newsletter): Promise<Newsletter> {
  const orm = database.orm();
  const same = orm
    .select({ id: editions.newsletterId })
    .from(editions)
    .where(
      and(
        eq(editions.newsletterId, newsletters.id),
        eq(editions.title, newsletters.title),
        eq(editions.layoutType, newsletters.layoutType),
        ...SETTING_NAMES.map((name) => isSame(editions[name], newsletters[name])),
        eq(editions.codeVersion, newsletters.codeVersion),
        eq(editions.code, newsletters.code),
      ),
    );
  const [again] = await orm
    .update(newsletters)
    .set({ publishedVersion: saved.version })
    .where(and(own(saved.schoolId, saved.id), exists(same)))
    .returning({ publishedVersion: newsletters.publishedVersion });
  return { ...saved, ...again };
}

function isSame(one: SQLWrapper, other: SQLWrapper): SQL {
  return sql`${one} is not distinct from ${other}`;
}

/**
 * Publishes an edition of a version, which may be older than the stored one; null, and no change, if the newsletter or the branding
 * has changed since it was read.
 */
export async function saveEdition(
  database: Database,
  branding: School,
  from: Unrendered,
  edition: Edition &
    Pick<Newsletter, 'dateBases'> & { readonly version: number; readonly groupFiles: readonly string[] },
): Promise<Newsletter | null> {
  return await database.forSchool(from.schoolId, async () => {
    if (!(await lockBranding(database, branding))) return null;
    const orm = database.orm();
    const { version, groupFiles, dateBases, ...row } = edition;
    const { slug, publishedAt } = row;
    const sameSlug = from.slug === null ? sql`${newsletters.slug} is null` : eq(newsletters.slug, from.slug);
    const [published] = await orm
      .update(newsletters)
      .set({ slug, publishedAt, status: 'published', publishedVersion: version, dateBases })
      .where(and(own(from.schoolId, from.id), eq(newsletters.version, from.version), sameSlug))
      .returning();
    if (published === undefined) return null;
    await orm
      .insert(editions)
      .values({ ...row, calendar: published.lastCalendar })
      .onConflictDoUpdate({ target: editions.newsletterId, set: row });
    await recordPublishedFiles(database, row, groupFiles);
    return published;
  });
}

/** Whether a newsletter has a public page now. */
export async function isPublished(database: Database, schoolId: string, id: string): Promise<boolean> {
  const shown = and(eq(editions.schoolId, schoolId), eq(editions.newsletterId, id));
  return await database.forSchool(schoolId, async () => (await database.orm().$count(editions, shown)) > 0);
}

/** Unpublishes a newsletter. Null if there is none. */
export async function removeEdition(
  database: Database,
  schoolId: string,
  id: string,
): Promise<Newsletter | null> {
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    const last = sql`coalesce((select e.calendar from ${editions} e where e.newsletter_id = ${newsletters.id}), ${newsletters.lastCalendar})`;
    const [draft] = await orm
      .update(newsletters)
      .set({ status: 'draft', lastCalendar: last })
      .where(own(schoolId, id))
      .returning();
    await orm.delete(editions).where(and(eq(editions.schoolId, schoolId), eq(editions.newsletterId, id)));
    await withdrawPublishedFiles(database, schoolId, id);
    return draft ?? null;
  });
}

/** Deletes a newsletter with its edition. Null if there is none. */
export async function removeNewsletter(
  database: Database,
  schoolId: string,
  id: string,
): Promise<{ readonly slug: string | null; readonly title: string } | null> {
  return await database.forSchool(schoolId, async () => {
    const rows = await database
      .orm()
      .delete(newsletters)
      .where(own(schoolId, id))
      .returning({ slug: newsletters.slug, title: newsletters.title });
    return rows[0] ?? null;
  });
}

function own(schoolId: string, id: string): SQL | undefined {
  return and(eq(newsletters.schoolId, schoolId), eq(newsletters.id, id));
}
