/** Parts the words of a line into the title of an event and what follows. */

/** Words that end with a full stop within a sentence; so do initials. */
const SHORTENED = 'St|Ste|Sta|Mr|Mrs|Ms|Dr|Prof|Rev|Fr|Hr|Sr|Sra|Sig|Mme|No|Nr|Yr|Kl|Hl|ul|\\p{L}';
/** What German counts with a full stop: '3. Klasse'. */
const COUNTED = 'Advent|Halbj|Jahrg|Klass|Schul|Stufe|Stunde';
const SENTENCE_END = `(?<!(?<!\\p{L})(?:${SHORTENED}))\\.\\s+(?=[\\p{Lu}\\p{Sc}\\p{N}])(?!(?<=\\d\\.\\s+)(?:${COUNTED}))`;
/** What separates a title from what follows: a dash between spaces, a colon, a comma, a full stop before a new sentence. */
export const SEPARATOR = new RegExp(`\\s+[–—-]+\\s+|\\s*[:;؛|]\\s+|[,،]\\s+|${SENTENCE_END}`, 'u');
/** Words that are all in brackets. */
const BRACKETS = /^\(([^()]*)\)$/;
const AROUND = /^[\s,،;؛:|()–—·•-]+|[\s,،;؛:|(–—·-]+$/g;
/** 'on', before a day. */
const BEFORE_DAY = /(?:^|\s)(?:on|am|le|el|il|op|dnia|ar|(?:في\s+)?يوم|في)$/i;
/** A time that stays with its words. */
const TIMED = /\d\s?(?:[ap]\.?m\b|uhr|uur)|\d[:.h]\d\d/i;

/** The title and what follows it; empty without words. What has been understood is a gap of line breaks. */
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
