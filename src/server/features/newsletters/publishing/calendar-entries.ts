import { createHash } from 'node:crypto';
import type { BlockDate, CalendarEvent } from '#newsletter/document/block.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { datesOf } from '#newsletter/document/traits.ts';
import { sameWords } from '#newsletter/events/same-words.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { entryTimes } from '#server/data/events/event-content.ts';
import { fieldsFinder } from '#server/features/newsletters/drafts/example-fields.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import { sortedHash } from '#server/platform/content-hash.ts';
import type { CalendarEntry, calendarEvents } from '#server/platform/db/schema/newsletters.ts';
import { type AnnouncedEvent, eventContentOf } from './announced-dates.ts';

/** The name of an event's calendar file in its URL, stable while the event exists. */
export function calendarKey({ block, row }: CalendarEvent): string {
  return createHash('sha256')
    .update(JSON.stringify([block, row]))
    .digest('hex')
    .slice(0, 16);
}

/** The content of an event's calendar entry, without its sequence and time of change. */
export type PublishedEvent = Omit<CalendarEntry, 'sequence' | 'changedAt' | 'removed'>;

/** The newest form of an event that a school has published. */
export type EventRecord = Omit<typeof calendarEvents.$inferSelect, 'schoolId'>;

/** The stored form of an event; undefined for a new one. */
type Known = EventRecord | undefined;

/**
 * An event that a newsletter shows. It keeps its sequence if its form is the newest one, or the one that this newsletter
 * already had: then another newsletter has changed the event.
 */
export function shownEntry(
  event: PublishedEvent,
  before: readonly CalendarEntry[],
  known: Known,
  now: Date,
): CalendarEntry {
  const fingerprint = fingerprintOf(event);
  if (known !== undefined && !known.withdrawn) {
    if (known.fingerprint === fingerprint) return { ...event, ...placeOf(known) };
    const own = before.find(({ uid, removed }) => uid === event.uid && removed !== true);
    if (own !== undefined && fingerprintOf(own) === fingerprint)
      return { ...event, sequence: own.sequence, changedAt: own.changedAt };
  }
  return { ...event, ...nextPlace(known, now) };
}

/**
 * An event that a newsletter no longer shows: in the form of the school's other newsletters, or else cancelled, so that
 * calendars remove it.
 */
export function removedEntry(
  entry: CalendarEntry,
  shown: readonly CalendarEntry[],
  known: Known,
  now: Date,
): CalendarEntry {
  const forms = entry.cancelled === true ? shown : [...shown, entry];
  const { key, groupBlock, groups } = entry;
  if (shown.length > 0) return { ...newest(forms, entry), key, groupBlock, groups, removed: true };
  if (entry.cancelled === true) return { ...entry, removed: true };
  const place = known?.withdrawn === true ? placeOf(known) : nextPlace(known, now);
  return { ...entry, ...place, cancelled: true, removed: true };
}

function newest(forms: readonly CalendarEntry[], otherwise: CalendarEntry): CalendarEntry {
  return forms.toSorted((one, other) => other.sequence - one.sequence)[0] ?? otherwise;
}

type Place = Required<Pick<CalendarEntry, 'sequence' | 'changedAt'>>;

function placeOf({ sequence, changedAt }: EventRecord): Place {
  return { sequence, changedAt: changedAt.toISOString() };
}

function nextPlace(known: Known, now: Date): Place {
  // The minute is also above the sequences in editions that were withdrawn before events were recorded.
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  return { sequence: Math.max(minute, (known?.sequence ?? 0) + 1), changedAt: now.toISOString() };
}

/** The newest form of each event in some calendars, to be recorded. */
export function newestForms(entries: readonly CalendarEntry[]): readonly EventRecord[] {
  const forms = new Map<string, CalendarEntry>();
  for (const entry of entries) {
    const other = forms.get(entry.uid);
    const isNewer = other === undefined || entry.sequence > other.sequence;
    // A removed entry may repeat the form of a shown one.
    const isShown = entry.sequence === other?.sequence && other.removed === true;
    if (isNewer || isShown) forms.set(entry.uid, entry);
  }
  return [...forms.values()].flatMap((entry) =>
    entry.changedAt === undefined
      ? []
      : [
          {
            uid: entry.uid,
            fingerprint: fingerprintOf(entry),
            sequence: entry.sequence,
            changedAt: new Date(entry.changedAt),
            withdrawn: entry.removed === true && entry.cancelled === true,
          },
        ],
  );
}

/** A hash of what calendars show. A migration has written the same hash. */
function fingerprintOf({ start, end, title, description, place, cancelled }: PublishedEvent): string {
  const content = [start, end ?? '', title, description, place ?? '', String(cancelled ?? false)];
  return createHash('sha256').update(content.join('\u001f')).digest('hex');
}

/** The events that a newsletter shows. Those whose id is unique everywhere keep it in copies of the newsletter. */
export function eventsOf(
  newsletter: Pick<Newsletter, 'id' | 'schoolId'>,
  document: NewsletterDocument,
  timeZone: string,
): readonly PublishedEvent[] {
  return datesIn(newsletter, document).map(({ block, date, key, uid }) => ({
    key,
    uid,
    ...entryTimes(eventContentOf(date), timeZone),
    title: date.title,
    description: date.description,
    ...(date.place === undefined ? {} : { place: date.place }),
    ...(date.isCancelled === true ? { cancelled: true as const } : {}),
    ...(block.audience === undefined ? {} : { groupBlock: block.name, groups: block.audience }),
  }));
}

/** A hash of a date, to recognise those of ready-made newsletters. */
export function dateHash(date: BlockDate): string {
  return sortedHash(eventContentOf(date));
}

/**
 * The dates that a newsletter announces to the calendar. `bases`: its dates as they were copied, restored or last published, by key.
 * `examples`: the hashes of invented dates, which it does not announce.
 */
export function announcedOf(
  newsletter: Pick<Newsletter, 'id' | 'schoolId' | 'issueDate'>,
  document: NewsletterDocument,
  { bases, examples }: { readonly bases: DateBases | null; readonly examples: ReadonlySet<string> },
): readonly AnnouncedEvent[] {
  const all = datesIn(newsletter, document);
  const renumbered = renumberedBases(all, bases ?? {}, newsletter.issueDate ?? '');
  const fieldsOf = fieldsFinder(examples);
  // If the day is still the invented one, nobody has confirmed the date, whatever else its author has changed.
  const own = all.filter(({ date }) => !examples.has(dateHash(date)) && !fieldsOf(date).includes('date'));
  return own.map(({ block, date, key, uid }) => ({
    ...eventContentOf(date),
    uid,
    key,
    groups: block.audience ?? [],
    apart: date.apart?.map((row) => `${newsletter.schoolId}.${row}`) ?? [],
    base: bases?.[key] ?? renumbered.get(key) ?? null,
  }));
}

/** The dates of a newsletter as they are now, by the key of their calendar file. */
export type DateBases = NonNullable<Newsletter['dateBases']>;

/**
 * The earlier form of rows that a program has renumbered: the only removed date with the same title, unless it was over by the issue's day.
 * A title that occurs several times, such as for a weekly date, matches nothing.
 */
function renumberedBases(
  dates: ReturnType<typeof datesIn>,
  bases: DateBases,
  day: string,
): ReadonlyMap<string, DateBases[string]> {
  const keys = new Set(dates.map(({ key }) => key));
  const missing = Object.entries(bases).flatMap(([key, base]) =>
    keys.has(key) || base.date < day ? [] : [base],
  );
  const added = dates.filter(({ key, date }) => bases[key] === undefined && !UNIQUE_ID.test(date.row));
  return new Map(
    added.flatMap(({ key, date: { title } }) => {
      const [base, ...more] = missing.filter((each) => sameWords(each.title, title));
      const isAlone = added.filter((other) => sameWords(other.date.title, title)).length === 1;
      return base !== undefined && more.length === 0 && isAlone ? [[key, base] as const] : [];
    }),
  );
}

export function basesOf(document: NewsletterDocument): DateBases {
  const dates = blocksOf(document).flatMap((block) =>
    datesOf(block).map((date) => [calendarKey({ block: block.name, row: date.row }), eventContentOf(date)]),
  );
  return Object.fromEntries(dates);
}

function datesIn(newsletter: Pick<Newsletter, 'id' | 'schoolId'>, document: NewsletterDocument) {
  const taken = new Set<string>();
  // Dates that nobody sees are not announced.
  const shown = blocksOf(document).filter(({ audience }) => audience?.length !== 0);
  return shown.flatMap((block) =>
    datesOf(block).map((date) => {
      const key = calendarKey({ block: block.name, row: date.row });
      const uid = uidOf(newsletter, block.name, date.row, taken);
      taken.add(date.row);
      return { block, date, key, uid };
    }),
  );
}

/** The uid by which calendars know an event of a newsletter. `taken`: the rows before it. */
export function uidOf(
  { id, schoolId }: Pick<Newsletter, 'id' | 'schoolId'>,
  block: string,
  row: string,
  taken: ReadonlySet<string> = new Set(),
): string {
  const isUnique = UNIQUE_ID.test(row) && !taken.has(row);
  return isUnique ? `${schoolId}.${row}` : `${id}.${calendarKey({ block, row })}`;
}

/** Ids from `createRowId`; older ids are unique only in their block. */
const UNIQUE_ID = /^[0-9a-f]{32}$/;
