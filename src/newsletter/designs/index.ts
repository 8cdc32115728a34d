import { z } from 'zod';
import type { Design } from './design.ts';
import { DESIGNS } from './list.ts';

export { DESIGNS };

export type DesignId = keyof typeof DESIGNS;
/** What schools have that have chosen none, and newsletters from before there were designs. */
export const DEFAULT_DESIGN: DesignId = 'letter';

const byId: ReadonlyMap<string, Design> = new Map(Object.entries<Design>(DESIGNS));
const DESIGN_IDS = Object.keys(DESIGNS).filter(isDesign);
export const designSchema = z.enum(DESIGN_IDS, 'Not a known design');

function isDesign(id: string): id is DesignId {
  return byId.has(id);
}

/** A stored name as a design; null for what is none. */
export function designId(id: string | null): DesignId | null {
  return id !== null && isDesign(id) ? id : null;
}

/** The first of these that is a design, as a newsletter's own and its school's; else the default one. */
export function designOf(...ids: readonly (string | null | undefined)[]): Design {
  const chosen = ids.find((id) => id != null && byId.has(id));
  return byId.get(chosen ?? DEFAULT_DESIGN) ?? DESIGNS[DEFAULT_DESIGN];
}
