import { eq } from 'drizzle-orm';
import { PUBLISHED_PATH } from '#contract/paths.ts';
import { summaryOf } from '#newsletter/document/summary.ts';
import { UNSUBSCRIBE_PLACEHOLDER } from '#newsletter/render/mailing.ts';
import type { AppContext } from '#server/context.ts';
import { loadSchool, type School } from '#server/data/schools.ts';
import { keepMailedEdition } from '#server/features/newsletters/history/mailed-edition.ts';
import { type Edition, findNewsletter, type Newsletter } from '#server/features/newsletters/repo.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';
import { publishedNewsletter } from './published-newsletter.ts';
import type { StoredEdition } from './rebranding-repo.ts';
import { mailOf, readersDocument } from './rendering.ts';

/**
 * What a newsletter's mails are made from: its edition if published, else its draft, with the school's current branding.
 * Null if there is no such newsletter. Throws 503 if rendering fails.
 */
export async function mailSourceOf(context: AppContext, schoolId: string, id: string) {
  const found = await mailOfNewsletter(context, schoolId, id);
  if (found === null) return null;
  const { edition, version, ...mail } = found;
  const recordEdition = async () =>
    edition === undefined ? null : await keepMailedEdition(context, edition, { ...mail, version });
  return { ...mail, published: edition !== undefined, recordEdition };
}

async function mailOfNewsletter(context: AppContext, schoolId: string, id: string) {
  const { database } = context;
  const found = await database.forSchool(schoolId, async () => {
    const newsletter = await findNewsletter(database, schoolId, id);
    if (newsletter === null) return null;
    const [edition] = await database.orm().select().from(editions).where(eq(editions.newsletterId, id));
    return { newsletter, edition, branding: await loadSchool(database, schoolId) };
  });
  if (found === null) return null;
  const { newsletter, edition, branding } = found;
  const version = newsletter.publishedVersion ?? newsletter.version;
  const content = edition === undefined ? newsletter : publishedNewsletter(newsletter, edition);
  const upToDate = edition?.brandingVersion === branding.brandingVersion;
  if (edition !== undefined && (upToDate || content === null)) {
    const { title, mailHtml: html, description } = edition;
    return {
      title,
      html,
      text: edition.mailText || fallbackText(context, edition),
      description,
      edition,
      version,
    };
  }
  // A draft, or published before the branding changed: the rebranding job may not have reached it yet.
  return { ...(await renderMail(context, branding, content ?? newsletter, edition)), edition, version };
}

async function renderMail(
  context: AppContext,
  branding: School,
  newsletter: Newsletter,
  edition: StoredEdition | undefined,
) {
  const { title } = newsletter;
  const document = await readersDocument(context, branding, newsletter);
  const date = edition?.publishedAt ?? context.clock.now();
  const of = { title, document, date, ...(edition !== undefined && { slug: edition.slug }) };
  const { mailHtml: html, mailText: text } = await mailOf(context, branding, of);
  const { description } = summaryOf({ document, school: branding, origin: context.config.publicUrl });
  return { title, html, text, description };
}

// For editions published by a version that did not store the text part.
function fallbackText({ config }: AppContext, { title, slug }: Pick<Edition, 'title' | 'slug'>): string {
  const { publicUrl } = config;
  return `${title}\n\nRead it in your browser: ${publicUrl}${PUBLISHED_PATH}${slug}\n\nUnsubscribe: ${publicUrl}/unsubscribe/${UNSUBSCRIBE_PLACEHOLDER}\n`;
}
