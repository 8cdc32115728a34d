import { and, eq, sql } from 'drizzle-orm';
import { groupsIn } from '#newsletter/document/audience.ts';
import { type Block, isEmptySpace } from '#newsletter/document/document.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import type { Database } from '#server/platform/db/client.ts';
import { editions, newsletters } from '#server/platform/db/schema/newsletters.ts';
import { currentGroups } from './current-groups.ts';
import { type GroupBits, groupBits } from './group-bits.ts';

/** The groups that a newsletter's blocks are for. */

interface Stored {
  readonly code: readonly unknown[];
  readonly codeVersion: number;
}

/** The blocks that are for groups. */
export function groupBlocks({ code, codeVersion }: Stored): readonly Block[] {
  return storedBlocks(code, codeVersion).flatMap((block) =>
    isEmptySpace(block) || block.audience === undefined ? [] : [block],
  );
}

/** The ids of the groups that blocks are for, in order. */
export function targetIds(stored: Stored): readonly string[] {
  return groupsIn(groupBlocks(stored));
}

/** The bits of the groups that the blocks of several newsletters are for, each by its targets. */
export async function bitsOfTargets(
  database: Database,
  schoolId: string,
  targets: readonly (readonly string[])[],
): Promise<readonly GroupBits[]> {
  if (targets.every(({ length }) => length === 0)) return targets.map(() => []);
  const groups = await currentGroups(database, schoolId);
  return targets.map((ids) => groupBits(ids, groups));
}

/** The bits for a newsletter's edition, or for its draft if there is none. */
export async function bitsOfNewsletter(
  database: Database,
  schoolId: string,
  newsletterId: string,
): Promise<GroupBits> {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({
        code: sql<readonly unknown[]>`coalesce(${editions.code}, ${newsletters.code})`,
        codeVersion: sql<number>`coalesce(${editions.codeVersion}, ${newsletters.codeVersion})`,
      })
      .from(newsletters)
      .leftJoin(editions, eq(editions.newsletterId, newsletters.id))
      .where(and(eq(newsletters.schoolId, schoolId), eq(newsletters.id, newsletterId))),
  );
  const [bits = []] = await bitsOfTargets(database, schoolId, row === undefined ? [] : [targetIds(row)]);
  return bits;
}
