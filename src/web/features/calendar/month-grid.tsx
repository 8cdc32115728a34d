import type { EventResource } from '#contract/calendar/events.ts';
import { monthName } from '#newsletter/values/dates.ts';
import classes from './calendar.module.css';
import type { Holiday } from './calendar-list.tsx';

const WEEKDAYS = ['M', 'T', 'W', 'T', 'F', 'S', 'S'];

/** A month at a glance: days with dates have a dot, holidays a background. The list says the same in words. */
export function MonthGrid({
  month,
  today,
  events,
  holidays,
}: {
  /** `YYYY-MM` */
  month: string;
  today: string;
  events: readonly EventResource[];
  holidays: readonly Holiday[];
}) {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const gap = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const days = Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`);
  const taken = new Set(
    events.flatMap(({ attributes: { date, last_day } }) =>
      days.filter((day) => day >= date && day <= (last_day ?? date)),
    ),
  );
  return (
    <div className={classes.grid} aria-hidden="true">
      <p className={classes.gridTitle}>{monthName(month, 'en', today)}</p>
      <div className={classes.days}>
        {WEEKDAYS.map((name, index) => (
          <span key={`${name}${String(index)}`} className={classes.weekday}>
            {name}
          </span>
        ))}
        {days.map((day, index) => (
          <span
            key={day}
            className={classes.day}
            style={index === 0 ? { gridColumnStart: gap + 1 } : undefined}
            data-today={day === today || undefined}
            data-taken={taken.has(day) || undefined}
            data-holiday={
              holidays.some(({ first_on, last_on }) => day >= first_on && day <= last_on) || undefined
            }
          >
            {Number(day.slice(8))}
          </span>
        ))}
      </div>
    </div>
  );
}

/** The month after a given one. */
export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
