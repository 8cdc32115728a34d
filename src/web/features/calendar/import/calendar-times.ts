import ICAL from 'ical.js';
import { dayIn, isTimeZone, momentIn, timeIn } from '#newsletter/values/time-zone.ts';
import { type CalendarComponent, type CalendarLine, lineNamed } from './calendar-lines.ts';

/** Reads the times in a calendar file, in any zones that it names. */

/** A day and a time; without a time, the whole day. */
export interface LocalTime {
  readonly day: string;
  /** `HH:mm` */
  readonly time: string | null;
}

export interface CalendarTime {
  /** As given in the file. */
  readonly own: LocalTime;
  /** In the school's zone. */
  readonly here: LocalTime;
  readonly doubt: string | null;
}

/** Windows' names for zones, in files without a VTIMEZONE. Source: CLDR, windowsZones.xml. */
const WINDOWS: ReadonlyMap<string, string> = new Map([
  ['GMT Standard Time', 'Europe/London'],
  ['Greenwich Standard Time', 'Atlantic/Reykjavik'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['Romance Standard Time', 'Europe/Paris'],
  ['Central Europe Standard Time', 'Europe/Budapest'],
  ['Central European Standard Time', 'Europe/Warsaw'],
  ['E. Europe Standard Time', 'Europe/Chisinau'],
  ['FLE Standard Time', 'Europe/Kyiv'],
  ['GTB Standard Time', 'Europe/Bucharest'],
  ['Turkey Standard Time', 'Europe/Istanbul'],
  ['Eastern Standard Time', 'America/New_York'],
  ['Central Standard Time', 'America/Chicago'],
  ['Mountain Standard Time', 'America/Denver'],
  ['Pacific Standard Time', 'America/Los_Angeles'],
  ['India Standard Time', 'Asia/Kolkata'],
  ['Singapore Standard Time', 'Asia/Singapore'],
  ['China Standard Time', 'Asia/Shanghai'],
  ['Tokyo Standard Time', 'Asia/Tokyo'],
  ['AUS Eastern Standard Time', 'Australia/Sydney'],
  ['New Zealand Standard Time', 'Pacific/Auckland'],
  ['UTC', 'UTC'],
]);

const TIME = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(?:\d{2})?(Z)?)?$/;

/** Creates a reader of a file's times: null for a day that does not exist. Times without a zone are in the school's. */
export function timeReader(
  parts: readonly CalendarComponent[],
  timeZone: string,
): (line: CalendarLine) => CalendarTime | null {
  const zones = new Map(
    parts.flatMap((part) => {
      const name = part.kind === 'VTIMEZONE' && lineNamed(part, 'TZID')?.value;
      return name ? [[name, part] as const] : [];
    }),
  );
  return ({ parameters, value }) => {
    const [, year = '', month = '', date = '', hour, minute = '', utc] = TIME.exec(value.trim()) ?? [];
    const day = `${year}-${month}-${date}`;
    const isWhole = hour === undefined || parameters.get('VALUE') === 'DATE';
    const time = isWhole ? null : `${hour}:${minute}`;
    if (!isRealDay(day) || (time !== null && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time))) return null;
    const own = { day, time };
    const name = parameters.get('TZID');
    if (time === null || (utc === undefined && name === undefined)) return { own, here: own, doubt: null };
    const zone = utc === undefined ? zoneNamed(name ?? '') : 'UTC';
    const moment = zone === null ? explained(zones.get(name ?? ''), own) : momentIn(zone, day, time);
    if (moment === null) return { own, here: own, doubt: `Its time zone ‘${name}’ is not known here` };
    return { own, here: { day: dayIn(timeZone, moment), time: timeIn(timeZone, moment) }, doubt: null };
  };
}

function isRealDay(day: string): boolean {
  const moment = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day);
}

// Some programs put a path before the name.
function zoneNamed(name: string): string | null {
  const plain = /[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+$/.exec(name)?.[0] ?? name;
  return isTimeZone(plain) ? plain : (WINDOWS.get(name) ?? null);
}

/** A moment in a zone that the file itself defines. */
function explained(part: CalendarComponent | undefined, { day, time }: LocalTime): Date | null {
  if (part === undefined) return null;
  try {
    const text = `BEGIN:VTIMEZONE\r\n${part.text}\r\nEND:VTIMEZONE`;
    const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text)));
    const local = ICAL.Time.fromDateTimeString(`${day}T${time}:00`);
    local.zone = zone;
    return local.toJSDate();
  } catch {
    return null;
  }
}
