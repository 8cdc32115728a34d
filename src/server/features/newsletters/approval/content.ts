import { type Change, changesBetween, type Version } from '#newsletter/changes/changes.ts';
import { fromCode } from '#newsletter/document/document.ts';
import { CODE_VERSION, upgradeCode } from '#newsletter/document/upgrade.ts';
import { DEFAULT_SETTINGS, type SettingName, settingsIn, settingsOf } from '#newsletter/settings/settings.ts';
import { formatWeekday } from '#newsletter/values/dates.ts';
import type { AppContext } from '#server/context.ts';
import { type Approval, fingerprintOf } from '#server/data/approvals.ts';
import { withCalendar } from '#server/features/newsletters/publishing/calendar-words.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';

/** The newsletter content that a request is about, as rows and as documents. */

type Content = Pick<Newsletter, 'title' | 'layoutType' | SettingName | 'code' | 'codeVersion'>;

/** The part of the draft that a request stores. */
export function keptContent(draft: Content) {
  const { title, layoutType, code, codeVersion } = draft;
  const settings = { title, layoutType, ...settingsIn(draft) };
  return { settings, code, codeVersion, fingerprint: fingerprintOf(draft) };
}

/** A newsletter's content as publishing it now would show it, with the calendar's current dates. */
export async function asInCalendar(
  { database }: AppContext,
  newsletter: Newsletter,
  content: Content,
): Promise<Content> {
  const { code } = await withCalendar(database, { ...newsletter, ...content });
  return { ...content, code: [...code], codeVersion: CODE_VERSION };
}

/** The requested content, in the form of a newsletter. */
export function contentOf({
  settings,
  code,
  codeVersion,
}: Pick<Approval, 'settings' | 'code' | 'codeVersion'>): Content {
  return { ...DEFAULT_SETTINGS, ...settings, code: [...code], codeVersion };
}

/** A content in the current format. */
export function versionOf({ title, layoutType, code, codeVersion, ...settings }: Content): Version {
  return { title, document: fromCode(layoutType, upgradeCode(code, codeVersion), settingsOf(settings)) };
}

/** When the answer is needed, 'Friday 9 October, 11:00'; null if the request does not say. */
export function neededWords({
  neededBy,
  neededTime,
}: Pick<Approval, 'neededBy' | 'neededTime'>): string | null {
  if (neededBy === null) return null;
  return neededTime === null ? formatWeekday(neededBy) : `${formatWeekday(neededBy)}, ${neededTime}`;
}

/** Whether the draft still equals the requested content. */
export function isUnchanged(approval: Approval, draft: Newsletter): boolean {
  return approval.fingerprint === fingerprintOf(draft);
}

/** The differences between the draft and the requested content, in words. */
export function changesSince(approval: Approval, draft: Newsletter): readonly Change[] {
  return isUnchanged(approval, draft) ? [] : changesBetween(versionOf(contentOf(approval)), versionOf(draft));
}
