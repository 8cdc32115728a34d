import type { Part, PartPerson } from '#contract/parts/parts.ts';
import type { PartsBegun } from '#newsletter/document/own-parts.ts';

/** Who writes which block, as far as it is known here. The guest that looks after parts keeps it up to date. */
export interface KnownParts {
  /** Whether they have been loaded. */
  readonly isReady: boolean;
  /** By the names of their blocks. */
  readonly parts: ReadonlyMap<string, Part>;
  /** Who may be given one. */
  readonly people: readonly PartPerson[];
}

export const NO_PARTS: KnownParts = { isReady: false, parts: new Map(), people: [] };

/** The blocks at which parts begin, of a person and of others. */
export function partsBegun(parts: ReadonlyMap<string, Part>, personId: string): PartsBegun {
  const all = [...parts.values()].map(({ attributes }) => attributes);
  const blocks = (isOwn: boolean) =>
    all.filter(({ person_id }) => (person_id === personId) === isOwn).map(({ block }) => block);
  return { own: blocks(true), others: blocks(false) };
}
