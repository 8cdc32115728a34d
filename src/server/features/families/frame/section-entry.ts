import type { SchoolPage } from '#contract/paths.ts';
import type { SchoolPages } from '#server/data/families/school-pages.ts';
import type { Html } from '#server/platform/http/html.ts';
import type { OpenSite } from './site.ts';

/** What the frame of all pages shows of a section. */
export interface SectionEntry {
  /** Its main page, which is its entry in the navigation. */
  readonly page: SchoolPage;
  /** Its name in the navigation, for a BCP 47 tag. */
  readonly label: (language: string) => string;
  /** Whether the school has it switched on. Off, its pages answer as if they had never been. */
  readonly isOn: (pages: SchoolPages) => boolean;
  /** What programs find of it, on its page and on the home page: links for `<head>`, to feeds and calendars. */
  readonly links?: (site: OpenSite) => Html;
}
