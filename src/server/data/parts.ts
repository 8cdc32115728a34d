import { and, asc, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { PartsBegun } from '#newsletter/document/own-parts.ts';
import type { AppContext } from '#server/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { newsletterParts } from '#server/platform/db/schema/parts.ts';
import { forbidden } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';

/** The rights of contributors, and the queries of parts that join newsletters or that several features need. */

type PartRow = typeof newsletterParts.$inferSelect;

/** A part with the draft of its newsletter. */
export interface PartInDraft {
  readonly part: PartRow;
  readonly draft: Pick<typeof newsletters.$inferSelect, 'title' | 'layoutType' | 'code' | 'codeVersion'>;
}

/** The parts of a newsletter, in the order in which they are due. */
export async function listPartsOf(
  database: Database,
  schoolId: string,
  newsletterId: string,
): Promise<readonly PartInDraft[]> {
  return await findParts(database, schoolId, { newsletterId });
}

/** A person's parts that are not done, and the done ones of newsletters that are not published; the first due first. */
export async function listCurrentPartsOfPerson(
  database: Database,
  schoolId: string,
  personId: string,
): Promise<readonly PartInDraft[]> {
  return await findParts(database, schoolId, { personId });
}

/** The done parts that this person gave to others, in newsletters that are not published; the first due first. */
export async function listHandedInTo(
  database: Database,
  schoolId: string,
  giverId: string,
): Promise<readonly PartInDraft[]> {
  return await findParts(database, schoolId, { giverId });
}

export async function findPart(
  database: Database,
  schoolId: string,
  id: string,
): Promise<PartInDraft | null> {
  return (await findParts(database, schoolId, { id }))[0] ?? null;
}

async function findParts(
  database: Database,
  schoolId: string,
  wanted:
    | { readonly id: string }
    | { readonly newsletterId: string }
    | { readonly personId: string }
    | { readonly giverId: string },
): Promise<readonly PartInDraft[]> {
  const isWanted =
    'id' in wanted
      ? eq(newsletterParts.id, wanted.id)
      : 'newsletterId' in wanted
        ? eq(newsletterParts.newsletterId, wanted.newsletterId)
        : 'giverId' in wanted
          ? and(
              eq(newsletterParts.givenBy, wanted.giverId),
              ne(newsletterParts.personId, wanted.giverId),
              isNotNull(newsletterParts.doneAt),
              eq(newsletters.status, 'draft'),
            )
          : and(
              eq(newsletterParts.personId, wanted.personId),
              or(isNull(newsletterParts.doneAt), eq(newsletters.status, 'draft')),
            );
  const { title, layoutType, code, codeVersion } = newsletters;
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ part: newsletterParts, draft: { title, layoutType, code, codeVersion } })
      .from(newsletterParts)
      .innerJoin(newsletters, eq(newsletters.id, newsletterParts.newsletterId))
      .where(and(eq(newsletterParts.schoolId, schoolId), isWanted))
      .orderBy(asc(newsletterParts.dueOn), asc(newsletterParts.id)),
  );
}

/**
 * The blocks at which a newsletter's parts begin, done ones included. Throws 403 if none is the person's, also if the
 * newsletter does not exist.
 */
export async function partsFor(
  { database }: Pick<AppContext, 'database'>,
  { schoolId, personId }: Member,
  newsletterId: string,
): Promise<PartsBegun> {
  const rows = await listPartBlocks(database, schoolId, newsletterId);
  const own = rows.filter((each) => each.personId === personId).map(({ block }) => block);
  const others = rows.filter((each) => each.personId !== personId).map(({ block }) => block);
  if (own.length === 0) throw forbidden();
  return { own, others };
}

/** The blocks at which a newsletter's parts begin, with each part's person, done ones included. */
export async function listPartBlocks(database: Database, schoolId: string, newsletterId: string) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ block: newsletterParts.block, personId: newsletterParts.personId })
      .from(newsletterParts)
      .where(and(eq(newsletterParts.schoolId, schoolId), eq(newsletterParts.newsletterId, newsletterId)))
      .orderBy(asc(newsletterParts.id)),
  );
}

/** Those of these people, of several schools, who have a part in the newsletter, done ones included; in one query for all. */
export async function listHavingParts(
  database: Database,
  wanted: readonly Pick<PartRow, 'schoolId' | 'newsletterId' | 'personId'>[],
): Promise<readonly Pick<PartRow, 'schoolId' | 'newsletterId' | 'personId'>[]> {
  if (wanted.length === 0) return [];
  const { schoolId, newsletterId, personId } = newsletterParts;
  // The result contains more than was asked for if people have parts in one another's newsletters.
  return await database
    .orm()
    .selectDistinct({ schoolId, newsletterId, personId })
    .from(newsletterParts)
    .where(
      and(
        inArray(schoolId, [...new Set(wanted.map((each) => each.schoolId))]),
        inArray(newsletterId, [...new Set(wanted.map((each) => each.newsletterId))]),
        inArray(personId, [...new Set(wanted.map((each) => each.personId))]),
      ),
    );
}

/** Throws 403 for a contributor without a part in the newsletter. For the contract's rows with `ofPart`. */
export async function requireOwnPart(
  context: Pick<AppContext, 'database'>,
  caller: Member,
  newsletterId: string,
): Promise<void> {
  if (caller.role === 'contributor') await partsFor(context, caller, newsletterId);
}

/** All parts of a school's newsletters, in the order in which they were given. */
export async function listArchivedParts(database: Database, schoolId: string) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ title: newsletters.title, part: newsletterParts })
      .from(newsletterParts)
      .innerJoin(newsletters, eq(newsletters.id, newsletterParts.newsletterId))
      .where(eq(newsletterParts.schoolId, schoolId))
      .orderBy(asc(newsletterParts.givenAt), asc(newsletterParts.id)),
  );
}
