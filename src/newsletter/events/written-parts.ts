/** Splits the words of a line into the title of an event and the text after it. */

/** Abbreviations that end with a full stop within a sentence; initials do, too. */
const SHORTENED = 'St|Ste|Sta|Mr|Mrs|Ms|Dr|Prof|Rev|Fr|Hr|Sr|Sra|Sig|Mme|No|Nr|Yr|Kl|Hl|ul|\\p{L}';
/** German nouns after an ordinal number with a full stop: '3. Klasse'. */
const COUNTED = 'Advent|Halbj|Jahrg|Klass|Schul|Stufe|Stunde';
const SENTENCE_END = `(?<!(?<!\\p{L})(?:${SHORTENED}))\\.\\s+(?=[\\p{Lu}\\p{Sc}\\p{N}])(?!(?<=\\d\\.\\s+)(?:${COUNTED}))`;
/** The separators between a title and the text after it: a dash between spaces, a colon, a comma, a full stop before a new sentence. */
export const SEPARATOR = new RegExp(`\\s+[–—-]+\\s+|\\s*[:;؛|]\\s+|[,،]\\s+|${SENTENCE_END}`, 'u');
/** A part that is entirely in brackets. */
const BRACKETS = /^\(([^()]*)\)$/;
const AROUND = /^[\s,،;؛:|()–—·•-]+|[\s,،;؛:|(–—·-]+$/g;
/** 'on', before a day. */
const BEFORE_DAY = /(?:^|\s)(?:on|am|le|el|il|op|dnia|ar|(?:في\s+)?يوم|في)$/i;
/** A time, which stays with the words before it. */
const TIMED = /\d\s?(?:[ap]\.?m\b|uhr|uur)|\d[:.h]\d\d/i;

/** The title and the parts after it; empty without words. Words that were read before are gaps of line breaks. */
export function writtenPartsOf(words: string): readonly string[] {
  const parts = words
    .split(/\n+/)
    .map((part) =>
      part
        .trim()
        .replace(BRACKETS, '$1')
        .replace(AROUND, '')
        .replace(BEFORE_DAY, '')
        .replace(/\s+/g, ' ')
        .replace(AROUND, ''),
    )
    .filter((part) => part !== '');
  const [first, ...others] = parts;
  if (first === undefined || (others.length > 0 && !TIMED.test(first))) return parts;
  const found = SEPARATOR.exec(first);
  if (found === null) return parts;
  return [first.slice(0, found.index), first.slice(found.index + found[0].length), ...others];
}
