import type { Html } from '#server/platform/http/html.ts';
import type { SectionEntry } from './section-entry.ts';
import type { FamilyServer } from './server.ts';
import type { OpenSite } from './site.ts';

/**
 * A part of a school's pages that can be switched on, such as the newsletters or the diary. To add one, write its folder beside `home/`,
 * and a line in `families/sections.ts`.
 */
export interface FamilySection extends SectionEntry {
  /** Defines its pages. */
  readonly mount: (server: FamilyServer) => void;
  /**
   * Its part of the home page and of the frame in the school's own website, with a heading `<h2>`; null: nothing. Its links must have
   * absolute addresses (`server.url`).
   */
  readonly digest?: (server: FamilyServer, site: OpenSite) => Promise<Html | null>;
}
