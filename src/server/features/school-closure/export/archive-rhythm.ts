import { RHYTHM_TROUBLE_WORDS } from '#contract/rhythm/next-issue.ts';
import type { AppContext } from '#server/context.ts';
import { findRhythm, issueRhythm, listIssueRows, listTermDates } from '#server/data/rhythm/rhythm.ts';

/** A school's rhythm for the archive, with its term dates and the outcome of each issue, the newest first. */
export async function archivedRhythm({ database }: AppContext, schoolId: string): Promise<object> {
  const rhythm = await findRhythm(database, schoolId);
  const issues = await listIssueRows(database, schoolId);
  return {
    rhythm: rhythm && { is_on: rhythm.isOn, ...issueRhythm(rhythm) },
    term_dates: (await listTermDates(database, schoolId)).map(({ kind, name, firstOn, lastOn }) => ({
      kind,
      name,
      first_on: firstOn,
      last_on: lastOn,
    })),
    issues: issues.map(({ day, newsletter, madeAt, trouble }) => ({
      day,
      newsletter: newsletter?.title ?? null,
      made_at: madeAt,
      trouble: trouble && RHYTHM_TROUBLE_WORDS[trouble],
    })),
  };
}
