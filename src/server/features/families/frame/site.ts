import type { SchoolPages } from '#server/data/families/school-pages.ts';
import type { School } from '#server/data/schools.ts';

/** A school and its pages; `pages` is null if it never had any. */
export interface FamilySite {
  readonly school: School;
  readonly pages: SchoolPages | null;
}

/** A school that has pages. */
export interface OpenSite extends FamilySite {
  readonly pages: SchoolPages;
}
