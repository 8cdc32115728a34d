import { Button } from '@mantine/core';
import { useState } from 'react';
import type { EventResource } from '#contract/calendar/events.ts';
import { formatWeekday, monthName } from '#newsletter/values/dates.ts';
import classes from './calendar.module.css';
import { DateRow, DayTile } from './date-row.tsx';
import type { GroupOption } from './group-option.ts';

export interface Holiday {
  readonly name: string;
  readonly first_on: string;
  readonly last_on: string;
}

type Item =
  | { readonly day: string; readonly event: EventResource }
  | { readonly day: string; readonly holiday: Holiday };

/** Limited, because a school may have thousands of dates, which take seconds to draw. */
const MONTHS_AT_ONCE = 3;

/** Dates by month, with the school's holidays among them; a button shows more months. */
export function CalendarList({
  events,
  holidays,
  groups,
  today,
  isNewestFirst = false,
  onEdit,
}: {
  isNewestFirst?: boolean;
  events: readonly EventResource[];
  holidays: readonly Holiday[];
  groups: readonly GroupOption[];
  today: string;
  onEdit: (event: EventResource) => void;
}) {
  const items: Item[] = [
    ...events.map((event) => ({ day: event.attributes.date, event })),
    ...holidays.map((holiday) => ({ day: holiday.first_on, holiday })),
  ].sort((one, other) => one.day.localeCompare(other.day, 'en'));
  const [shown, setShown] = useState(MONTHS_AT_ONCE);
  const byMonth = [...Map.groupBy(items, ({ day }) => day.slice(0, 7))];
  const months = isNewestFirst ? byMonth.reverse() : byMonth;
  const remaining = months.length - shown;
  return (
    <>
      {months.slice(0, shown).map(([month, inside]) => (
        <section key={month} aria-labelledby={`month-${month}`}>
          <h2 id={`month-${month}`} className={classes.month}>
            {monthName(month, 'en', today)}
          </h2>
          <ul className={classes.list}>
            {inside.map((item) =>
              'event' in item ? (
                <DateRow
                  key={item.event.id}
                  event={item.event}
                  groups={groups}
                  onEdit={() => onEdit(item.event)}
                />
              ) : (
                <HolidayRow key={`${item.day} ${item.holiday.name}`} holiday={item.holiday} />
              ),
            )}
          </ul>
        </section>
      ))}
      {remaining > 0 && (
        <Button variant="default" mt="md" onClick={() => setShown(shown + MONTHS_AT_ONCE)}>
          {isNewestFirst ? 'Show earlier months' : 'Show later months'}
        </Button>
      )}
    </>
  );
}

function HolidayRow({ holiday: { name, first_on, last_on } }: { holiday: Holiday }) {
  return (
    <li className={classes.date}>
      <DayTile day={first_on} isHoliday />
      <div className={classes.words}>
        <p className={classes.holiday}>{name}</p>
        <p className={classes.facts}>
          {last_on > first_on ? `until ${formatWeekday(last_on)} · Term dates` : 'Term dates'}
        </p>
      </div>
    </li>
  );
}
