import { type Block, fromCode, type StoredBlock, toCode } from '#newsletter/document/document.ts';
import { datesOf, withDate } from '#newsletter/document/traits.ts';
import { upgradeCode } from '#newsletter/document/upgrade.ts';
import type { AppContext } from '#server/context.ts';
import { findEvent, type SchoolEventRow } from '#server/data/events/events.ts';
import { loadNewsletter, updateNewsletter } from '#server/features/newsletters/drafts/service.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import { notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { uidOf } from './calendar-entries.ts';
import { dateOf } from './calendar-words.ts';

/**
 * Writes a date as the calendar has it into the draft of a newsletter that announces it; publishing is left to its author. Blocks that the
 * calendar fills follow with the next publishing. Throws 404.
 */
export async function correctDateIn(
  context: AppContext,
  caller: Member,
  eventId: string,
  newsletterId: string,
): Promise<Newsletter> {
  const event = await findEvent(context.database, caller.schoolId, eventId);
  if (event === null) throw notFound('Date');
  const stored = await loadNewsletter(context, caller, newsletterId);
  const code = correctedCode(stored, event);
  if (code === null) return stored;
  const form = { code, version: stored.version };
  return (await updateNewsletter(context, caller, newsletterId, form)).newsletter;
}

/** Null if the draft already has the same. */
function correctedCode(newsletter: Newsletter, event: SchoolEventRow): StoredBlock[] | null {
  const { layoutType } = newsletter;
  const document = fromCode(layoutType, upgradeCode(newsletter.code, newsletter.codeVersion));
  const uids = new Set([event.uid, ...event.aliases]);
  const correct = (block: Block) =>
    datesOf(block)
      .filter(({ row }) => uids.has(uidOf(newsletter, block.name, row)))
      .reduce((each, date) => withDate(each, dateOf(event, date)), block);
  const columns = document.columns.map((column) => column.map((block) => block && correct(block)));
  const [before, after] = [document, { ...document, columns }].map(toCode);
  return JSON.stringify(after) === JSON.stringify(before) ? null : [...(after ?? [])];
}
