import type { Part, PartPerson } from '#contract/parts/parts.ts';
import type { PartsBegun } from '#newsletter/document/own-parts.ts';

/** The parts that this window knows: who writes which block. The guest for parts keeps them up to date. */
export interface KnownParts {
  /** Whether they have been loaded. */
  readonly isReady: boolean;
  /** The parts by the names of their blocks. */
  readonly parts: ReadonlyMap<string, Part>;
  /** The people who may be given a part. */
  readonly people: readonly PartPerson[];
}

export const NO_PARTS: KnownParts = { isReady: false, parts: new Map(), people: [] };

/** The blocks at which parts begin: the person's own, and others'. */
export function partsBegun(parts: ReadonlyMap<string, Part>, personId: string): PartsBegun {
  const all = [...parts.values()].map(({ attributes }) => attributes);
  const blocks = (isOwn: boolean) =>
    all.filter(({ person_id }) => (person_id === personId) === isOwn).map(({ block }) => block);
  return { own: blocks(true), others: blocks(false) };
}
