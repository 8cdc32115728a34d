import type { Html } from '#server/platform/http/html.ts';
import type { SectionEntry } from './section-entry.ts';
import type { FamilyServer } from './server.ts';
import type { OpenSite } from './site.ts';

/**
 * A part of a school's pages that can be switched on, such as the newsletters or the diary. To add one, write its folder beside
 * `home/`, and its line in `families/sections.ts`.
 */
export interface FamilySection extends SectionEntry {
  /** Defines its pages. */
  readonly mount: (server: FamilyServer) => void;
  /**
   * What it shows on the home page and in the school's own website, with a heading `<h2>`; null: nothing. Links in it must have
   * absolute addresses (`server.url`).
   */
  readonly digest?: (server: FamilyServer, site: OpenSite) => Promise<Html | null>;
}
