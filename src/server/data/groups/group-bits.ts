import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { type CurrentGroups, usedGroup } from './current-groups.ts';
import { isInGroups } from './in-groups.ts';

/**
 * The groups of a newsletter's blocks that a family is in, as bits of one number: the first of these groups, in the
 * order of their ids, is the lowest bit. Comparing the numbers finds families that read the same.
 */

/** A group and its bit; a group has several if blocks name groups that were merged into it. */
interface GroupBit {
  readonly groupId: string;
  readonly bit: bigint;
}

export type GroupBits = readonly GroupBit[];

/** The bits of the groups in use that blocks are for. `targets`: the ids in the blocks, in order. */
export function groupBits(targets: readonly string[], groups: CurrentGroups): GroupBits {
  return targets.flatMap((id, index) => {
    const group = usedGroup(groups, id);
    return group === undefined ? [] : [{ groupId: group.id, bit: 1n << BigInt(index) }];
  });
}

/** The ids of a number's groups, as written in the blocks. */
export function groupsOfBits(targets: readonly string[], bits: bigint | null): readonly string[] {
  return targets.filter((_, index) => (((bits ?? 0n) >> BigInt(index)) & 1n) === 1n);
}

/** The number of a family in some groups; null if none of them is a group of the blocks. `groupIds`: a column of ids. */
export function bitsOfGroups(bits: GroupBits, groupIds: AnyColumn): SQL<bigint | null> {
  if (bits.length === 0) return sql`null::bigint`;
  const rows = sql.join(
    bits.map(({ groupId, bit }) => sql`(${groupId}::uuid, ${String(bit)}::bigint)`),
    sql`, `,
  );
  return sql`(select bit_or(b.bit) from (values ${rows}) as b (group_id, bit) where b.group_id = any(${groupIds}))`;
}

/** Whether a subscriber is in one of the groups that blocks are for. */
export function hasBlocks(bits: GroupBits): SQL {
  return bits.length === 0 ? sql`false` : isInGroups(bits.map(({ groupId }) => groupId));
}
