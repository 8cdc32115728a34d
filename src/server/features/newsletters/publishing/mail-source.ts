import { eq } from 'drizzle-orm';
import { PUBLISHED_PATH } from '#contract/paths.ts';
import { summaryOf } from '#newsletter/document/summary.ts';
import { UNSUBSCRIBE_PLACEHOLDER } from '#newsletter/render/mailing.ts';
import type { AppContext } from '#server/context.ts';
import { groupBlocks, targetIds } from '#server/data/groups/block-targets.ts';
import { loadSchool, type School } from '#server/data/schools.ts';
import { keepMailedEdition } from '#server/features/newsletters/history/mailed-edition.ts';
import { type Edition, findNewsletter, type Newsletter } from '#server/features/newsletters/repo.ts';
import { describeReadings } from '#server/features/newsletters/variants/assign.ts';
import { documentForGroups } from '#server/features/newsletters/variants/document-of.ts';
import { variantMails } from '#server/features/newsletters/variants/variant-mails.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';
import { publishedNewsletter } from './published-newsletter.ts';
import type { StoredEdition } from './rebranding-repo.ts';
import { mailOf, readersDocument } from './rendering.ts';

/**
 * The source of a newsletter's mails: its edition if published, else its draft, with the school's current branding. With `groups`,
 * the mail for a family in these; otherwise everyone's. Null if there is no such newsletter. Throws 503 if rendering fails.
 */
export async function mailSourceOf(
  context: AppContext,
  schoolId: string,
  id: string,
  groups?: readonly string[],
) {
  const stored = await findStored(context, schoolId, id);
  if (stored === null) return null;
  const { edition, version, ...mail } = await mailOfNewsletter(context, stored, groups);
  const recordEdition = async () =>
    edition === undefined ? null : await keepMailedEdition(context, edition, { ...mail, version });
  const content = contentOf(stored);
  const readings = (sets: readonly (readonly string[])[]) =>
    describeReadings(context, schoolId, groupBlocks(content), sets);
  const of = { targets: targetIds(content), variants: variantMails, readings };
  return { ...mail, ...of, published: edition !== undefined, recordEdition };
}

type Stored = NonNullable<Awaited<ReturnType<typeof findStored>>>;

async function findStored({ database }: AppContext, schoolId: string, id: string) {
  return await database.forSchool(schoolId, async () => {
    const newsletter = await findNewsletter(database, schoolId, id);
    if (newsletter === null) return null;
    const [edition] = await database.orm().select().from(editions).where(eq(editions.newsletterId, id));
    return { newsletter, edition, branding: await loadSchool(database, schoolId) };
  });
}

// The content that is sent: the published one, or the draft. An edition of the first program version has no blocks for groups.
function contentOf({ newsletter, edition }: Stored): Newsletter {
  return (edition && publishedNewsletter(newsletter, edition)) ?? newsletter;
}

async function mailOfNewsletter(context: AppContext, found: Stored, groups?: readonly string[]) {
  const { newsletter, edition, branding } = found;
  const version = newsletter.publishedVersion ?? newsletter.version;
  const content = edition === undefined ? newsletter : publishedNewsletter(newsletter, edition);
  const upToDate = edition?.brandingVersion === branding.brandingVersion;
  if (edition !== undefined && groups === undefined && (upToDate || content === null)) {
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
  // A draft, or an edition from before a change of the branding that the rebranding job may not have reached yet.
  const drawn = await renderMail(context, { branding, newsletter: content ?? newsletter, edition, groups });
  return { ...drawn, edition, version };
}

async function renderMail(
  context: AppContext,
  {
    branding,
    newsletter,
    edition,
    groups = [],
  }: {
    readonly branding: School;
    readonly newsletter: Newsletter;
    readonly edition: StoredEdition | undefined;
    readonly groups: readonly string[] | undefined;
  },
) {
  const { title } = newsletter;
  const all = await readersDocument(context, branding, newsletter);
  const document = await documentForGroups(context, branding.id, all, groups);
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
