import { schoolPagePath } from '#contract/paths.ts';
import { isEmptySpace, type StoredBlock } from '#newsletter/document/document.ts';
import { type SchoolDates, schoolDates } from '#newsletter/document/school-dates.ts';
import { filledWith, isUnfilled } from '#newsletter/document/traits.ts';
import { isPublicDate } from '#newsletter/events/public-dates.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { AppContext } from '#server/context.ts';
import { listEvents } from '#server/data/events/events.ts';
import { findSchoolPages } from '#server/data/families/school-pages.ts';
import { currentGroups, groupsInUse, usedGroup } from '#server/data/groups/current-groups.ts';
import { listTermDates } from '#server/data/rhythm/rhythm.ts';
import type { School } from '#server/data/schools.ts';

/** The days for which blocks are filled, `YYYY-MM-DD`. */
export interface FilledDays {
  /** Dates before it are over. Default: the current day. */
  readonly today?: string;
  /** Ranges start from it. Default: `today`. */
  readonly asOf?: string;
}

/** Fills blocks with the school's current dates. Blocks that were filled at a publishing stay as they are. */
export async function withSchoolDates(
  context: AppContext,
  school: School,
  code: readonly StoredBlock[],
  days: FilledDays = {},
): Promise<readonly StoredBlock[]> {
  if (!code.some((block) => !isEmptySpace(block) && isUnfilled(block))) return code;
  const dates = await readSchoolDates(context, school, days);
  return code.map((block) => (!isEmptySpace(block) && isUnfilled(block) ? filledWith(block, dates) : block));
}

async function readSchoolDates(
  { database, clock }: AppContext,
  { id, timeZone }: School,
  { today = dayIn(timeZone, clock.now()), asOf = today }: FilledDays,
): Promise<SchoolDates> {
  const events = await listEvents(database, id, asOf);
  const groups = await currentGroups(database, id);
  const inUse = groupsInUse(groups);
  const pages = await findSchoolPages(database, id);
  const holidays = (await listTermDates(database, id)).filter(
    ({ kind, lastOn }) => kind === 'holiday' && lastOn >= asOf,
  );
  const of = {
    ...{ today, asOf },
    dates: events.filter(({ withdrawn }) => !withdrawn),
    groupOf: (group: string) => usedGroup(groups, group),
    isPublic: (ids: readonly string[]) => isPublicDate(ids, inUse),
    diary: pages?.showsDiary ? schoolPagePath(pages.address, 'diary') : null,
  };
  return schoolDates(of, holidays);
}
