import { z } from 'zod';
import { fromCode } from '#newsletter/document/document.ts';
import { storedBlocks, upgradeCode } from '#newsletter/document/upgrade.ts';
import type { AppContext } from '#server/context.ts';
import { inventedContent } from '#server/data/events/invented.ts';
import { recordListing } from '#server/data/families/listings.ts';
import { loadSchool } from '#server/data/schools.ts';
import { findNewsletter } from '#server/features/newsletters/repo.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { announcedOf, basesOf } from './calendar-entries.ts';
import { lockCalendar } from './calendar-repo.ts';
import { publishedNewsletter } from './published-newsletter.ts';
import { buildEdition, type OnPublicChange } from './publishing.ts';
import { findEdition, listNewsletterIds, replaceBody, replaceEdition } from './rebranding-repo.ts';
import { renderDraft } from './rendering.ts';
import { publishEvents } from './school-calendar.ts';

/**
 * A newsletter shows its school's head, colours and footer: when these change, drafts and editions are rendered again.
 * An edition's text stays as published. See docs/decisions/016.
 */
const rebranding = queue('newsletters_rebranding', z.object({ schoolId: z.uuid() }));

/** Enqueues the rendering of a school's newsletters, in the current transaction. */
export async function rebrandNewsletters(context: AppContext, schoolId: string): Promise<void> {
  await context.jobs.send(rebranding, { schoolId });
}

/** Defines the job. `changed` is called for each public page that changes. */
export function defineRebranding(context: AppContext, changed: OnPublicChange): void {
  context.jobs.define(rebranding, async ({ schoolId }) => {
    for (const id of await listNewsletterIds(context.database, schoolId))
      await renderAgain(context, schoolId, id, changed);
  });
}

// Each newsletter in its own transactions: a school may have hundreds, and staff work meanwhile.
async function renderAgain(
  context: AppContext,
  schoolId: string,
  id: string,
  changed: OnPublicChange,
): Promise<void> {
  const newsletter = await findNewsletter(context.database, schoolId, id);
  if (newsletter === null) return;
  const branding = await loadSchool(context.database, schoolId);
  const code = upgradeCode(newsletter.code, newsletter.codeVersion);
  const body = await renderDraft(context, branding, { ...newsletter, code });
  await replaceBody(context.database, branding, newsletter, body);
  const edition = await findEdition(context.database, newsletter);
  const published = edition && publishedNewsletter(newsletter, edition);
  if (edition === null || published === null) return;
  const built = await buildEdition(context, branding, published, edition.publishedAt);
  const { edition: drawn, events, groupFiles } = built;
  const next = { ...drawn, design: edition.design };
  const slugs = await context.database.transaction(async () => {
    await lockCalendar(context.database, schoolId);
    if (!(await replaceEdition(context.database, branding, edition, next, groupFiles))) return [];
    const around = { school: branding, publicUrl: context.config.publicUrl };
    await recordListing(context.database, around, next, { isFirst: false });
    const change = { schoolId, newsletterId: id, now: context.clock.now() };
    // Rendering it again announces no changes of its dates.
    const document = fromCode(
      edition.layoutType ?? newsletter.layoutType,
      storedBlocks(published.code, published.codeVersion),
    );
    const examples = await inventedContent(context.database, newsletter);
    const announced = announcedOf(published, document, { bases: basesOf(document), examples });
    return [edition.slug, ...(await publishEvents(context.database, change, { events, announced }))];
  });
  for (const slug of slugs) changed(slug);
}
