import { z } from 'zod';
import { upgradeCode } from '#newsletter/document/upgrade.ts';
import type { AppContext } from '#server/context.ts';
import { loadSchool } from '#server/data/schools.ts';
import { findNewsletter } from '#server/features/newsletters/repo.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { publishedForm } from './published-form.ts';
import { type OnPublicChange, printEdition } from './publishing.ts';
import { findEdition, newsletterIds, replaceBody, replaceEdition } from './rebranding-repo.ts';
import { renderDraft } from './rendering.ts';

/**
 * Head, colours and footer of a newsletter are its school's: when they change, drafts and published pages follow. What
 * was written stays as it was published. See docs/decisions/016.
 */
const rebranding = queue('newsletters_rebranding', z.object({ schoolId: z.uuid() }));

/** Has a school's newsletters drawn anew, once the current transaction has committed. */
export async function rebrandNewsletters(context: AppContext, schoolId: string): Promise<void> {
  await context.jobs.send(rebranding, { schoolId });
}

/** Does the work once the jobs start. `changed` is told of each page that readers see anew. */
export function defineRebranding(context: AppContext, changed: OnPublicChange): void {
  context.jobs.define(rebranding, async ({ schoolId }) => {
    for (const id of await newsletterIds(context.database, schoolId))
      await redraw(context, schoolId, id, changed);
  });
}

// One at a time and each by itself: a school may have hundreds, and others work meanwhile.
async function redraw(
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
  const published = edition && publishedForm(newsletter, edition);
  if (edition === null || published === null) return;
  const next = await printEdition(context, branding, published, edition.publishedAt);
  if (await replaceEdition(context.database, branding, edition, next)) changed(edition.slug);
}
