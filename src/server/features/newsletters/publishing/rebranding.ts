import { z } from 'zod';
import { upgradeCode } from '#newsletter/document/upgrade.ts';
import type { House } from '#server/context.ts';
import { findBranding, findNewsletter } from '#server/features/newsletters/repo.ts';
import { queue } from '#server/platform/jobs/jobs.ts';
import { publishedForm } from './published-form.ts';
import { type OnPublicChange, printEdition } from './publishing.ts';
import { findEdition, newsletterIds, replaceBody, replaceEdition } from './rebranding-repo.ts';
import { renderDraft } from './rendering.ts';

/**
 * Head, colours and footer of a newsletter are its school's: when they change, drafts and published pages follow. What
 * was written stays as it was published. See docs/decisions/017.
 */
const rebranding = queue('newsletters_rebranding', z.object({ schoolId: z.uuid() }));

/** Has a school's newsletters drawn anew, once the current transaction has committed. */
export async function rebrandNewsletters(house: House, schoolId: string): Promise<void> {
  await house.jobs.send(rebranding, { schoolId });
}

/** Does the work once the jobs start. `changed` is told of each page that readers see anew. */
export function defineRebranding(house: House, changed: OnPublicChange): void {
  house.jobs.define(rebranding, async ({ schoolId }) => {
    for (const id of await newsletterIds(house.database, schoolId))
      await redraw(house, schoolId, id, changed);
  });
}

// One at a time and each by itself: a school may have hundreds, and others work meanwhile.
async function redraw(house: House, schoolId: string, id: string, changed: OnPublicChange): Promise<void> {
  const newsletter = await findNewsletter(house.database, schoolId, id);
  if (newsletter === null) return;
  const branding = await findBranding(house.database, schoolId);
  const code = upgradeCode(newsletter.code, newsletter.codeVersion);
  const body = await renderDraft(house, branding, { ...newsletter, code });
  await replaceBody(house.database, branding, newsletter, body);
  const edition = await findEdition(house.database, newsletter);
  const published = edition && publishedForm(newsletter, edition);
  if (edition === null || published === null) return;
  const next = await printEdition(house, branding, published, edition.publishedAt);
  if (await replaceEdition(house.database, branding, edition, next)) changed(edition.slug);
}
