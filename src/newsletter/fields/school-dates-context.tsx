import { createContext, useContext } from 'react';
import type { SchoolDates } from '#newsletter/document/school-dates.ts';

/** What a block's form knows of the school's calendar. */
export type KnownDates = {
  /** Null while they load, and for people who see nothing of the calendar. */
  readonly dates: SchoolDates | null;
  /** The groups that can be chosen. */
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  /** Whether the dates could not be loaded. */
  readonly hasFailed: boolean;
  /** Of the block. */
  readonly audience?: readonly string[] | undefined;
};

export const SchoolDatesContext = createContext<KnownDates>({ dates: null, groups: [], hasFailed: false });

export function useSchoolDates(): KnownDates {
  return useContext(SchoolDatesContext);
}
