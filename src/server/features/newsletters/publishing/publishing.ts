import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { NEWSLETTER_MESSAGES, type publishNewsletterForm } from '#contract/newsletters.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { missingFiles } from '#server/data/missing-files.ts';
import type { School } from '#server/data/schools.ts';
import { loadWithBranding, refuseOtherVersion } from '#server/features/newsletters/drafts/service.ts';
import { insertPastEdition } from '#server/features/newsletters/history/editions-repo.ts';
import { recordState } from '#server/features/newsletters/history/record-state.ts';
import {
  type Edition,
  type Newsletter,
  removeEdition,
  removeNewsletter,
  saveEdition,
} from '#server/features/newsletters/repo.ts';
import { compress } from '#server/platform/brotli.ts';
import { fileKeysIn } from '#server/platform/files/own-addresses.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import type { PublishedEvent } from './calendar-entries.ts';
import { lockCalendar } from './calendar-repo.ts';
import { renderEdition } from './rendering.ts';
import { publishEvents, withdrawEvents } from './school-calendar.ts';
import { newSlug } from './slugs.ts';

/** A publish is retried if the draft or the branding has changed meanwhile. */
const TRIES = 100;

/** Called after the public page of a slug has changed. */
export type OnPublicChange = (slug: string) => void;

/**
 * Publishes the current draft. Concurrent calls agree on one slug. Throws 404; 409 with the stored newsletter if the form's
 * version is not the stored one, or with the missing files if the form does not list them all; 503 if rendering fails, and
 * the previous edition stays.
 */
export async function publishNewsletter(
  context: AppContext,
  caller: Member,
  id: string,
  form: z.output<typeof publishNewsletterForm>,
  changed: OnPublicChange,
): Promise<Newsletter> {
  for (let left = TRIES; left > 0; left -= 1) {
    const { stored, branding } = await loadWithBranding(context, caller, id);
    await refuseOtherVersion(context, stored, form);
    await refuseUnlistedMissingFiles(context, stored, form);
    const now = context.clock.now();
    const { edition, events } = await buildEdition(context, branding, stored, now);
    const mail = await compress(Buffer.from(edition.mailHtml));
    const published = await context.database.transaction(async () => {
      await lockCalendar(context.database, caller.schoolId);
      const saved = await saveEdition(context.database, branding, stored, edition);
      if (saved === null) return null;
      await recordPublished(context, caller, saved, { ...edition, mail });
      const change = { schoolId: caller.schoolId, newsletterId: id, now };
      const slugs = await publishEvents(context.database, change, events);
      await recordAudit(context, caller, 'newsletter_published', saved.title, { news_letter_id: id });
      return { saved, slugs };
    });
    if (published !== null) {
      for (const slug of new Set([edition.slug, ...published.slugs])) changed(slug);
      return published.saved;
    }
  }
  throw conflict(ERROR_MESSAGES.conflict);
}

// For good: the state of the draft, and page and mail as they went out.
async function recordPublished(
  { database }: AppContext,
  { personId }: Member,
  saved: Newsletter,
  edition: Edition & { readonly mail: Buffer },
): Promise<void> {
  const { pageHtml, pageBrotli: page, mailHtml, mail, mailText = '', publishedAt } = edition;
  await recordState(database, saved, { reason: 'published', personId, now: publishedAt });
  const { id: newsletterId, schoolId, version, title } = saved;
  const fileKeys = [...fileKeysIn(pageHtml + mailHtml)];
  const asSeen = { page, mail, mailText, publishedAt, fileKeys };
  await insertPastEdition(database, { newsletterId, schoolId, version, title, personId, ...asSeen });
}

async function refuseUnlistedMissingFiles(
  { database }: AppContext,
  { schoolId, code, codeVersion }: Newsletter,
  { missing_files: known }: z.output<typeof publishNewsletterForm>,
): Promise<void> {
  if (known === undefined) return;
  const missing = await missingFiles(database, schoolId, storedBlocks(code, codeVersion));
  if ([...missing].some((key) => !known.includes(key)))
    throw conflict(NEWSLETTER_MESSAGES.fileDeleted, { missing: [...missing] });
}

/** Renders a newsletter into an edition's row, and the events for its calendar. Throws 503 if rendering fails. */
export async function buildEdition(
  context: AppContext,
  branding: School,
  draft: Newsletter,
  publishedAt: Date,
): Promise<{ readonly edition: Edition; readonly events: readonly PublishedEvent[] }> {
  const slug = draft.slug ?? newSlug(draft.title);
  const { pageHtml, mailHtml, mailText, description, events } = await renderEdition(
    context,
    branding,
    draft,
    {
      slug,
      publishedAt,
    },
  );
  const page = Buffer.from(pageHtml);
  const edition = {
    newsletterId: draft.id,
    schoolId: draft.schoolId,
    slug,
    title: draft.title,
    description,
    pageHtml,
    pageGzip: await compressGzip(page, { level: 9 }),
    pageBrotli: await compress(page),
    mailHtml,
    mailText,
    layoutType: draft.layoutType,
    design: draft.design,
    colours: draft.colours,
    issueDate: draft.issueDate,
    shownDesign: draft.design ?? branding.design,
    code: draft.code,
    codeVersion: draft.codeVersion,
    brandingVersion: branding.brandingVersion,
    // Weak, as all encodings share it.
    etag: `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`,
    publishedAt,
  };
  return { edition, events };
}

const compressGzip: (bytes: Buffer, options: { level: number }) => Promise<Buffer> = promisify(gzip);

/** Turns a newsletter back into a draft; it keeps its slug for the next publish. Idempotent. Throws 404. */
export async function unpublishNewsletter(
  context: AppContext,
  caller: Member,
  id: string,
  changed: OnPublicChange,
): Promise<Newsletter> {
  const { database } = context;
  const change = { schoolId: caller.schoolId, newsletterId: id, now: context.clock.now() };
  const { removed, slugs } = await database.transaction(async () => {
    await lockCalendar(database, caller.schoolId);
    const taken = await withdrawEvents(database, change, () => removeEdition(database, caller.schoolId, id));
    if (taken.removed === null) throw notFound('Newsletter');
    const { title } = taken.removed;
    await recordAudit(context, caller, 'newsletter_unpublished', title, { news_letter_id: id });
    return { ...taken, removed: taken.removed };
  });
  for (const slug of removed.slug === null ? slugs : [removed.slug, ...slugs]) changed(slug);
  return removed;
}

/** Deletes a newsletter and its public page. Throws 404. */
export async function deleteNewsletter(
  context: AppContext,
  caller: Member,
  id: string,
  changed: OnPublicChange,
): Promise<void> {
  const { database } = context;
  const change = { schoolId: caller.schoolId, newsletterId: id, now: context.clock.now() };
  const { removed, slugs } = await database.transaction(async () => {
    await lockCalendar(database, caller.schoolId);
    const gone = await withdrawEvents(database, change, () =>
      removeNewsletter(database, caller.schoolId, id),
    );
    if (gone.removed === null) throw notFound('Newsletter');
    const { title } = gone.removed;
    await recordAudit(context, caller, 'newsletter_deleted', title, { news_letter_id: id });
    return { ...gone, removed: gone.removed };
  });
  for (const slug of removed.slug === null ? slugs : [removed.slug, ...slugs]) changed(slug);
}
