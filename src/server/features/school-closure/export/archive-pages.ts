import { numericDateIn } from '#newsletter/values/dates.ts';
import type { ArchivedFile } from '#server/data/attachments.ts';
import type { ArchivedNewsletter } from '#server/data/newsletters.ts';
import type { ArchivedEdition } from '#server/data/past-editions.ts';
import type { School } from '#server/data/schools.ts';
import { fileSlug } from '#server/platform/files/file-slug.ts';
import { servedName } from '#server/platform/files/files.ts';
import { html } from '#server/platform/http/html.ts';

/** The archive's pages: newsletters that open without a server, and an index. */

/** A newsletter's path in the archive without its extension: sorted by day, readable, unique. */
export function archivePathOf({ id, title, createdAt }: ArchivedNewsletter): string {
  const day = createdAt.toISOString().slice(0, 10);
  return `newsletters/${day}-${fileSlug(title) || 'newsletter'}-${id.slice(0, 8)}`;
}

/** An edition's path in the archive without its extension: sorted by day, readable, unique. */
export function editionPathOf({ id, title, publishedAt, redrawnAt }: ArchivedEdition): string {
  const day = (redrawnAt ?? publishedAt).toISOString().slice(0, 10);
  return `editions/${day}-${fileSlug(title) || 'newsletter'}-${id.slice(0, 8)}`;
}

/** Whether the edition differs from the draft. */
export function hasOtherEdition({ status, version, publishedVersion }: ArchivedNewsletter): boolean {
  return status === 'published' && version !== publishedVersion;
}

/** A page of the server changed so that it opens from a folder beside `files`, `assets` and `fonts`. */
export function offlinePage(page: string, publicUrl: string): string {
  return (
    page
      // The archive has only the files themselves, not their copies.
      .replace(/<source type="image\/webp"[^>]*>/g, '')
      .replaceAll(`="${publicUrl}/files/`, '="/files/')
      .replaceAll(`="${publicUrl}/assets/`, '="/assets/')
      .replace(/="\/(?=(?:files|assets|fonts)\/|favicon)/g, '="../')
      // Links to the server are removed: it may not exist any more, or its address may belong to somebody else.
      .replace(/<meta property="og:url"[^>]*><link rel="canonical"[^>]*>/, '')
      .replace(/<aside class="ink-share".*?<\/aside>/s, '')
      .replace(/<p class="ink-dates".*?<\/p>/s, '')
      .replace(/<(a|div) class="ink-calendar\b.*?<\/\1>/gs, '')
      .replaceAll(`<a href="${publicUrl}/">`, '<a>')
  );
}

/** The fonts' stylesheet, for the folder of the fonts. */
export function offlineFonts(css: string): string {
  return css.replace(/url\((['"]?)\/fonts\//g, 'url($1./');
}

/** A file with its path in the archive, and whether a newsletter uses it. */
export type PlacedFile = ArchivedFile & { readonly path: string; readonly isUsed: boolean };

/** The archive's first page. */
export function indexPage(
  school: School,
  productName: string,
  made: Date,
  {
    newsletters,
    editions,
    files,
    invoices,
  }: {
    readonly newsletters: readonly ArchivedNewsletter[];
    readonly editions: readonly ArchivedEdition[];
    readonly files: readonly PlacedFile[];
    /** File names without extension. */
    readonly invoices: readonly string[];
  },
): string {
  const day = (moment: Date) => numericDateIn(school.timeZone, moment);
  const newsletter = (each: ArchivedNewsletter) =>
    html`<li><a href="${archivePathOf(each)}.html">${each.title}</a> <small>${each.status === 'published' ? 'Published' : 'Draft'}, last updated ${day(each.updatedAt)}${hasOtherEdition(each) ? html` · <a href="${archivePathOf(each)}.published.html">as published</a>` : ''} · <a href="${archivePathOf(each)}.json">JSON</a></small></li>`;
  const edition = (each: ArchivedEdition) =>
    html`<li><a href="${editionPathOf(each)}.html">${each.title}, ${day(each.redrawnAt ?? each.publishedAt)}</a> <small>${each.sent === 0 ? '' : `Sent to ${each.sent} · `}<a href="${editionPathOf(each)}.mail.html">mail</a></small></li>`;
  const [used, unused] = [files.filter(({ isUsed }) => isUsed), files.filter(({ isUsed }) => !isUsed)];
  const file = ({ path, key, name, size }: PlacedFile) =>
    html`<li><a href="${path}" download="${servedName(name, key)}">${name}</a> <small>${sizeText(size)}</small></li>`;
  const invoice = (name: string) => html`<li><a href="invoices/${name}.pdf">${name}.pdf</a></li>`;
  return `<!doctype html>\n${html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${school.name} · ${productName}</title><link rel="icon" href="favicon.svg" type="image/svg+xml"><style>body{max-width:720px;margin:0 auto;padding:32px 20px;font:16px/1.55 'Segoe UI',system-ui,sans-serif;color:#16243d}h1{font:600 32px/1.2 Georgia,serif}h2{margin-top:40px;font-size:18px}ul{padding-left:20px}li{margin:6px 0;overflow-wrap:anywhere}small{color:#46546d}a{color:#0a6a8f}</style></head><body><main><h1>${school.name}</h1><p>Everything that ${productName} kept for the school, as of ${day(made)}.</p><h2>Newsletters (${String(newsletters.length)})</h2><ul>${newsletters.map(newsletter)}</ul><h2>What families saw (${String(editions.length)})</h2><ul><li><a href="editions.csv">All of them as a spreadsheet</a></li>${editions.map(edition)}</ul><h2>People</h2><ul><li><a href="people.csv">People who work on the newsletters</a></li><li><a href="subscribers.csv">Subscribers</a></li><li><a href="school.json">The school’s details</a></li></ul><h2>Activity</h2><ul><li><a href="activity.csv">Who did what when</a></li><li><a href="sendings.csv">What was sent by email</a></li><li><a href="timings.csv">What was to happen at a time</a></li><li><a href="dates.ics">The school’s dates, for calendars</a></li><li><a href="dates.json">The same, as data</a></li><li><a href="rhythm.json">The newsletter’s rhythm, and the term dates</a></li><li><a href="notes.csv">Notes on newsletters, which no family sees</a></li><li><a href="parts.csv">Who was to write which part</a></li><li><a href="approvals.csv">Who approved what</a></li></ul><h2>Invoices (${String(invoices.length)})</h2><ul><li><a href="invoices.csv">All of them as a spreadsheet</a></li>${invoices.map(invoice)}</ul><h2>Files (${String(used.length)})</h2><ul>${used.map(file)}</ul>${unused.length === 0 ? '' : html`<h2>Files in no newsletter (${String(unused.length)})</h2><p>Uploaded, but in none of the newsletters above.</p><ul>${unused.map(file)}</ul>`}</main></body></html>`}\n`;
}

function sizeText(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
