import { diffArrays } from 'diff';
import { changedSide, type Merged, type ThreeSides } from './three-sides.ts';

/** The most changed words of a side; beyond that, nothing is merged. The search takes quadratic time. */
const MOST = 400;

interface Hunk {
  /** The replaced words of the base: `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
}

/** Merges texts, or HTML, whose changes are not adjacent; the same change on both sides counts once. */
export function mergeWords(sides: ThreeSides<string>): Merged<string> {
  const side = changedSide(sides);
  if (side !== null) return side;
  const base = wordsOf(sides.base);
  const [theirs, own] = [sides.theirs, sides.mine].map((side) => hunksOf(base, wordsOf(side)));
  if (!theirs || !own) return null;
  const known = new Set(theirs.map((hunk) => JSON.stringify(hunk)));
  const mine = own.filter((hunk) => !known.has(JSON.stringify(hunk)));
  if (theirs.some((their) => mine.some((my) => touch(base, their, my)))) return null;
  const words = [...base];
  // From the end, so that the earlier indexes stay valid.
  for (const { from, to, words: put } of [...theirs, ...mine].sort((one, other) => other.from - one.from))
    words.splice(from, to - from, ...put);
  const value = words.join('');
  return isWellFormed(value) ? { value } : null;
}

// Tags, words and white space.
function wordsOf(text: string): string[] {
  return text.match(/<[^>]*>|\s+|[^<\s]+|</g) ?? [];
}

function hunksOf(base: readonly string[], side: readonly string[]): readonly Hunk[] | null {
  const runs = diffArrays([...base], [...side], { maxEditLength: MOST });
  if (runs === undefined) return null;
  const hunks: Hunk[] = [];
  let at = 0;
  for (const { added, removed, value } of runs) {
    const last = hunks.at(-1);
    if (!added && !removed) at += value.length;
    else {
      const hunk = { from: at, to: at + (removed ? value.length : 0), words: added ? value : [] };
      at = hunk.to;
      // Removed and added words at one place replace each other.
      if (last !== undefined && last.to === hunk.from)
        hunks[hunks.length - 1] = { from: last.from, to: hunk.to, words: [...last.words, ...hunk.words] };
      else hunks.push(hunk);
    }
  }
  return hunks;
}

/** Whether there is no word between two changes. */
function touch(base: readonly string[], one: Hunk, other: Hunk): boolean {
  const [first, second] = one.from <= other.from ? [one, other] : [other, one];
  return base.slice(first.to, second.from).join('').trim() === '';
}

/** Whether tags are closed in the right order: changes from two well-formed texts may cross. */
function isWellFormed(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gi)) {
    if (name === 'br') continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}
