import { schoolPagePath } from '#contract/paths.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { fill } from '#newsletter/words/words-in.ts';
import type { FamilySection } from '#server/features/families/frame/section.ts';
import type { FamilyServer } from '#server/features/families/frame/server.ts';
import { Html, html } from '#server/platform/http/html.ts';

/** A school's home page: a part of each section that is on. With only one section, that section is the page. */
export function serveHome(server: FamilyServer, sections: readonly FamilySection[]): void {
  server.page('home', {}, async (site) => {
    const shown = sections.filter(({ isOn }) => isOn(site.pages));
    const [only, ...others] = shown;
    if (only !== undefined && others.length === 0)
      return { to: schoolPagePath(site.pages.address, only.page) };
    const digests = await Promise.all(shown.map(({ digest }) => digest?.(server, site) ?? null));
    const parts = digests.filter((digest) => digest !== null);
    return {
      title: site.school.name,
      description: fill(newsletterWords(site.school.language).words.newsFrom, { school: site.school.name }),
      heading: html`<h1 dir="auto">${site.school.name}</h1>`,
      body: html`${parts.map((part) => html`<section>${part}</section>`)}`,
      width: 'wide',
      head: html`${shown.flatMap(({ links }) => (links === undefined ? [] : [links(site)]))}`,
      styles: DIGEST_STYLES,
    };
  });
}

/** The styles of the sections' parts. */
export const DIGEST_STYLES = new Html(`
section + section { margin-top: 44px; }
section > h2 + * { margin-top: 12px; }
section > * + p { margin-top: 18px; }
section > * + .all { margin-top: 8px; }
`);
