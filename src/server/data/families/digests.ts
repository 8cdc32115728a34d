import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { documentFor } from '#newsletter/document/arrange.ts';
import { fromCode } from '#newsletter/document/document.ts';
import { summaryOf } from '#newsletter/document/summary.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { targetIds } from '#server/data/groups/block-targets.ts';
import type { School } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { type DigestItem, deliveries } from '#server/platform/db/schema/deliveries.ts';
import { familySettings } from '#server/platform/db/schema/families.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';

/** The queries of monthly digests that join the tables of several rooms. */

/** The schools that send digests, neither closed nor suspended, each with its weekday. */
export async function listDigestSchools(database: Database) {
  const rows = await database
    .orm()
    .select({ school: schools, weekday: familySettings.digestWeekday })
    .from(familySettings)
    .innerJoin(schools, eq(schools.id, familySettings.schoolId))
    .where(
      and(isNotNull(familySettings.digestWeekday), isNull(schools.closesAt), isNull(schools.suspendedAt)),
    );
  return rows.flatMap(({ school, weekday }) => (weekday === null ? [] : [{ school, weekday }]));
}

/** The school's digests that contain one of these newsletters, whether or not they reached anybody. */
export async function listDigestsWith(
  database: Database,
  schoolId: string,
  newsletterIds: readonly string[],
): Promise<readonly { readonly id: string; readonly items: readonly DigestItem[] }[]> {
  if (newsletterIds.length === 0) return [];
  const { id, digest, digestMonth } = deliveries;
  const contains = newsletterIds.map(
    (newsletterId) => sql`${digest} @> ${JSON.stringify([{ newsletterId }])}::jsonb`,
  );
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id, digest })
      .from(deliveries)
      .where(and(eq(deliveries.schoolId, schoolId), isNotNull(digestMonth), or(...contains))),
  );
  return rows.map(({ id, digest }) => ({ id, items: digest ?? [] }));
}

/** The published newsletters whose sendings have begun since a moment, in their order. */
export async function listSentSince(
  database: Database,
  school: School,
  since: Date,
): Promise<readonly DigestItem[]> {
  const rows = await database.forSchool(school.id, () =>
    database
      .orm()
      .select({
        newsletterId: editions.newsletterId,
        audience: deliveries.audience,
        startedAt: deliveries.startedAt,
        title: editions.title,
        slug: editions.slug,
        layoutType: editions.layoutType,
        code: editions.code,
        codeVersion: editions.codeVersion,
        editionId: deliveries.editionId,
      })
      .from(deliveries)
      .innerJoin(editions, eq(editions.newsletterId, deliveries.newsletterId))
      .where(
        and(
          eq(deliveries.schoolId, school.id),
          gt(deliveries.startedAt, since),
          inArray(deliveries.status, ['sending', 'paused', 'done']),
        ),
      )
      .orderBy(asc(deliveries.startedAt), asc(deliveries.id)),
  );
  return rows.map(({ startedAt, layoutType, code, codeVersion, ...item }) => {
    const day = dayIn(school.timeZone, startedAt ?? since);
    if (layoutType === null || code === null || codeVersion === null) return { ...item, day, picture: null };
    const document = documentFor(fromCode(layoutType, storedBlocks(code, codeVersion)), new Set());
    const { image: picture } = summaryOf({ document, school, origin: '' });
    return { ...item, day, picture, targets: targetIds({ code, codeVersion }) };
  });
}
