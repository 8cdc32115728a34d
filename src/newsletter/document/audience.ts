/** The audience of a block: the sorted ids of its groups. Undefined: everyone. */
type Audience = string[] | undefined;
type ForGroups = { readonly audience?: Audience };
type Columns = readonly (readonly (({ readonly name: string } & ForGroups) | null)[])[];

/** Whether two audiences are the same. */
export function isSameAudience(one: Audience, other: Audience): boolean {
  return one === other || (one !== undefined && other !== undefined && String(one) === String(other));
}

/** Whether a family in these groups sees a block. Without any group it sees only blocks for everyone. */
export function isFor({ audience }: ForGroups, groups: ReadonlySet<string>): boolean {
  return audience === undefined || audience.some((id) => groups.has(id));
}

/** The sorted ids of all groups that blocks are for. */
export function groupsIn(blocks: readonly ForGroups[]): readonly string[] {
  return [...new Set(blocks.flatMap(({ audience }) => audience ?? []))].sort();
}

/**
 * Merges two changes of an audience. If both chose groups, the block is for all of them; it never becomes everyone's
 * because of one side.
 */
export function mergeAudience(base: Audience, theirs: Audience, mine: Audience): Audience {
  if (isSameAudience(mine, base)) return theirs;
  if (isSameAudience(theirs, base)) return mine;
  if (theirs === undefined || mine === undefined) return theirs ?? mine;
  const kept = (id: string) =>
    base === undefined || !base.includes(id) || (theirs.includes(id) && mine.includes(id));
  return [...new Set([...theirs, ...mine])].filter(kept).sort();
}

/** The names of the blocks that a family in these groups does not see. */
export function hiddenFrom(
  { columns }: { readonly columns: Columns },
  groups: ReadonlySet<string>,
): ReadonlySet<string> {
  const hidden = columns.flatMap((column) =>
    column.flatMap((block) => (block === null || isFor(block, groups) ? [] : [block.name])),
  );
  return new Set(hidden);
}
