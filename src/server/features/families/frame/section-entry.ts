import type { SchoolPage } from '#contract/paths.ts';
import type { SchoolPages } from '#server/data/families/school-pages.ts';
import type { Html } from '#server/platform/http/html.ts';
import type { OpenSite } from './site.ts';

/** A section as the frame of all pages shows it. */
export interface SectionEntry {
  /** Its main page, which is its entry in the navigation. */
  readonly page: SchoolPage;
  /** Its name in the navigation, for a BCP 47 tag. */
  readonly label: (language: string) => string;
  /** Whether the school has switched it on. If not, its pages answer as if they had never existed. */
  readonly isOn: (pages: SchoolPages) => boolean;
  /** Links for `<head>`, to feeds and calendars, on its page and on the home page. */
  readonly links?: (site: OpenSite) => Html;
}
