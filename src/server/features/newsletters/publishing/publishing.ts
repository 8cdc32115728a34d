import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { NEWSLETTER_MESSAGES, type publishNewsletterForm } from '#contract/newsletters.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import type { School } from '#server/data/schools.ts';
import { loadWithBranding, refuseOtherVersion } from '#server/features/newsletters/drafts/service.ts';
import {
  type Edition,
  type Newsletter,
  removeEdition,
  removeNewsletter,
  saveEdition,
} from '#server/features/newsletters/repo.ts';
import { conflict, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { missingFiles } from './deleted-files.ts';
import { renderEdition } from './rendering.ts';
import { newSlug } from './slugs.ts';

/** A publish starts anew when somebody has saved or changed the branding under it; each time one of the others is done, so this is their number. */
const TRIES = 100;

/** Told once what readers see under a slug has changed. */
export type OnPublicChange = (slug: string) => void;

/**
 * Makes what readers see out of the draft as it is now. However many do this at once, they agree on one slug. Throws
 * 404; 409 with the stored newsletter where the form's version is not the stored one, with the missing files where the form does
 * not know of them all; 503 where rendering fails: readers
 * then keep what they have.
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
    await refuseUnknownMissing(context, stored, form);
    const edition = await printEdition(context, branding, stored, context.clock.now());
    const published = await context.database.transaction(async () => {
      const saved = await saveEdition(context.database, branding, stored, edition);
      if (saved !== null)
        await recordAudit(context, caller, 'newsletter_published', saved.title, { news_letter_id: id });
      return saved;
    });
    if (published !== null) {
      changed(edition.slug);
      return published;
    }
  }
  throw conflict(ERROR_MESSAGES.conflict);
}

async function refuseUnknownMissing(
  { database }: AppContext,
  { schoolId, code, codeVersion }: Newsletter,
  { missing_files: known }: z.output<typeof publishNewsletterForm>,
): Promise<void> {
  if (known === undefined) return;
  const missing = await missingFiles(database, schoolId, storedBlocks(code, codeVersion));
  if ([...missing].some((key) => !known.includes(key)))
    throw conflict(NEWSLETTER_MESSAGES.fileDeleted, { missing: [...missing] });
}

/** What readers get of a newsletter as it is given. Throws 503 where rendering fails. */
export async function printEdition(
  context: AppContext,
  branding: School,
  draft: Newsletter,
  publishedAt: Date,
): Promise<Edition> {
  const slug = draft.slug ?? newSlug(draft.title);
  const { pageHtml, mailHtml, mailText, description, calendar } = await renderEdition(
    context,
    branding,
    draft,
    {
      slug,
      publishedAt,
    },
  );
  const page = Buffer.from(pageHtml);
  return {
    newsletterId: draft.id,
    schoolId: draft.schoolId,
    slug,
    title: draft.title,
    description,
    pageHtml,
    pageGzip: await compressGzip(page, { level: 9 }),
    pageBrotli: await compressBrotli(page, { params: BROTLI }),
    mailHtml,
    mailText,
    layoutType: draft.layoutType,
    code: draft.code,
    codeVersion: draft.codeVersion,
    brandingVersion: branding.brandingVersion,
    // Weak: the same for each of the encodings. It stands for the calendar files too.
    etag: `W/"${createHash('sha256').update(page).update(JSON.stringify(calendar)).digest('base64url').slice(0, 27)}"`,
    calendar,
    publishedAt,
  };
}

const compressGzip: (bytes: Buffer, options: { level: number }) => Promise<Buffer> = promisify(gzip);
const compressBrotli: (
  bytes: Buffer,
  options: { params: Readonly<Record<number, number>> },
) => Promise<Buffer> = promisify(brotliCompress);
// The highest quality takes ten times as long for 3 % less; fifty publishes at once have to fit in a second.
const BROTLI = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};

/** Takes a newsletter back to draft; the slug stays for the next publish. Twice is fine. Throws 404. */
export async function unpublishNewsletter(
  context: AppContext,
  caller: Member,
  id: string,
  changed: OnPublicChange,
): Promise<Newsletter> {
  const draft = await context.database.transaction(async () => {
    const taken = await removeEdition(context.database, caller.schoolId, id);
    if (taken === null) throw notFound('Newsletter');
    await recordAudit(context, caller, 'newsletter_unpublished', taken.title, { news_letter_id: id });
    return taken;
  });
  if (draft.slug !== null) changed(draft.slug);
  return draft;
}

/** Deletes a newsletter and its public page. Throws 404. */
export async function deleteNewsletter(
  context: AppContext,
  caller: Member,
  id: string,
  changed: OnPublicChange,
): Promise<void> {
  const removed = await context.database.transaction(async () => {
    const gone = await removeNewsletter(context.database, caller.schoolId, id);
    if (gone === null) throw notFound('Newsletter');
    await recordAudit(context, caller, 'newsletter_deleted', gone.title, { news_letter_id: id });
    return gone;
  });
  if (removed.slug !== null) changed(removed.slug);
}
