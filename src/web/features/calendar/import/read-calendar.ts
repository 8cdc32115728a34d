import ICAL from 'ical.js';
import type { ImportedEvent } from '#contract/calendar/event-imports.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { checked, type ReadDate } from './read-dates.ts';

/** Reads calendar files (.ics). Loaded when one is opened. */

const TITLE_MAX = 200;
const DESCRIPTION_MAX = 1000;

/** The dates of a calendar file, in the school's zone. Throws if it is none. */
export function readCalendar(text: string, timeZone: string): readonly ReadDate[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents('vevent').flatMap((component) => {
    // A changed occurrence of a repeated one.
    if (component.getFirstProperty('recurrence-id') !== null) return [];
    const event = new ICAL.Event(component);
    const title = (event.summary ?? '').replace(/\s+/g, ' ').trim().slice(0, TITLE_MAX);
    if (title === '' || event.startDate === null) return [];
    const read: ImportedEvent = {
      ...{ title, groups: [], ...timesOf(event, timeZone) },
      description: (event.description ?? '').trim().slice(0, DESCRIPTION_MAX),
      place: (event.location ?? '').replace(/\s+/g, ' ').trim().slice(0, TITLE_MAX) || null,
      is_cancelled: component.getFirstPropertyValue('status') === 'CANCELLED',
      import_uid: event.uid || null,
    };
    return [checked(read, event.isRecurring() ? 'It repeats: only the first day is taken' : null)];
  });
}

type Times = Pick<ImportedEvent, 'date' | 'last_day' | 'time' | 'end'>;

function timesOf({ startDate, endDate }: InstanceType<typeof ICAL.Event>, timeZone: string): Times {
  if (startDate.isDate) {
    const date = dayText(startDate);
    // Its end is the day after.
    const last = endDate.clone();
    last.adjust(-1, 0, 0, 0);
    const lastDay = dayText(last);
    return { date, last_day: lastDay > date ? lastDay : null, time: null, end: null };
  }
  const [start, end] = [localOf(startDate, timeZone), localOf(endDate, timeZone)];
  const isMoment = start.day === end.day && start.time === end.time;
  return {
    date: start.day,
    last_day: end.day > start.day ? end.day : null,
    time: start.time,
    end: isMoment ? null : end.time,
  };
}

function dayText({ year, month, day }: InstanceType<typeof ICAL.Time>): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

// Times without a zone, or with one that the file does not explain, are the school's.
function localOf(time: InstanceType<typeof ICAL.Time>, timeZone: string) {
  const isKnown = time.zone !== null && time.zone.tzid !== 'floating';
  if (!isKnown) {
    const clock = [time.hour, time.minute].map((part) => String(part).padStart(2, '0')).join(':');
    return { day: dayText(time), time: clock };
  }
  const moment = time.toJSDate();
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(
    moment,
  );
  return { day: dayIn(timeZone, moment), time: clock };
}
