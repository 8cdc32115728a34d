import { isOwnTime } from './own-time.ts';
import { plainScript } from './plain-script.ts';
import { endsNextDay } from './when.ts';
import { TO } from './written-day.ts';

/** Finds the times of an event in words: '18:00', '6pm', '6.30–8pm', 'von 9 bis 11 Uhr', '18h30'. */

export interface WrittenTime {
  readonly from: number;
  readonly to: number;
  /** `HH:MM` */
  readonly time: string;
  readonly end: string | null;
}

const BEFORE =
  '(?:(?<![\\p{L}])(?:from|at|um|von|ab|de|desde|a las?|as|às|à|alle|dalle|ore|om|van|od|godz\\.|o|am|rhwng|(?:من )?الساعة|من|في)\\s+)?';
const SUFFIX = 'a\\.?m\\.?|p\\.?m\\.?|noon|uhr|h|uur|صباح\u064b?ا|ظهر\u064b?ا|مساء\u064b?|[صم]';
const time = (name: string) =>
  `(?<${name}Hour>\\d{1,2})(?:(?<${name}Sign>[:.h])(?<${name}Minute>[0-5]\\d))?(?:\\s?(?<${name}Suffix>${SUFFIX}))?(?![\\p{L}\\p{N}%])`;
const PATTERN = new RegExp(
  `${BEFORE}(?<![\\p{L}\\p{N}.:£€$])${time('start')}(?:${TO}${time('end')})?`,
  'giu',
);

/** The first own time in a line. One with a point, like 18.00, only counts at `after`, the position at which the day ends. */
export function findTime(line: string, after: number): WrittenTime | null {
  for (const { index, 0: words, groups = {} } of plainScript(line).matchAll(PATTERN)) {
    const isBesideDay = index >= after && /^[\s,،;|–—-]*$/.test(line.slice(after, index));
    const isTime = (name: 'start' | 'end') =>
      groups[`${name}Suffix`] !== undefined ||
      [':', 'h'].includes(groups[`${name}Sign`] ?? '') ||
      (isBesideDay && groups[`${name}Sign`] === '.');
    const hasEnd = groups.endHour !== undefined && isTime('end');
    if (!hasEnd && !isTime('start')) continue;
    const end = hasEnd ? clock(groups.endHour, groups.endMinute, groups.endSuffix) : null;
    const start = startOf(groups, end);
    if (start === null) continue;
    const isRange = end !== null && (end > start || endsNextDay({ time: start, end }));
    if (!isOwnTime(line, { from: index, isRange })) continue;
    const to = index + (isRange || groups.endHour === undefined ? words.length : lengthOfFirst(words));
    return { from: index, to, time: start, end: isRange ? end : null };
  }
  return null;
}

/** In '6–8pm' the first time has the same half of the day as the second, in '11–1pm' the other. */
function startOf(groups: Readonly<Record<string, string | undefined>>, end: string | null): string | null {
  const { startHour, startMinute, startSuffix, endSuffix } = groups;
  if (end === null || startSuffix !== undefined) return clock(startHour, startMinute, startSuffix);
  const like = clock(startHour, startMinute, endSuffix);
  return like !== null && like < end ? like : clock(startHour, startMinute, undefined);
}

function lengthOfFirst(words: string): number {
  return words.search(new RegExp(`${TO}\\d`, 'iu'));
}

function clock(hour = '', minute = '00', suffix = ''): string | null {
  const half = /^[apnصظم]/i.exec(suffix)?.[0].toLowerCase();
  const given = Number(hour);
  if (half !== undefined && (given < 1 || given > 12)) return null;
  const hours = half === undefined ? given : (given % 12) + ('aص'.includes(half) ? 0 : 12);
  return hours > 23 ? null : `${String(hours).padStart(2, '0')}:${minute}`;
}
