import { Checkbox } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { IMPORT_MAX, type ImportedEvent } from '#contract/calendar/event-imports.ts';
import type { EventResource } from '#contract/calendar/events.ts';
import { longDate, shortDay } from '#newsletter/values/dates.ts';
import classes from './import.module.css';
import { comingFirst, doubtOf, importStatusOf, isOver, type ReadDate, type ReadFile } from './read-dates.ts';

/** The found dates, as lines with a checkbox each: a long series has one line. */

const STATUSES = { there: 'Already there', changed: 'Changed', over: 'Over', new: '' } as const;

/** A date with its status and doubt. */
export type ListedDate = ReadDate & { readonly status: keyof typeof STATUSES };

/** The read dates, in the order of the list. */
export function listedDates(
  dates: readonly ReadDate[],
  { events, today }: { readonly events: readonly EventResource[]; readonly today: string },
): readonly ListedDate[] {
  return comingFirst(dates, today).map((read) => {
    const status = importStatusOf(read.event, events);
    const doubt = doubtOf(read, status);
    return { ...read, doubt, status: status === 'new' && isOver(read, today) ? 'over' : status };
  });
}

/** The numbers of the dates in each line. A long series is one line, at its first date, without its already existing dates. */
function rowsOf(lines: readonly ListedDate[]): readonly (readonly number[])[] {
  const rows: number[][] = [];
  const series = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const known = line.series === undefined ? undefined : series.get(line.series);
    if (known !== undefined) {
      known.push(index);
      continue;
    }
    const row = [index];
    rows.push(row);
    if (line.series !== undefined) series.set(line.series, row);
  }
  return rows;
}

const NAMED_MAX = 3;

/** Sentences about dates that are not ticked or not listed, so that nothing is left out silently. */
export function sentences(
  lines: readonly ListedDate[],
  { unreadLines, goesOn = [], isMore }: Omit<ReadFile, 'dates'> & { readonly isMore: boolean },
): readonly string[] {
  const over = lines.filter(({ status }) => status === 'over').length;
  return [
    ...(unreadLines.length > 0 ? [`We could not read ${named(unreadLines)}.`] : []),
    ...(over > 0
      ? [`${over} of ${lines.length} dates ${over === 1 ? 'is' : 'are'} over and not ticked.`]
      : []),
    ...(goesOn.length > 0
      ? [`There are more dates of ${named(goesOn)} than those of the coming 13 months. Import them later.`]
      : []),
    ...(isMore ? [`The next ${IMPORT_MAX} are ticked. Add them, then import the rest.`] : []),
  ];
}

function named(titles: readonly string[]): string {
  const more = titles.length > NAMED_MAX ? ` and ${titles.length - NAMED_MAX} more` : '';
  const shown = titles.slice(0, NAMED_MAX).map((title) => `‘${title}’`);
  return `${shown.join(', ')}${more}`;
}

/** The list. `onFlip` gets the numbers of the dates to tick or untick. */
export function DatesFound({
  lines,
  isTicked,
  onFlip,
}: {
  lines: readonly ListedDate[];
  isTicked: (index: number) => boolean;
  onFlip: (indices: readonly number[]) => void;
}) {
  return (
    <ul className={classes.lines} aria-label="Dates found">
      {rowsOf(lines).map((row) => {
        const dates = row.flatMap((index) => lines[index] ?? []);
        const [first] = dates;
        if (first === undefined) return null;
        const ticked = row.filter(isTicked);
        const isWhole = ticked.length === row.length;
        return (
          // Lines have no unique name; they keep the order in which they were written.
          <li key={`${row[0]} ${first.event.date} ${first.event.title}`} className={classes.line}>
            <Checkbox
              checked={isWhole}
              onChange={() => onFlip(isWhole ? row : row.filter((index) => !isTicked(index)))}
              label={<DateWords dates={dates} />}
            />
            <Remark {...first} />
          </li>
        );
      })}
    </ul>
  );
}

function DateWords({ dates }: { dates: readonly ListedDate[] }) {
  const [first] = dates;
  const last = dates.at(-1);
  if (first === undefined || last === undefined) return null;
  const { event } = first;
  const isSeries = dates.length > 1;
  const times = isSeries && event.time !== null && [event.time, event.end].filter(Boolean).join('–');
  const more = [times, event.place, event.description].filter(Boolean).join(' · ');
  return (
    <span>
      <span className={classes.day}>
        {isSeries
          ? `${dates.length} dates, ${shortDay(event.date, 'en', event.date)} to ${longDate(last.event.date, 'en')}`
          : dayWords(event)}
      </span>{' '}
      <strong>{event.title}</strong>
      {more !== '' && <span className={classes.more}>{more}</span>}
    </span>
  );
}

function Remark({ doubt, status }: ListedDate) {
  if (doubt === null)
    return status === 'new' ? null : <span className={classes.there}>{STATUSES[status]}</span>;
  return (
    <span className={classes.doubt}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      {doubt}
    </span>
  );
}

function dayWords({ date, last_day, time, end }: ImportedEvent): string {
  const day =
    last_day === null
      ? shortDay(date, 'en', '')
      : `${shortDay(date, 'en', date)} – ${longDate(last_day, 'en')}`;
  return time === null ? day : [`${day}, ${time}`, end].filter(Boolean).join('–');
}
