import { SEPARATOR } from './written-parts.ts';
import { isPlace } from './written-place.ts';

/** Tells the event's own time from other times: 'doors open at 5.45pm', 'bring £1 by 9am'. */

/** Words before a time that is not the event's beginning. */
const OTHERS =
  'by|until|till?|before|after|than|latest|doors?|gates?|open(?:s|ing)?|close[sd]?|closing|shuts?|ends?|ending|finish(?:es|ing)?' +
  '|leaves?|leaving|departs?|returns?|returning|back|arrives?|bring|collect' +
  "|bis|vor|avant|jusqu[’']?|hasta|antes|fino|entro|tot|voor|até|do|tan|erbyn|gu|حتى|قبل|بعد";
const BEFORE_OTHERS = new RegExp(`(?<![\\p{L}])(?:${OTHERS})[\\s:–—-]*$`, 'iu');

/**
 * Whether a time in a line without its day is the event's own: after the title, at the start of a part, after the
 * place, or as a range.
 */
export function isOwnTime(line: string, { from, isRange }: { from: number; isRange: boolean }): boolean {
  const before = line.slice(0, from);
  if (BEFORE_OTHERS.test(before)) return false;
  const parts = before.split(/\n+/).flatMap((part) => part.split(SEPARATOR));
  const words = parts.pop() ?? '';
  const isInTitle = parts.every((part) => !/\p{L}/u.test(part));
  return isInTitle || isRange || words.trim() === '' || isPlace(words);
}
