import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import {
  type createNewsletterForm,
  defaultDirection,
  type ListQuery,
  type NewsletterResource,
  type savedNewsletter,
  type updateNewsletterForm,
} from '#contract/newsletters.ts';
import { PART_MESSAGES } from '#contract/parts/parts.ts';
import { fromCode } from '#newsletter/document/document.ts';
import { inheritedText } from '#newsletter/document/inherited-text.ts';
import type { MissingFiles } from '#newsletter/document/missing-files.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import { settingsIn } from '#newsletter/settings/settings.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { inventedContent } from '#server/data/events/invented.ts';
import { missingFiles } from '#server/data/missing-files.ts';
import { findNewsletterWithSchool } from '#server/data/newsletters.ts';
import { partsFor, requireOwnPart } from '#server/data/parts.ts';
import { loadSchool, type School, timeZoneOf } from '#server/data/schools.ts';
import { recordSave, recordState } from '#server/features/newsletters/history/record-state.ts';
import { basesOf, type DateBases } from '#server/features/newsletters/publishing/calendar-entries.ts';
import { renderDraft } from '#server/features/newsletters/publishing/rendering.ts';
import {
  type Draft,
  findLatest,
  findNewsletter,
  insertNewsletter,
  listNewsletters,
  type Newsletter,
  type NewsletterListRow,
  saveDraft,
  type Unrendered,
} from '#server/features/newsletters/repo.ts';
import { columnsOf } from '#server/platform/columns.ts';
import type { StoredCarriedOver } from '#server/platform/db/schema/newsletters.ts';
import { staffAddresses } from '#server/platform/files/own-addresses.ts';
import { conflict, forbidden, notFound, type Refusal } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { pageTotals } from '#server/platform/paging.ts';
import { allExamples, markExamples } from './carried-over.ts';
import { type DraftContent, merge, normalise, withoutSecrets } from './content.ts';
import { changesOnlyParts } from './own-parts.ts';
import { presentNewsletter, presentSaved } from './present.ts';
import { requireRoomFor } from './room.ts';
import { refuseSameDraft } from './same-draft.ts';

type CreateForm = z.output<typeof createNewsletterForm>;
type UpdateForm = z.output<typeof updateNewsletterForm>;

/** A save is retried if the branding has changed meanwhile, or, without a version, if another save came first. */
const TRIES = 100;

/** A page of the caller's newsletters. */
export async function searchNewsletters(
  context: AppContext,
  { schoolId }: Member,
  query: ListQuery,
): Promise<{ items: readonly NewsletterListRow[]; total: number; total_pages: number }> {
  const direction = query.direction ?? defaultDirection(query.order);
  const { items, total } = await listNewsletters(context.database, schoolId, { ...query, direction });
  return { items, ...pageTotals(total, query) };
}

/** A newsletter of the caller's school. Throws 404 for any other. */
export async function loadNewsletter(
  context: AppContext,
  { schoolId }: Pick<Member, 'schoolId'>,
  id: string,
): Promise<Newsletter> {
  const newsletter = await findNewsletter(context.database, schoolId, id);
  if (newsletter === null) throw notFound('Newsletter');
  return newsletter;
}

/** A newsletter, without its rendering, and its school's branding, both from the same moment. Throws 404 for another school's. */
export async function loadWithBranding(
  context: AppContext,
  caller: Pick<Member, 'schoolId'>,
  id: string,
): Promise<{ readonly stored: Unrendered; readonly branding: School }> {
  const found = await findNewsletterWithSchool(context.database, caller.schoolId, id);
  if (found === null) throw notFound('Newsletter');
  return found;
}

/** The newsletter created last, with another title unless that is empty. Throws 404 if there is none. */
export async function loadLatest(
  context: AppContext,
  { schoolId }: Member,
  title: string,
): Promise<Newsletter> {
  const { newsletter } = await findLatest(context.database, schoolId);
  if (newsletter === null) throw notFound('Newsletter');
  return title === '' ? newsletter : { ...newsletter, title };
}

/** Creates a draft. Without a footer block it inherits the latest newsletter's footer text. */
export async function createNewsletter(
  context: AppContext,
  caller: Member,
  form: CreateForm,
): Promise<Newsletter> {
  await refuseSameDraft(context, caller, { ...form, issueDate: form.issue_date, isNextIssue: false });
  // Marks compare blocks in their stored form.
  const code = normalise(context, form.layout_type, form.code);
  return await createDraft(context, caller, {
    title: form.title,
    layoutType: form.layout_type,
    ...settingsIn(columnsOf(form)),
    code,
    carriedOver: await examplesOf(context, caller, { ...form, code }),
    dateBases: null,
  });
}

async function examplesOf(
  { database, clock }: AppContext,
  { schoolId }: Member,
  { code, is_example, examples }: Pick<CreateForm, 'is_example' | 'examples'> & Pick<NewDraft, 'code'>,
): Promise<StoredCarriedOver | null> {
  const marks = is_example === true ? allExamples(code) : (examples ?? null);
  if (marks === null) return null;
  return markExamples(code, dayIn(await timeZoneOf(database, schoolId), clock.now()), marks);
}

/** The content of a new draft. */
export type NewDraft = Omit<DraftContent, 'footerContent'> &
  Pick<Newsletter, 'carriedOver' | 'dateBases'> & {
    /** The title of the newsletter whose next issue it is. */
    readonly startedFrom?: string;
  };

/** As `createNewsletter`; `record` runs in the same transaction. Throws 400 for a picture on another host. */
export async function createDraft(
  context: AppContext,
  { schoolId, personId }: Pick<Member, 'schoolId' | 'personId'>,
  { carriedOver, dateBases, startedFrom, ...given }: NewDraft,
  record?: (created: Newsletter) => Promise<void>,
): Promise<Newsletter> {
  const code = normalise(context, given.layoutType, given.code);
  for (let left = TRIES; left > 0; left -= 1) {
    const { branding, latest } = await context.database.forSchool(schoolId, async () => ({
      branding: await loadSchool(context.database, schoolId),
      latest: await findLatest(context.database, schoolId),
    }));
    const draft = await createDraftRow(context, branding, {
      ...given,
      code,
      footerContent: inheritedText(code) ?? latest.footer,
    });
    const createdAt = context.clock.now();
    const row = { ...draft, carriedOver, dateBases, createdBy: personId, createdAt };
    const created = await context.database.transaction(async () => {
      const inserted = await insertNewsletter(context.database, branding, row);
      if (inserted !== null) {
        const cause = { reason: 'created', personId, now: createdAt, startedFrom } as const;
        await recordState(context.database, inserted, cause);
        await record?.(inserted);
      }
      return inserted;
    });
    if (created !== null) return created;
  }
  throw conflict(ERROR_MESSAGES.conflict);
}

/**
 * Merges the form into the stored draft. Throws 404; 409 with the stored newsletter if the form's version is not the stored
 * one; 413 if it grows and the school has no room; 503 'error saved' if rendering fails. After an error nothing is saved, so that title,
 * blocks and rendering always agree, and the browser keeps its copy until a save is acknowledged.
 */
export async function updateNewsletter(
  context: AppContext,
  caller: Member,
  id: string,
  form: UpdateForm,
): Promise<Saved> {
  await requireOwnPart(context, caller, id);
  for (let left = TRIES; left > 0; left -= 1) {
    const { stored, branding, merged } = await readForSave(context, caller, id, form);
    if (merged === null) throw await versionConflict(context, stored);
    const { content, missing } = merged;
    const givenUp = (form.given_up ?? []).map((version) => merge(context, stored, version));
    if (caller.role === 'contributor')
      await refuseOthersBlocks(context, caller, id, {
        before: merge(context, stored, {}),
        after: [...givenUp, content],
        form,
      });
    await requireRoomFor(context, stored, content);
    const draft = await createDraftRow(context, branding, content, missing);
    const now = context.clock.now();
    const reason = form.restores === true ? 'restored' : 'work';
    const saved = await context.database.forSchool(caller.schoolId, async () => {
      // Written only on a restore: otherwise a publishing may be setting them.
      const bases = form.restores === true ? { dateBases: restoredBases(stored, content) } : {};
      const written = await saveDraft(context.database, branding, stored, { ...draft, ...bases }, now);
      if (written !== null)
        await recordSave(
          context.database,
          { before: stored, givenUp: givenUp.map(withoutSecrets), after: written },
          { reason, personId: caller.personId, now },
        );
      // A newsletter with a slug has been published, so the log records its old title.
      if (written !== null && stored.slug !== null && written.title !== stored.title)
        await recordAudit(context, caller, 'newsletter_renamed', stored.title, {
          to: written.title,
          news_letter_id: id,
        });
      return written;
    });
    if (saved !== null) return { newsletter: saved, missing };
    // Another save came first: without a version the last save wins, with one the next try throws 409.
  }
  throw await versionConflict(context, { schoolId: caller.schoolId, id });
}

// The dates of a restored older state are not changes by the author.
function restoredBases(stored: Unrendered, { layoutType, code }: DraftContent): DateBases {
  const before = basesOf(fromCode(stored.layoutType, storedBlocks(stored.code, stored.codeVersion)));
  const restored = Object.entries(basesOf(fromCode(layoutType, code)));
  const changed = restored.filter(([key, date]) => !isDeepStrictEqual(date, before[key]));
  return { ...stored.dateBases, ...Object.fromEntries(changed) };
}

/** The result of a save. */
interface Saved {
  readonly newsletter: Newsletter;
  readonly missing: MissingFiles;
}

// Runs in one transaction. Nothing is merged if the form is based on another version.
async function readForSave(context: AppContext, caller: Member, id: string, form: UpdateForm) {
  const { database } = context;
  return await database.forSchool(caller.schoolId, async () => {
    const { stored, branding } = await loadWithBranding(context, caller, id);
    if (isOtherVersion(stored, form)) return { stored, branding, merged: null };
    const content = merge(context, stored, form);
    const missing = await missingFiles(database, caller.schoolId, content.code);
    return { stored, branding, merged: { content, missing } };
  });
}

// Throws 403 if a contributor's save changes more than their parts.
async function refuseOthersBlocks(
  context: AppContext,
  caller: Member,
  id: string,
  {
    before,
    after,
    form,
  }: { readonly before: DraftContent; readonly after: readonly DraftContent[]; readonly form: UpdateForm },
): Promise<void> {
  const parts = await partsFor(context, caller, id);
  if (form.restores === true || !after.every((each) => changesOnlyParts(before, each, parts)))
    throw forbidden(PART_MESSAGES.othersBlocks);
}

/** Throws 409 with the stored newsletter if the form is based on another version. */
export async function refuseOtherVersion(
  context: AppContext,
  stored: Unrendered,
  form: BasedOn,
): Promise<void> {
  if (isOtherVersion(stored, form)) throw await versionConflict(context, stored);
}

/** The version that a form is based on; undefined for any stored version. */
interface BasedOn {
  readonly version?: number | undefined;
}

function isOtherVersion(stored: Unrendered, { version }: BasedOn): boolean {
  return version !== undefined && version !== stored.version;
}

async function versionConflict(
  context: AppContext,
  { schoolId, id }: Pick<Newsletter, 'schoolId' | 'id'>,
): Promise<Refusal> {
  const stored = await loadNewsletter(context, { schoolId }, id);
  return conflict(ERROR_MESSAGES.conflict, { stored: await newsletterAnswer(context, stored) });
}

/** A newsletter as the API returns it, with signed file addresses and its missing files, which are queried unless given. */
export async function newsletterAnswer(
  context: AppContext,
  row: Newsletter,
  known?: MissingFiles,
): Promise<{ readonly data: NewsletterResource }> {
  const code = storedBlocks(row.code, row.codeVersion);
  const missing = known ?? (await missingFiles(context.database, row.schoolId, code));
  const files = await staffAddresses(context, row.schoolId);
  const invented = await inventedContent(context.database, row);
  return { data: presentNewsletter(row, context.config.publicUrl, files, { missing, invented }) };
}

/** The response to a save: only what its sender does not have. */
export async function savedAnswer(
  { database }: AppContext,
  { newsletter, missing }: Saved,
): Promise<{ readonly data: z.output<typeof savedNewsletter> }> {
  return {
    data: presentSaved(newsletter, { missing, invented: await inventedContent(database, newsletter) }),
  };
}

async function createDraftRow(
  context: AppContext,
  branding: School,
  content: DraftContent,
  missing?: MissingFiles,
): Promise<Draft> {
  const own = withoutSecrets(content);
  return { ...own, body: await renderDraft(context, branding, own, missing && { missing }) };
}
