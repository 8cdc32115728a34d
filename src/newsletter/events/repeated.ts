import { calendarNames, oneOf } from '#newsletter/issues/months.ts';
import { plainScript } from './plain-script.ts';

/** Lines about repeated events, such as 'First Friday of each month: coffee'. No day is read from them: only a person knows which one. */

/** A longer line is a paragraph that mentions a habit. */
const LINE_MAX = 160;
const NAMED_MAX = 3;

/** 'Each' and 'every' in the languages of newsletters; 'first' to 'last', before a weekday; and units, such as weeks. */
const EACH =
  'each|every|alternate|jeden|jede[rsn]?|chaque|tous les|toutes les|cada|todos los|todas las|todos os|todas as|ogni|elke|iedere|każd(?:y|ą|ego|ej)|co|bob|gach|a h-uile|كل';
const COUNTED =
  'first|second|third|fourth|last|other|1st|2nd|3rd|4th|(?:erste|zweite|dritte|letzte)[rns]?|premier|dernier|primer|último|primo|ultimo|eerste|laatste|pierwsz[ya]|ostatni[a]?|primeir[oa]|cyntaf|olaf';
const SPANS =
  'days?|weekdays?|school days?|mornings?|afternoons?|evenings?|weeks?|fortnights?|months?|half[- ]terms?|terms?';

/** Whether a line is about a repeated event, or only names a weekday. */
export function seemsRepeated(line: string, language: string): boolean {
  const weekday = weekdayIn(language);
  return (
    isEach(line, language) ||
    matches(line, [
      `${word(COUNTED)}\\s+(?:school\\s+)?${word(weekday)}`,
      // 'Mondays': a form that only English has.
      word('(?:mon|tues|wednes|thurs|fri|satur|sun)days'),
      `^(?:${weekday}|weekly|fortnightly|monthly|termly)\\s*[:–—-]`,
    ])
  );
}

/** Whether a line says 'each' about a day: a day in it is the first one, or one of many. */
export function isEach(line: string, language: string): boolean {
  return matches(line, [
    `${word(EACH)}\\s+(?:(?:${COUNTED})\\s+)?${word(`${weekdayIn(language)}|${SPANS}`)}`,
  ]);
}

function matches(line: string, patterns: readonly string[]): boolean {
  const words = plainScript(line.trim());
  return words.length <= LINE_MAX && new RegExp(patterns.join('|'), 'iu').test(words);
}

function weekdayIn(language: string): string {
  return `(?:${oneOf([...calendarNames(language).weekdays.keys()].map(plainScript))})s?`;
}

function word(words: string): string {
  return `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`;
}

/** '1 line was not read: ‘First Friday of each month: coffee’'; null for none. */
export function notReadWords(lines: readonly string[]): string | null {
  if (lines.length === 0) return null;
  const shown = lines.slice(0, NAMED_MAX).map((line) => `‘${line.replaceAll('\n', ' ').trim()}’`);
  const more = lines.length > NAMED_MAX ? ` and ${lines.length - NAMED_MAX} more` : '';
  return `${lines.length === 1 ? '1 line was' : `${lines.length} lines were`} not read: ${shown.join(', ')}${more}`;
}
