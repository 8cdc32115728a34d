import type { SchoolPage } from '#contract/paths.ts';
import type { SchoolPages } from '#server/data/families/school-pages.ts';
import type { Html } from '#server/platform/http/html.ts';
import type { FamilyServer } from './server.ts';
import type { OpenSite } from './site.ts';

/**
 * A part of a school's pages that can be switched on, such as the newsletters or the diary. To add one, write its folder beside
 * `home/`, and its line in `families/sections.ts`.
 */
export interface FamilySection {
  /** Its main page, which is its entry in the navigation. */
  readonly page: SchoolPage;
  /** Its name in the navigation, for a BCP 47 tag. */
  readonly label: (language: string) => string;
  /** Whether the school has it switched on. Off, its pages answer as if they had never been. */
  readonly isOn: (pages: SchoolPages) => boolean;
  /** Defines its pages. */
  readonly mount: (server: FamilyServer) => void;
  /** What programs find of it, on its page and on the home page: links for `<head>`, to feeds and calendars. */
  readonly links?: (site: OpenSite) => Html;
  /**
   * What it shows on the home page and in the school's own website, with a heading `<h2>`; null: nothing. Links in it must have
   * absolute addresses (`server.url`).
   */
  readonly digest?: (server: FamilyServer, site: OpenSite) => Promise<Html | null>;
}
