import { createContext, useContext } from 'react';
import type { SchoolDates } from '#newsletter/document/school-dates.ts';
import type { AnnouncedDate } from '#newsletter/events/same-date.ts';

/** The data of the school's calendar for a block's form. */
export type KnownDates = {
  readonly dates: SchoolDates | null;
  /** The dates that the newsletter does not announce yet; none while they are unknown. */
  readonly announced: readonly AnnouncedDate[];
  /** Why there are none, if `dates` is null. Contributors cannot see the calendar. */
  readonly without: 'loading' | 'failed' | 'contributor';
  /** The groups that can be chosen. */
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  /** The audience of the block. */
  readonly audience?: readonly string[] | undefined;
};

export const NO_DATES: KnownDates = { dates: null, announced: [], without: 'loading', groups: [] };

export const SchoolDatesContext = createContext<KnownDates>(NO_DATES);

export function useSchoolDates(): KnownDates {
  return useContext(SchoolDatesContext);
}
