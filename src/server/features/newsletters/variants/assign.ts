import { createHash } from 'node:crypto';
import { READINGS_MAX, readingWords } from '#contract/groups/audience.ts';
import { isFor } from '#newsletter/document/audience.ts';
import type { Block } from '#newsletter/document/document.ts';
import type { AppContext } from '#server/context.ts';
import { groupBlocks } from '#server/data/groups/block-targets.ts';
import { type CurrentGroups, currentGroups } from '#server/data/groups/current-groups.ts';
import { newSlug } from '#server/features/newsletters/publishing/slugs.ts';
import { namesOfGroups } from './audience-marks.ts';
import { changeVariant, findSource, findVariants, insertVariants } from './variants-repo.ts';

/** Assigns families to the variants of an edition's mail. */

/** The sets of groups that see the same blocks for groups. */
interface Reading {
  /** The names of the blocks, in their order; empty for everyone's mail. */
  readonly blocks: readonly string[];
  readonly sets: readonly (readonly string[])[];
}

/** Combines the sets of groups that see the same. Ids are those in the blocks. */
function readingsOf(
  blocks: readonly Block[],
  sets: readonly (readonly string[])[],
): ReadonlyMap<string, Reading> {
  const readings = new Map<string, Reading>();
  for (const set of sets) {
    const groups = new Set(set);
    const names = blocks.filter((block) => isFor(block, groups)).map(({ name }) => name);
    const key = keyOf(names);
    readings.set(key, { blocks: names, sets: [...(readings.get(key)?.sets ?? []), set] });
  }
  return readings;
}

/** The same, each with its audience in words. */
export async function describeReadings(
  { database }: AppContext,
  schoolId: string,
  blocks: readonly Block[],
  sets: readonly (readonly string[])[],
): Promise<readonly (Reading & { readonly words: string })[]> {
  const groups = await currentGroups(database, schoolId);
  return [...readingsOf(blocks, sets).values()].map((reading) => ({
    ...reading,
    words: wordsOfReading(reading, blocks, groups),
  }));
}

/** The audience of a reading in words: 'Year 4 and Choir'. */
function wordsOfReading(
  { blocks: names }: Pick<Reading, 'blocks'>,
  blocks: readonly Block[],
  groups: CurrentGroups,
): string {
  const seen = blocks.filter(({ name }) => names.includes(name));
  return readingWords(seen.map(({ audience = [] }) => namesOfGroups(groups, audience)));
}

/**
 * The variant for each of several sets of groups; null for those that see no block for groups, and so get everyone's mail. Families
 * who see the same blocks get the same variant. 'too many' beyond `READINGS_MAX`.
 */
export async function assignVariants(
  { database }: AppContext,
  { schoolId, editionId }: { readonly schoolId: string; readonly editionId: string },
  sets: readonly (readonly string[])[],
): Promise<readonly (string | null)[] | 'too many'> {
  const kept = await findSource(database, schoolId, editionId);
  if (kept?.source == null) return sets.map(() => null);
  const blocks = groupBlocks(kept.source);
  const readings = [...readingsOf(blocks, sets)].filter(([, { blocks: names }]) => names.length > 0);
  if (readings.length > READINGS_MAX) return 'too many';
  const groups = await currentGroups(database, schoolId);
  const { newsletterId, source } = kept;
  const known = await findVariants(database, schoolId, editionId);
  const fresh = readings.flatMap(([key, reading]) => {
    const words = wordsOfReading(reading, blocks, groups);
    const row = { schoolId, newsletterId, editionId, key, words, slug: newSlug(source.title) };
    return known.has(key) ? [] : [{ ...row, blocks: [...reading.blocks], readers: reading.sets }];
  });
  const added = await insertVariants(database, schoolId, fresh);
  const variantOf = new Map<string, string>();
  for (const [key, reading] of readings) {
    const before = known.get(key);
    const id = before?.id ?? added.get(key);
    if (id === undefined) continue;
    for (const set of reading.sets) variantOf.set(String(set), id);
    if (before === undefined) continue;
    const isNew = (set: readonly string[]) => !before.readers.some((one) => String(one) === String(set));
    const more = reading.sets.filter(isNew);
    if (more.length > 0)
      await changeVariant(database, schoolId, id, { readers: [...before.readers, ...more] });
  }
  return sets.map((set) => variantOf.get(String(set)) ?? null);
}

function keyOf(names: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('base64url');
}
