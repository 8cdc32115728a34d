import { safeLanguage } from '#newsletter/values/dates.ts';

/** The names of months and weekdays in titles: in the school's language, and in English. */
export interface CalendarNames {
  /** Each name in lower case, with its month from 1 to 12. */
  readonly months: ReadonlyMap<string, number>;
  /** The name of another month in the same language and length. */
  readonly monthLike: (name: string, month: number) => string;
  readonly weekdays: ReadonlyMap<string, number>;
  /** The name of the weekday of a day, in the same language and length. */
  readonly weekdayLike: (name: string, day: string) => string;
}

type Style = Intl.DateTimeFormat;

// The forms in '13 November' and in 'November', which differ in Polish, for example.
const MONTH_STYLES = [
  { day: 'numeric', month: 'long' },
  { month: 'long' },
  { day: 'numeric', month: 'short' },
  { month: 'short' },
] as const;
const WEEKDAY_STYLES = [{ weekday: 'long' }, { weekday: 'short' }] as const;

/** The names in a language. They are cached: formatters are slow to create, and a school has one language. */
export function calendarNames(language: string): CalendarNames {
  const known = namesByLanguage.get(language);
  if (known !== undefined) return known;
  const names = makeNames(language);
  if (namesByLanguage.size > 20) namesByLanguage.clear();
  namesByLanguage.set(language, names);
  return names;
}
const namesByLanguage = new Map<string, CalendarNames>();

function makeNames(language: string): CalendarNames {
  const languages = [...new Set([safeLanguage(language), 'en-GB'])];
  const styles = (each: readonly Intl.DateTimeFormatOptions[]): readonly Style[] =>
    languages.flatMap((tag) =>
      each.map((options) => new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })),
    );
  const months = namesIn(styles(MONTH_STYLES), 'month', 12, (index) => Date.UTC(2026, index, 13));
  const weekdays = namesIn(styles(WEEKDAY_STYLES), 'weekday', 7, (index) => Date.UTC(2026, 10, 15 + index));
  return {
    months: new Map([...[...months].map(([name, { index }]) => [name, index + 1] as const), ['sep', 9]]),
    monthLike: (name, month) => like(name, months, 'month', Date.UTC(2026, month - 1, 13)),
    weekdays: new Map([...weekdays].map(([name, { index }]) => [name, index])),
    weekdayLike: (name, day) => like(name, weekdays, 'weekday', Date.parse(day)),
  };
}

type Known = ReadonlyMap<string, { readonly index: number; readonly style: Style }>;

function namesIn(
  styles: readonly Style[],
  part: 'month' | 'weekday',
  count: number,
  momentOf: (index: number) => number,
): Known {
  const known = new Map<string, { readonly index: number; readonly style: Style }>();
  for (const style of styles)
    for (let index = 0; index < count; index += 1) {
      const name = nameOf(style, part, momentOf(index)).toLowerCase();
      if (!known.has(name)) known.set(name, { index, style });
    }
  return known;
}

function like(name: string, known: Known, part: 'month' | 'weekday', moment: number): string {
  const style = known.get(name.toLowerCase())?.style;
  if (style === undefined) return name;
  const other = nameOf(style, part, moment);
  if (name === name.toUpperCase()) return other.toUpperCase();
  const isCapital = name.charAt(0) !== name.charAt(0).toLowerCase();
  return isCapital ? other.charAt(0).toUpperCase() + other.slice(1) : other.toLowerCase();
}

// Without the full stop of an abbreviation.
function nameOf(style: Style, part: 'month' | 'weekday', moment: number): string {
  const parts = style.formatToParts(moment);
  return (parts.find(({ type }) => type === part)?.value ?? '').replace(/\.$/, '');
}

/** A pattern of names for a regular expression. The longest ones are first: 'Sept' before 'Sep'. */
export function oneOf(names: Iterable<string>): string {
  return [...names]
    .sort((one, other) => other.length - one.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('|');
}
