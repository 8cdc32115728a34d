import { daysBetween } from './days.ts';
import { nextDay, nextDayFrom, type Rhythm, rhythmOf } from './rhythm.ts';
import { type TitlePart, titleParts } from './title-parts.ts';

/** An issue so far: its title, the day in its masthead, and a day about when it came out. */
export interface Issue {
  readonly title: string;
  /** `YYYY-MM-DD`; null: not set by its author. */
  readonly issueDate: string | null;
  readonly about: string;
}

/** Title and day of the issue that follows. */
export interface NextIssue {
  readonly title: string;
  readonly day: string;
  /** The day of the issue that it follows. */
  readonly after: string;
  /** The day on which the one after it is due. */
  readonly following: string;
}

const DEFAULT_RHYTHM: Rhythm = 'weekly';

/**
 * The issue after `last`. Its distance is that of the earlier issues with the same title apart from date and number, or
 * else what the title says in weeks or months, or else that of all issues, or else a week. A title without date, season and
 * number stays as it is. `on`: that day instead; `every`: how often issues come, where that is known. Days are `YYYY-MM-DD`.
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
  const said = parts.find((part) => part.rhythm !== null)?.rhythm ?? null;
  const usual = rhythmOf(others.map((issue) => issue.day)) ?? DEFAULT_RHYTHM;
  // A season in a title moves the title alone: nobody has asked for a day that is a term away.
  const rhythm = measured ?? (said === 'termly' ? null : said) ?? usual;
  const day = on ?? nextDayFrom(after, rhythm, days, today);
  const following = nextDay(day, rhythm, [...days, day]);
  const step = { from: after, to: day, rhythm: measured ?? said ?? usual };
  return { title: replaceParts(last.title, parts, (part) => part.next(step)), day, after, following };
}

/** The day of an issue: as its author set it, or else as its title says, or else about when it came out. */
export function issueDay(issue: Issue, language: string): string {
  return readIssue(issue, language).day;
}

/** The day that a title says; null if it says none. `near` is a day about when the issue comes out: it tells the year. */
export function dayInTitle(title: string, language: string, near: string): string | null {
  return dayOfParts(titleParts(title, language, near));
}

function dayOfParts(parts: readonly TitlePart[]): string | null {
  return parts.find((part) => part.day !== null && part.rhythm === null)?.day ?? null;
}

/** A day in a title that is further ahead is that of something else. */
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
    // Parts that overlap: the first one counts.
    if (part.index < end) continue;
    written += title.slice(end, part.index) + wordsOf(part);
    end = part.index + part.words.length;
  }
  return written + title.slice(end);
}
