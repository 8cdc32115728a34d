import { z } from 'zod';
import type { Design } from './design.ts';
import { DESIGNS } from './list.ts';

export { DESIGNS };

export type DesignId = keyof typeof DESIGNS;
/** The design of schools that have chosen none, and of newsletters older than designs. */
export const DEFAULT_DESIGN: DesignId = 'letter';

const byId: ReadonlyMap<string, Design> = new Map(Object.entries<Design>(DESIGNS));
/** The designs’ names, in the order in which they are offered. */
export const DESIGN_IDS: readonly DesignId[] = Object.keys(DESIGNS).filter(isDesign);
export const designSchema = z.enum(DESIGN_IDS, 'Not a known design');

function isDesign(id: string): id is DesignId {
  return byId.has(id);
}

/** A stored name as a design; null if there is no such design. */
export function designId(id: string | null): DesignId | null {
  return id !== null && isDesign(id) ? id : null;
}

/** The design of the first known name, for example a newsletter's and then its school's; otherwise the default. */
export function designOf(...ids: readonly (string | null | undefined)[]): Design {
  const chosen = ids.find((id) => id != null && byId.has(id));
  return byId.get(chosen ?? DEFAULT_DESIGN) ?? DESIGNS[DEFAULT_DESIGN];
}
