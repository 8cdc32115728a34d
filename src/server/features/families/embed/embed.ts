import { EMBED_PARTS } from '#contract/paths.ts';
import { archiveWords } from '#newsletter/words/archive-words.ts';
import type { FamilySection } from '#server/features/families/frame/section.ts';
import type { FamilyServer } from '#server/features/families/frame/server.ts';
import { DIGEST_STYLES } from '#server/features/families/home/home.ts';
import { html } from '#server/platform/http/html.ts';

/** A small version of the pages, for a frame in the school's own website; the owner chooses which websites may show it. */
export function serveEmbed(server: FamilyServer, sections: readonly FamilySection[]): void {
  // The settings show it in a frame, too.
  const frames = (site: { readonly pages: { readonly embedOrigins: readonly string[] } }) => [
    "'self'",
    ...site.pages.embedOrigins,
  ];
  server.page('embed', { frames, query: EMBED_PARTS }, async (site, { query }) => {
    const on = sections.filter(({ isOn }) => isOn(site.pages));
    const chosen = on.filter(({ page }) => query[page] === '1');
    const shown = chosen.length === 0 ? on : chosen;
    const digests = await Promise.all(shown.map(({ digest }) => digest?.(server, site) ?? null));
    const parts = digests.filter((digest) => digest !== null);
    const { words } = archiveWords(site.school.language);
    return {
      title: words.newsletters,
      heading: html`<h1 class="unseen" dir="auto">${site.school.name}</h1>`,
      // Links open outside the frame.
      head: html`<base target="_blank">`,
      body: html`${parts.length === 0 ? html`<p>${words.nothingYet}</p>` : ''}${parts.map((part) => html`<section>${part}</section>`)}`,
      isBare: true,
      styles: DIGEST_STYLES,
    };
  });
}
