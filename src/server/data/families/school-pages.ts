import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type School, showsPages } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { schoolAddresses, schoolPages } from '#server/platform/db/schema/school-pages.ts';
import { roomOnList } from './list-room.ts';

/** The queries of a school's pages for families. */

export type SchoolPages = typeof schoolPages.$inferSelect;

/** Changes to a school's pages. Undefined leaves a column as it is. */
export type PageChanges = {
  readonly [K in keyof Omit<SchoolPages, 'schoolId'>]?: SchoolPages[K] | undefined;
};

/** All switches off, for pages that were never set up. */
export const ALL_OFF = {
  listsNewsletters: false,
  embedOrigins: [],
  showsDiary: false,
  takesSignUps: false,
} as const satisfies Partial<SchoolPages>;

/** A school's pages; null if they were never set up. */
export async function findSchoolPages(database: Database, schoolId: string): Promise<SchoolPages | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database.orm().select().from(schoolPages).where(eq(schoolPages.schoolId, schoolId)),
  );
  return row ?? null;
}

/**
 * The school that has or had an address, with its pages. Null for a closed school, and for one whose pages are hidden;
 * a suspended school takes no sign-ups, nor does one whose list is full. The caller is not checked: these pages are for
 * everybody.
 */
export async function findPagesAt(
  database: Database,
  address: string,
): Promise<{ readonly school: School; readonly pages: SchoolPages } | null> {
  const [row] = await database
    .orm()
    .select({ school: schools, pages: schoolPages })
    .from(schoolAddresses)
    .innerJoin(schools, eq(schools.id, schoolAddresses.schoolId))
    .innerJoin(schoolPages, eq(schoolPages.schoolId, schools.id))
    .where(and(eq(schoolAddresses.hash, hashOf(address)), showsPages));
  if (row === undefined) return null;
  const { school, pages } = row;
  const isOpen = pages.takesSignUps && school.suspendedAt === null;
  return { school, pages: { ...pages, takesSignUps: isOpen && (await roomOnList(database, school.id)) > 0 } };
}

/** The number of addresses that a school has had, including the current one. */
export async function countAddresses(database: Database, schoolId: string): Promise<number> {
  return await database.orm().$count(schoolAddresses, eq(schoolAddresses.schoolId, schoolId));
}

/** Whether a school has or had an address. */
export async function hasAddress(database: Database, schoolId: string, address: string): Promise<boolean> {
  const own = and(eq(schoolAddresses.hash, hashOf(address)), eq(schoolAddresses.schoolId, schoolId));
  return (await database.orm().$count(schoolAddresses, own)) > 0;
}

/** Whether an address is free for a school. */
export async function isAddressFree(database: Database, schoolId: string, address: string): Promise<boolean> {
  const [row] = await database
    .orm()
    .select({ schoolId: schoolAddresses.schoolId })
    .from(schoolAddresses)
    .where(eq(schoolAddresses.hash, hashOf(address)));
  return row === undefined || row.schoolId === schoolId;
}

/** Gives a school an address for ever. False if another school has it or had it, even one that was erased. */
export async function takeAddress(database: Database, schoolId: string, address: string): Promise<boolean> {
  await database
    .orm()
    .insert(schoolAddresses)
    .values({ hash: hashOf(address), schoolId })
    .onConflictDoNothing();
  return await hasAddress(database, schoolId, address);
}

/** Stores the given settings of a school's pages. */
export async function saveSchoolPages(
  database: Database,
  schoolId: string,
  changes: PageChanges & { readonly address: string },
): Promise<void> {
  await database
    .orm()
    .insert(schoolPages)
    .values({ schoolId, ...changes })
    .onConflictDoUpdate({ target: schoolPages.schoolId, set: changes });
}

function hashOf(address: string): string {
  return createHash('sha256').update(address).digest('hex');
}
