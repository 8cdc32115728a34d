import { isDeepStrictEqual } from 'node:util';
import type { BlockDate } from '#newsletter/document/block.ts';
import { type Block, fromCode, isEmptySpace, type StoredBlock } from '#newsletter/document/document.ts';
import { datesOf, withDate } from '#newsletter/document/traits.ts';
import { CODE_VERSION, storedBlocks } from '#newsletter/document/upgrade.ts';
import { descriptionFor } from '#newsletter/events/notices.ts';
import type { AppContext } from '#server/context.ts';
import { type EventContent, isSameOnCalendar } from '#server/data/events/event-content.ts';
import { inventedContent } from '#server/data/events/invented.ts';
import type { School } from '#server/data/schools.ts';
import type { Unrendered } from '#server/features/newsletters/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import { type AnnouncedEvent, eventContentOf } from './announced-dates.ts';
import { announcedOf, basesOf, calendarKey, type DateBases } from './calendar-entries.ts';
import { type FilledDays, withSchoolDates } from './filled-blocks.ts';
import { withOwnFields } from './own-fields.ts';
import { findEdition } from './rebranding-repo.ts';
import { findAnnounced } from './recognise-dates.ts';

/** A newsletter's dates when it is published: with its author's changes, and otherwise as the calendar has them now. */

/** A newsletter's blocks for publishing, and the dates that it announces. */
export interface WithCalendar {
  readonly code: readonly StoredBlock[];
  readonly announced: readonly AnnouncedEvent[];
}

/** Puts the calendar's current dates into a newsletter's blocks, and finds the dates that it announces. */
export async function withCalendar(database: Database, newsletter: Unrendered): Promise<WithCalendar> {
  const { schoolId, layoutType } = newsletter;
  const code = storedBlocks(newsletter.code, newsletter.codeVersion);
  if (!code.some((block) => !isEmptySpace(block) && datesOf(block).length > 0))
    return { code, announced: [] };
  return await database.forSchool(schoolId, async () => {
    const bases = newsletter.dateBases ?? (await publishedBases(database, newsletter));
    const examples = await inventedContent(database, newsletter);
    const announced = announcedOf(newsletter, fromCode(layoutType, code), { bases, examples });
    const known = await findAnnounced(database, schoolId, announced);
    const shown = new Map(
      announced.flatMap((event) => {
        const record = known.get(event.uid);
        return record === undefined ? [] : [[event.key, withOwnFields(record, event, event.base)] as const];
      }),
    );
    return { code: code.map((block) => (isEmptySpace(block) ? block : withDates(block, shown))), announced };
  });
}

/** A newsletter as published: with the school's dates as they are now. Its mails, and its page when rendered again, use the same. */
export async function asPublished(
  context: AppContext,
  school: School,
  newsletter: Unrendered,
  { code }: Pick<WithCalendar, 'code'>,
  days: FilledDays = {},
): Promise<Unrendered> {
  const filled = await withSchoolDates(context, school, code, days);
  const isSame = isDeepStrictEqual(filled, storedBlocks(newsletter.code, newsletter.codeVersion));
  return isSame ? newsletter : { ...newsletter, code: [...filled], codeVersion: CODE_VERSION };
}

// For newsletters of older versions, the only known bases are those of the edition.
async function publishedBases(database: Database, newsletter: Unrendered): Promise<DateBases | null> {
  const edition = await findEdition(database, newsletter);
  if (edition?.code == null || edition.layoutType === null || edition.codeVersion === null) return null;
  return basesOf(fromCode(edition.layoutType, storedBlocks(edition.code, edition.codeVersion)));
}

function withDates(block: Block, shown: ReadonlyMap<string, EventContent>): Block {
  return datesOf(block).reduce((each, date) => {
    const row = eventContentOf(date);
    const event = shown.get(calendarKey({ block: block.name, row: date.row }));
    if (event === undefined) return each;
    // A row with only a notice keeps its own words.
    const now = row.description === '' ? { ...event, description: '' } : event;
    return isSameOnCalendar(now, row) ? each : withDate(each, dateOf(now, date));
  }, block);
}

/** A date in the form of the row `before`. Without a description it keeps the row's notice. */
export function dateOf(event: EventContent, before: BlockDate): BlockDate {
  const { title, date, lastDay, time, end, place, isCancelled } = event;
  const description = event.description || descriptionFor(before.description, isCancelled);
  return {
    ...{ row: before.row, title, description, date, isCancelled },
    lastDay: lastDay ?? undefined,
    time: time ?? undefined,
    end: end ?? undefined,
    place: place ?? undefined,
  };
}
