import { daysBetween } from '#newsletter/values/day-arithmetic.ts';
import { nextDay, nextDayFrom, type Rhythm, rhythmOf } from './rhythm.ts';
import { type TitlePart, titleParts } from './title-parts.ts';

/** An earlier issue: its title, the day in its masthead, and a day close to its publishing. */
export interface Issue {
  readonly title: string;
  /** `YYYY-MM-DD`; null: the author has not set it. */
  readonly issueDate: string | null;
  readonly about: string;
}

/** The title and day of the next issue. */
export interface NextIssue {
  readonly title: string;
  readonly day: string;
  /** The day of the issue that it follows. */
  readonly after: string;
  /** The day on which the issue after it is due. */
  readonly following: string;
}

const DEFAULT_RHYTHM: Rhythm = 'weekly';

/**
 * The issue after `last`. Its distance is that of earlier issues whose titles differ only in date and number; or else
 * what the title says in weeks or months; or else that of all issues; or else a week. A title without date, season and
 * number stays unchanged. `on`: this day instead; `every`: the interval between issues, if known. Days are
 * `YYYY-MM-DD`.
 */
export function nextIssue(
  last: Issue,
  earlier: readonly Issue[],
  {
    language,
    today,
    on,
    every,
  }: { readonly language: string; readonly today: string; readonly on?: string; readonly every?: Rhythm },
): NextIssue {
  const read = (issue: Issue) => readIssue(issue, language);
  const { parts, day: after, series } = read(last);
  const others = earlier.map(read).filter((issue) => issue.day <= after);
  const same = others.filter((issue) => issue.series === series).map((issue) => issue.day);
  const days = [...same, after];
  const measured = every ?? rhythmOf(days);
  const stated = parts.find((part) => part.rhythm !== null)?.rhythm ?? null;
  const usual = rhythmOf(others.map((issue) => issue.day)) ?? DEFAULT_RHYTHM;
  // A season in a title moves only the title: nobody wants a day that is a term away.
  const rhythm = measured ?? (stated === 'termly' ? null : stated) ?? usual;
  const day = on ?? nextDayFrom(after, rhythm, days, today);
  const following = nextDay(day, rhythm, [...days, day]);
  const step = { from: after, to: day, rhythm: measured ?? stated ?? usual };
  return { title: replaceParts(last.title, parts, (part) => part.next(step)), day, after, following };
}

/** The day of an issue: set by its author, or else from its title, or else close to its publishing. */
export function issueDay(issue: Issue, language: string): string {
  return readIssue(issue, language).day;
}

/** The day in a title; null if there is none. `near` is a day close to the publishing, which determines the year. */
export function dayInTitle(title: string, language: string, near: string): string | null {
  return dayOfParts(titleParts(title, language, near));
}

function dayOfParts(parts: readonly TitlePart[]): string | null {
  return parts.find((part) => part.day !== null && part.rhythm === null)?.day ?? null;
}

/** The most days to a day in a title: one further ahead belongs to another event. */
const ABOUT_DAYS = 31;

function readIssue({ title, issueDate, about }: Issue, language: string) {
  const parts = titleParts(title, language, issueDate ?? about);
  const inTitle = dayOfParts(parts);
  const series = replaceParts(title, parts, () => '#')
    .toLowerCase()
    .trim();
  const own = inTitle !== null && daysBetween(about, inTitle) <= ABOUT_DAYS ? inTitle : about;
  return { parts, series, day: issueDate ?? own };
}

function replaceParts(
  title: string,
  parts: readonly TitlePart[],
  wordsOf: (part: TitlePart) => string,
): string {
  let end = 0;
  let written = '';
  for (const part of parts) {
    // If parts overlap, the first one counts.
    if (part.index < end) continue;
    written += title.slice(end, part.index) + wordsOf(part);
    end = part.index + part.words.length;
  }
  return written + title.slice(end);
}
