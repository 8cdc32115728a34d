import { laterLastDay } from '#newsletter/events/when.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { EventRow } from './row.ts';

const DETAILS_MAX = 200;

/** The link that adds an event to Google's calendar. Null for an unfinished or a cancelled event. */
export function googleCalendarUrl(event: EventRow, timeZone: string | undefined): string | null {
  const { date, time, title, place, description } = event;
  if (date === '' || title.trim() === '' || event.state === 'cancelled') return null;
  const from = time === undefined ? compact(date) : moment(date, time);
  const params = {
    text: title,
    dates: `${from}/${endOf(event)}`,
    ctz: time === undefined ? undefined : timeZone,
    location: place,
    details: Array.from(description).slice(0, DETAILS_MAX).join(''),
  };
  const query = Object.entries(params).flatMap(([name, value = '']) =>
    value === '' ? [] : [`&${name}=${encodeURIComponent(value.toWellFormed())}`],
  );
  return `https://calendar.google.com/calendar/render?action=TEMPLATE${query.join('')}`;
}

function endOf(event: EventRow): string {
  const { date, time, end } = event;
  const last_day = laterLastDay(event) ?? date;
  if (time === undefined) return compact(dayAfter(last_day));
  return end === undefined ? laterThan(event, time) : moment(last_day, end);
}

// The end, as in the calendar file: an hour later, or the end of the last day.
function laterThan({ date, last_day }: EventRow, time: string): string {
  if (last_day !== undefined) return moment(dayAfter(last_day), '00:00');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const next = String((hours + 1) % 24).padStart(2, '0');
  return moment(hours === 23 ? dayAfter(date) : date, `${next}:${String(minutes).padStart(2, '0')}`);
}

function moment(day: string, time: string): string {
  return `${compact(day)}T${time.replace(':', '')}00`;
}

function compact(day: string): string {
  return day.replaceAll('-', '');
}

function dayAfter(day: string): string {
  const moment = Date.parse(day);
  return Number.isNaN(moment) ? day : new Date(moment + DAY_MS).toISOString().slice(0, 10);
}
