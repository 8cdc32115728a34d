/** A strict parser of calendar files (RFC 5545). */

/** The properties of an event, by name and parameters, such as 'DTSTART;VALUE=DATE'. */
export type CalendarProperties = Readonly<Record<string, string>>;

const LINE_MAX = 75;

/** Parses the events of a calendar file. Throws if it is invalid. */
export function parseCalendar(text: string): CalendarProperties[] {
  if (!text.endsWith('\r\n')) throw new Error('The last line is not ended');
  if (/[^\r]\n|\r[^\n]/.test(text)) throw new Error('A line is not ended with CR LF');
  for (const line of text.split('\r\n')) {
    if (new TextEncoder().encode(line).length > LINE_MAX) throw new Error(`This line is too long: ${line}`);
    if (/[^\P{Cc}\t]/u.test(line)) throw new Error('A line has a control character');
  }
  const lines = text
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .slice(0, -1);
  if (lines[0] !== 'BEGIN:VCALENDAR' || lines.at(-1) !== 'END:VCALENDAR') throw new Error('No calendar');
  for (const needed of ['VERSION:2.0', 'PRODID:'])
    if (lines.filter((line) => line.startsWith(needed)).length !== 1) throw new Error(`No single ${needed}`);
  return eventsIn(lines.slice(1, -1));
}

function eventsIn(lines: readonly string[]): CalendarProperties[] {
  const events: Record<string, string>[] = [];
  let event: Record<string, string> | null = null;
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+(?:;[A-Z-]+=[^:;]+)*):(.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`This is no property: ${line}`);
    if (line === 'BEGIN:VEVENT') {
      if (event !== null) throw new Error('An event within an event');
      event = {};
    } else if (line === 'END:VEVENT') {
      if (event === null) throw new Error('An end without a beginning');
      events.push(complete(event));
      event = null;
    } else if (event !== null) {
      if (name in event) throw new Error(`Twice in an event: ${name}`);
      event[name] = plain(value);
    }
  }
  if (event !== null) throw new Error('An event without an end');
  return events;
}

function complete(event: Record<string, string>): CalendarProperties {
  const names = Object.keys(event).map((name) => name.split(';')[0]);
  for (const needed of ['UID', 'DTSTAMP', 'DTSTART', 'SUMMARY', 'SEQUENCE'])
    if (!names.includes(needed)) throw new Error(`An event has no ${needed}`);
  return event;
}

function plain(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}
