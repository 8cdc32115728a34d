import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type RoomTaken, SCHOOL_QUOTA_BYTES } from '#contract/files.ts';
import { findSchool, lockSchool } from '#server/data/schools.ts';
import { lockUser } from '#server/data/users.ts';
import type { Database } from '#server/platform/db/client.ts';
import { attachments } from '#server/platform/db/schema/newsletters.ts';

/** A file's owner: the school, or the person before there is one (the logo in onboarding). */
export interface FileOwner {
  readonly personId: string;
  readonly schoolId: string | null;
}

/** A stored file's row. */
export type Attachment = typeof attachments.$inferSelect;
type NewAttachment = Omit<Attachment, 'id' | 'schoolId' | 'userId' | 'createdAt'>;

/** A person without a school needs one logo; this allows for many attempts. */
const PERSON_QUOTA_BYTES = 100 * 1024 * 1024;

/** The bytes that the owner may still store. */
export async function bytesLeft(database: Database, owner: FileOwner): Promise<number> {
  return await asOwner(database, owner, () => countBytesLeft(database, owner));
}

/** The bytes that a school's files take, and its limit. */
export async function fileRoom(database: Database, schoolId: string): Promise<RoomTaken> {
  const owner = { personId: '', schoolId };
  return await database.forSchool(schoolId, async () => {
    const max = await quotaOf(database, owner);
    return { used: max - (await countBytesLeft(database, owner)), max };
  });
}

/** Adds the file's row; null if it would exceed the quota. Locks the owner, so concurrent uploads are counted in turn. */
export async function addAttachment(
  database: Database,
  owner: FileOwner,
  file: NewAttachment,
): Promise<Attachment | null> {
  return await asOwner(database, owner, async () => {
    await lockOwner(database, owner);
    if ((await countBytesLeft(database, owner)) < file.size + file.copiesSize) return null;
    const rows = await database
      .orm()
      .insert(attachments)
      .values({ ...file, userId: owner.personId, schoolId: owner.schoolId })
      .returning();
    return rows[0] ?? null;
  });
}

function asOwner<T>(database: Database, owner: FileOwner, work: () => Promise<T>): Promise<T> {
  return owner.schoolId === null ? database.transaction(work) : database.forSchool(owner.schoolId, work);
}

async function lockOwner(database: Database, owner: FileOwner): Promise<void> {
  if (owner.schoolId === null) await lockUser(database, owner.personId);
  else await lockSchool(database, owner.schoolId);
}

async function countBytesLeft(database: Database, owner: FileOwner): Promise<number> {
  const own =
    owner.schoolId === null
      ? and(eq(attachments.userId, owner.personId), isNull(attachments.schoolId))
      : eq(attachments.schoolId, owner.schoolId);
  const used = sql`coalesce(sum(${attachments.size} + ${attachments.copiesSize}), 0)`.mapWith(Number);
  const rows = await database.orm().select({ used }).from(attachments).where(own);
  return (await quotaOf(database, owner)) - (rows[0]?.used ?? 0);
}

// The operator's limit for the school, or the general one.
async function quotaOf(database: Database, { schoolId }: FileOwner): Promise<number> {
  if (schoolId === null) return PERSON_QUOTA_BYTES;
  return (await findSchool(database, schoolId))?.storageBytes ?? SCHOOL_QUOTA_BYTES;
}

/**
 * Records the bytes of a file's copies, or with `areFurther` adds those of further ones. False if the owner, a school or a person, has no
 * such file.
 */
export async function recordCopies(
  database: Database,
  ownerId: string,
  key: string,
  copies: ReadonlyMap<string, Buffer>,
  { areFurther = false } = {},
): Promise<boolean> {
  const copiesSize = [...copies.values()].reduce((sum, copy) => sum + copy.length, 0);
  const owner = sql`coalesce(${attachments.schoolId}, ${attachments.userId})`;
  const rows = await database
    .orm()
    .update(attachments)
    .set({ copiesSize: areFurther ? sql`${attachments.copiesSize} + ${copiesSize}` : copiesSize })
    .where(and(eq(attachments.key, key), eq(owner, ownerId)))
    .returning({ id: attachments.id });
  return rows.length > 0;
}

/** Those of these keys that have a row in any school. For the sweep. */
export async function findKnownKeys(
  database: Database,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database
    .orm()
    .select({ key: attachments.key })
    .from(attachments)
    .where(inArray(attachments.key, [...keys]));
  return new Set(rows.map((row) => row.key));
}

/** The keys of all rows of all schools. For the start and the sweep. */
export async function listFileKeys(database: Database): Promise<readonly string[]> {
  const rows = await database.orm().select({ key: attachments.key }).from(attachments);
  return rows.map((row) => row.key);
}
