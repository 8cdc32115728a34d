import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { datesQuery } from './calendar-data.ts';

/** The dates from the current month on; all dates if they are requested, or if there are no coming ones. */
export function useShownDates(today: string) {
  const [isWholeWanted, setWholeWanted] = useState(false);
  const coming = useQuery(datesQuery(`${today.slice(0, 7)}-01`));
  const hasNothing = (data: typeof coming.data) => data?.events.length === 0 && data.holidays.length === 0;
  const wantsWhole = isWholeWanted || hasNothing(coming.data);
  const all = useQuery({ ...datesQuery(), enabled: wantsWhole });
  // A disabled query keeps its last answer, which may be old.
  const whole = wantsWhole ? all.data : undefined;
  const data = whole ?? coming.data;
  return {
    /** All dates, once they are loaded. */
    whole,
    /** The dates to show; undefined if there are none. */
    shown: hasNothing(data) ? undefined : data,
    isEmpty: hasNothing(whole),
    failed: [all, coming].find(({ isError }) => isError),
    wantWhole: () => setWholeWanted(true),
  };
}
