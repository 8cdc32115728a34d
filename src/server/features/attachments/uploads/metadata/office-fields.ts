import { ActiveContent } from './active-content.ts';
import { decodedXml } from './xml-references.ts';

/**
 * Fields and drawings of a document that load or start something unasked, without a relationship. Source: ECMA-376 part 1, 17.16.5, and
 * part 4, 19.1.
 */

const STARTS = /(?:^|[\s;"])DDE(?:AUTO)?(?=[\s\\"&]|$)/i;
const FETCHES = /^[\s"]*(?:INCLUDE(?:PICTURE|TEXT)?|IMPORT|LINK|DATABASE|RD)(?=[\s\\"]|$)/i;
// Remains where the marks of fields are not what they seem.
const HIDDEN = /INCLUDE(?:PICTURE|TEXT)/i;

const FIELD_PART =
  /<(?:[\w.-]+:)?(?:fldChar\s([^<>]*)|(?:instrText|delInstrText)(?:\s[^<>]*)?(?<!\/)>([^<]*)(<[^/])?)/g;
const FIELD_MARK = /fldCharType\s*=\s*["'](\w+)/;
const SIMPLE_FIELD = /(\s(?:[\w.-]+:)?instr\s*=\s*)(?:"([^"]*)"|'([^']*)')/g;
const DRAWN = /<(?:[\w.-]+:)?(?:imagedata|fill|stroke|image)\s[^<>]*/g;
const SOURCE = /(\s(?:[\w.-]+:)?(?:href|althref|src)\s*=\s*)(?:"([^"]*)"|'([^']*)')/g;
const ELSEWHERE = /^\s*(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i;

/** A piece of a field's instruction: Word joins the pieces. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * XML without field instructions and drawing sources that fetch something from elsewhere; a field's last result stays. Throws
 * `ActiveContent` if a field starts a program.
 */
export function withoutFetching(xml: string): string {
  const fields = fieldsOf(xml);
  const fetching = fields.filter((field) => fetches(wordsOf(field)));
  const others = fields.filter((field) => !fetching.includes(field)).flat();
  if (HIDDEN.test(wordsOf(others)) || STARTS.test(wordsOf(others)))
    throw new ActiveContent('It has a field that hides what it does');
  const cuts = fetching.flat().sort(inOrder);
  const kept = [...cuts, { from: xml.length, to: xml.length }].map(({ from }, at) =>
    xml.slice(cuts[at - 1]?.to ?? 0, from),
  );
  const emptied = (text: string, values: RegExp, isRemoved: (value: string) => boolean) =>
    text.replace(values, (whole, start: string, double?: string, single?: string) =>
      isRemoved(decodedXml(double ?? single ?? '')) ? `${start}""` : whole,
    );
  return emptied(kept.join(''), SIMPLE_FIELD, fetches).replace(DRAWN, (tag) =>
    emptied(tag, SOURCE, (value) => ELSEWHERE.test(value)),
  );
}

const inOrder = (one: Piece, other: Piece) => one.from - other.from;

function wordsOf(pieces: readonly Piece[]): string {
  return pieces
    .toSorted(inOrder)
    .map(({ text }) => text)
    .join('');
}

function fetches(instruction: string): boolean {
  if (STARTS.test(instruction)) throw new ActiveContent('It has a field that starts a program');
  return FETCHES.test(instruction);
}

/** The instructions of all fields, which may be nested, piece by piece. */
function fieldsOf(xml: string): Piece[][] {
  const ended: Piece[][] = [];
  const open: Piece[][] = [[]];
  for (const { index, 0: whole, 1: mark, 2: text = '', 3: hidden } of xml.matchAll(FIELD_PART)) {
    if (hidden !== undefined) throw new ActiveContent('It has a field that hides its words');
    if (mark === undefined) {
      const to = index + whole.length;
      open.at(-1)?.push({ from: to - text.length, to, text: decodedXml(text) });
      continue;
    }
    const kind = FIELD_MARK.exec(mark)?.[1];
    if (kind === 'begin') open.push([]);
    else if (kind === 'end' && open.length > 1) ended.push(open.pop() ?? []);
    // The field's last result follows, perhaps with other fields.
    else if (kind === 'separate') ended.push(open.at(-1)?.splice(0) ?? []);
  }
  return [...ended, ...open];
}
