import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual, promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { NEWSLETTER_MESSAGES, type publishNewsletterForm } from '#contract/newsletters.ts';
import { TIMING_KINDS } from '#contract/timing/timing-state.ts';
import { fromCode, type NewsletterDocument } from '#newsletter/document/document.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import { settingsIn } from '#newsletter/settings/settings.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { recordListing } from '#server/data/families/listings.ts';
import { missingFiles } from '#server/data/missing-files.ts';
import { noteLeaving } from '#server/data/restoring/note-leaving.ts';
import type { School } from '#server/data/schools.ts';
import { newsletterForWebhooks, notifyWebhooks } from '#server/data/webhooks/outbox.ts';
import { approvedDay } from '#server/features/newsletters/approval/approved-dates.ts';
import { lockNewsletter } from '#server/features/newsletters/approval/repo.ts';
import { requireApproval } from '#server/features/newsletters/approval/required.ts';
import { loadWithBranding, refuseOtherVersion } from '#server/features/newsletters/drafts/service.ts';
import { insertPastEdition } from '#server/features/newsletters/history/editions-repo.ts';
import { recordPublishedState } from '#server/features/newsletters/history/record-state.ts';
import {
  type Edition,
  isPublished,
  type Newsletter,
  removeEdition,
  removeNewsletter,
  saveEdition,
  type Unrendered,
} from '#server/features/newsletters/repo.ts';
import { endTimings } from '#server/features/newsletters/timing/ending.ts';
import { variantSource } from '#server/features/newsletters/variants/targets.ts';
import { actingToken } from '#server/platform/acting-token.ts';
import { compress } from '#server/platform/brotli.ts';
import { fileKeysIn } from '#server/platform/files/own-addresses.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { basesOf, type PublishedEvent } from './calendar-entries.ts';
import { lockCalendar } from './calendar-repo.ts';
import { asPublished, withCalendar } from './calendar-words.ts';
import { renderEdition } from './rendering.ts';
import { publishEvents, withdrawEvents } from './school-calendar.ts';
import { newSlug } from './slugs.ts';

/** A publish is retried if the draft or the branding has changed meanwhile. */
const TRIES = 100;

/** Called after the public page of a slug has changed. */
export type OnPublicChange = (slug: string) => void;

/** The person who publishes or unpublishes. */
export type Publisher = Pick<Member, 'schoolId' | 'personId' | 'role'>;

/** The content to publish, and what else to write with it. */
interface Publishing {
  /** Chooses the content to publish of the stored newsletter. Throws if it must not be published. */
  choose(stored: Unrendered): Promise<Unrendered>;
  /** Runs in the transaction. `shown` is what readers see now. */
  record(shown: Unrendered): Promise<void>;
}

/**
 * Publishes the current draft. Concurrent calls agree on one slug. Throws 404; 403 if it is not approved; 409 with the stored newsletter if
 * the form's version is not the stored one, or with the missing files if the form does not list them all; 503 if rendering fails, and
 * the previous edition stays.
 */
export async function publishNewsletter(
  context: AppContext,
  caller: Member,
  id: string,
  form: z.output<typeof publishNewsletterForm>,
  changed: OnPublicChange,
): Promise<Newsletter> {
  const publishing = {
    choose: async (stored: Unrendered) => {
      await refuseOtherPublishing(context, stored, form);
      await requireApproval(context.database, caller, stored);
      return stored;
    },
    record: async ({ title }: Unrendered) => {
      await recordAudit(context, caller, 'newsletter_published', title, { news_letter_id: id });
      // Otherwise a planned publishing would later replace it with older content.
      await endTimings(context, caller, { id, title }, ['publish'], 'published');
    },
  };
  return await publishAs(context, caller, id, publishing, changed);
}

/** Publishes the content that `publishing` chooses. Throws 404, 503 if rendering fails, and what `publishing` throws. */
export async function publishAs(
  context: AppContext,
  caller: Publisher,
  id: string,
  publishing: Publishing,
  changed: OnPublicChange,
): Promise<Newsletter> {
  for (let left = TRIES; left > 0; left -= 1) {
    const { stored, branding } = await loadWithBranding(context, caller, id);
    const chosen = await publishing.choose(stored);
    const now = context.clock.now();
    const dated = await withCalendar(context.database, chosen);
    const asOf = await approvedDay(context, caller, branding, chosen, dated);
    const filled = await asPublished(context, branding, chosen, dated, asOf === null ? {} : { asOf });
    const { edition, events, groupFiles } = await buildEdition(context, branding, filled, now);
    const mail = await compress(Buffer.from(edition.mailHtml));
    // Enters the school once for everything, instead of once for each part.
    const published = await context.database.forSchool(caller.schoolId, async () => {
      await lockCalendar(context.database, caller.schoolId);
      // The calendar has changed meanwhile.
      if (!isDeepStrictEqual(await withCalendar(context.database, chosen), dated)) return null;
      const { version } = chosen;
      const saved = await saveEdition(context.database, branding, stored, {
        ...edition,
        version,
        groupFiles,
        dateBases: basesOf(documentOf(chosen)),
      });
      if (saved === null) return null;
      await recordPublished(
        context,
        caller,
        { saved, shown: chosen, isApproved: asOf !== null },
        { ...edition, mail, groupFiles },
      );
      const around = { school: branding, publicUrl: context.config.publicUrl };
      await recordListing(context.database, around, edition, { isFirst: stored.slug === null });
      const change = { schoolId: caller.schoolId, newsletterId: id, now };
      const { announced } = dated;
      const slugs = await publishEvents(context.database, change, { events, announced });
      const newsletter = newsletterForWebhooks(context, { id, title: chosen.title, slug: edition.slug });
      await notifyWebhooks(context, caller.schoolId, 'newsletter.published', [{ newsletter }]);
      await publishing.record(chosen);
      return { saved, slugs };
    });
    if (published !== null) {
      for (const slug of new Set([edition.slug, ...published.slugs])) changed(slug);
      return published.saved;
    }
  }
  throw conflict(ERROR_MESSAGES.conflict);
}

function documentOf({ layoutType, code, codeVersion }: Unrendered): NewsletterDocument {
  return fromCode(layoutType, storedBlocks(code, codeVersion));
}

// Keeps for good: the state of the draft, and page and mail as they were sent.
async function recordPublished(
  { database }: AppContext,
  { personId }: Publisher,
  {
    saved,
    shown,
    isApproved,
  }: { readonly saved: Newsletter; readonly shown: Unrendered; readonly isApproved: boolean },
  edition: Edition & { readonly mail: Buffer; readonly groupFiles: readonly string[] },
): Promise<void> {
  const { pageHtml, pageBrotli: page, mailHtml, mail, mailText = '', publishedAt } = edition;
  await recordPublishedState(database, saved, shown, { personId, now: publishedAt });
  const { id: newsletterId, schoolId, version, title } = shown;
  const fileKeys = [...new Set([...fileKeysIn(pageHtml + mailHtml), ...edition.groupFiles])];
  const { drawing } = edition;
  const asSeen = { page, mail, mailText, publishedAt, fileKeys, drawing, source: variantSource(edition) };
  await insertPastEdition(database, {
    newsletterId,
    schoolId,
    version,
    title,
    personId,
    ...asSeen,
    tokenName: actingToken(),
    isApproved,
  });
}

/** Throws 409 if the form's version is not the stored one, or with the missing files if the form does not list them all. */
export async function refuseOtherPublishing(
  context: AppContext,
  stored: Unrendered,
  form: z.output<typeof publishNewsletterForm>,
): Promise<void> {
  await refuseOtherVersion(context, stored, form);
  const { schoolId, code, codeVersion } = stored;
  const { missing_files: known } = form;
  if (known === undefined) return;
  const missing = await missingFiles(context.database, schoolId, storedBlocks(code, codeVersion));
  if ([...missing].some((key) => !known.includes(key)))
    throw conflict(NEWSLETTER_MESSAGES.fileDeleted, { missing: [...missing] });
}

/** Renders a newsletter into an edition's row, and returns the events for its calendar. Throws 503 if rendering fails. */
export async function buildEdition(
  context: AppContext,
  branding: School,
  draft: Unrendered,
  publishedAt: Date,
): Promise<{
  readonly edition: Edition;
  readonly events: readonly PublishedEvent[];
  readonly groupFiles: readonly string[];
}> {
  const slug = draft.slug ?? newSlug(draft.title);
  const drawn = await renderEdition(context, branding, draft, { slug, publishedAt });
  const { pageHtml, mailHtml, mailText, description, events, groupFiles } = drawn;
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
    ...settingsIn(draft),
    shownDesign: draft.design ?? branding.design,
    code: draft.code,
    codeVersion: draft.codeVersion,
    brandingVersion: branding.brandingVersion,
    etag: etagOf(page),
    drawing: randomUUID(),
    publishedAt,
  };
  return { edition, events, groupFiles };
}

/** A weak ETag, because all encodings of a page share it. */
export function etagOf(page: Buffer): string {
  return `W/"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`;
}

export const compressGzip: (bytes: Buffer, options: { level: number }) => Promise<Buffer> = promisify(gzip);

/** Turns a newsletter back into a draft; it keeps its slug for the next publish. Idempotent. Throws 404. */
export async function unpublishNewsletter(
  context: AppContext,
  caller: Publisher,
  id: string,
  changed: OnPublicChange,
): Promise<Newsletter> {
  return await unpublishAs(context, caller, id, changed, async ({ title }) => {
    await recordAudit(context, caller, 'newsletter_unpublished', title, { news_letter_id: id });
    await endTimings(context, caller, { id, title }, ['unpublish'], 'unpublished');
  });
}

/** The same with `record`, which runs in the transaction. Throws what `record` throws. */
export async function unpublishAs(
  context: AppContext,
  caller: Pick<Publisher, 'schoolId'>,
  id: string,
  changed: OnPublicChange,
  record: (removed: Newsletter) => Promise<void>,
): Promise<Newsletter> {
  const { database } = context;
  const change = { schoolId: caller.schoolId, newsletterId: id, now: context.clock.now() };
  const { removed, slugs } = await database.transaction(async () => {
    await lockCalendar(database, caller.schoolId);
    const wasPublished = await isPublished(database, caller.schoolId, id);
    const taken = await withdrawEvents(database, change, () => removeEdition(database, caller.schoolId, id));
    if (taken.removed === null) throw notFound('Newsletter');
    await notifyOfUnpublishing(context, caller.schoolId, id, taken.removed, wasPublished);
    await record(taken.removed);
    return { ...taken, removed: taken.removed };
  });
  for (const slug of removed.slug === null ? slugs : [removed.slug, ...slugs]) changed(slug);
  return removed;
}

// Notifies webhooks, as the page's address does not work any more.
async function notifyOfUnpublishing(
  context: AppContext,
  schoolId: string,
  id: string,
  { title }: { readonly title: string },
  wasPublished: boolean,
): Promise<void> {
  if (!wasPublished) return;
  noteLeaving(context, 'taken_down', { schoolId, id });
  const newsletter = newsletterForWebhooks(context, { id, title, slug: null });
  await notifyWebhooks(context, schoolId, 'newsletter.unpublished', [{ newsletter }]);
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
    const draft = await lockNewsletter(database, caller.schoolId, id);
    if (draft === null) throw notFound('Newsletter');
    await endTimings(context, caller, draft, TIMING_KINDS, 'deleted');
    const wasPublished = await isPublished(database, caller.schoolId, id);
    const deletion = await withdrawEvents(database, change, () =>
      removeNewsletter(database, caller.schoolId, id),
    );
    if (deletion.removed === null) throw notFound('Newsletter');
    const { title } = deletion.removed;
    await notifyOfUnpublishing(context, caller.schoolId, id, deletion.removed, wasPublished);
    await recordAudit(context, caller, 'newsletter_deleted', title, { news_letter_id: id });
    return { ...deletion, removed: deletion.removed };
  });
  for (const slug of removed.slug === null ? slugs : [removed.slug, ...slugs]) changed(slug);
}
