import { TEXT_MAX } from '#contract/fields.ts';
import type { IfBegun } from '#contract/newsletters.ts';
import { fromCode, type StoredBlock } from '#newsletter/document/document.ts';
import { inheritedText, withInheritedText } from '#newsletter/document/inherited-text.ts';
import { storedBlocks, upgradeCode } from '#newsletter/document/upgrade.ts';
import { type Issue, nextIssue } from '#newsletter/issues/next-issue.ts';
import { moveNextSentence } from '#newsletter/issues/next-sentence.ts';
import { settingsOf } from '#newsletter/settings/settings.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { inventedContent } from '#server/data/events/invented.ts';
import { loadSchool } from '#server/data/schools.ts';
import { basesOf } from '#server/features/newsletters/publishing/calendar-entries.ts';
import {
  findNewsletter,
  forgetCarriedOver,
  type IssueRow,
  listIssues,
  type Newsletter,
} from '#server/features/newsletters/repo.ts';
import { notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { carryOver, dayBegun, inventedAmong } from './carried-over.ts';
import { refuseSameDraft } from './same-draft.ts';
import { createDraft, loadNewsletter } from './service.ts';

/** The number of issues from which the rhythm is derived. */
const ISSUES_READ = 60;

/**
 * Copies a newsletter as the next issue: a draft with its blocks, design, colours and layout, with title and date moved on. Throws
 * 404. A title that would become too long stays as it is. `title` replaces the one moved on; `on` replaces the day that follows from the
 * issues so far; `every` replaces the frequency derived from their days; `record` runs in the same transaction.
 */
export async function createNextIssue(
  context: AppContext,
  caller: Pick<Member, 'schoolId' | 'personId'>,
  id: string,
  {
    title: givenTitle,
    on,
    every,
    if_begun,
    record,
  }: {
    readonly title?: string | undefined;
    readonly on?: string;
    readonly every?: 'weekly' | 'fortnightly';
    readonly if_begun?: IfBegun | undefined;
    readonly record?: (created: Newsletter) => Promise<void>;
  } = {},
): Promise<Newsletter> {
  const { schoolId } = caller;
  const { last, school, rows } = await context.database.forSchool(schoolId, async () => ({
    last: await loadNewsletter(context, caller, id),
    school: await loadSchool(context.database, schoolId),
    rows: await listIssues(context.database, schoolId, ISSUES_READ),
  }));
  const zone = school.timeZone;
  const issueOf = ({ title, issueDate, publishedAt, createdAt }: IssueRow): Issue => ({
    title,
    issueDate,
    about: dayIn(zone, publishedAt ?? createdAt),
  });
  const { title, day, after, following } = nextIssue(issueOf(last), rows.map(issueOf), {
    language: school.language,
    today: dayIn(zone, context.clock.now()),
    ...(on !== undefined && { on }),
    ...(every !== undefined && { every }),
  });
  const code = withNextDay(upgradeCode(last.code, last.codeVersion), { day, following });
  const draft = {
    title: givenTitle ?? (title.length > TEXT_MAX ? last.title : title),
    layoutType: last.layoutType,
    ...settingsOf(last),
    issueDate: day,
    code,
    carriedOver: carryOver(code, after, last.carriedOver),
    dateBases: basesOf(fromCode(last.layoutType, code)),
    startedFrom: last.title,
  };
  await refuseSameDraft(context, caller, { ...draft, isNextIssue: true, if_begun });
  return await createDraft(context, caller, draft, record);
}

// The footer's sentence about the next newsletter applies only to the issue before, so it is moved on.
function withNextDay(
  code: readonly StoredBlock[],
  days: { readonly day: string; readonly following: string },
): readonly StoredBlock[] {
  const words = inheritedText(code);
  return words === null ? code : withInheritedText(code, moveNextSentence(words, days));
}

/** Removes the marks of blocks that stay as they are; their invented content is then the school's own. Throws 404. Idempotent. */
export async function keepCarriedBlocks(
  context: AppContext,
  { schoolId }: Member,
  id: string,
  names: readonly string[],
): Promise<Newsletter> {
  const { database } = context;
  return await database.forSchool(schoolId, async () => {
    const before = await findNewsletter(database, schoolId, id);
    if (before === null) throw notFound('Newsletter');
    const code = storedBlocks(before.code, before.codeVersion);
    const own = inventedAmong({ code, invented: await inventedContent(database, before) }, names);
    await forgetCarriedOver(database, before, { names, own, day: dayBegun(before) });
    return await loadNewsletter(context, { schoolId }, id);
  });
}
