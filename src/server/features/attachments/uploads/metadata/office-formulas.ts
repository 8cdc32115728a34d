import { Transform } from 'node:stream';
import { ActiveContent } from './active-content.ts';
import { Malformed } from './bytes.ts';
import { decodedXml } from './xml-references.ts';

/** Formulas of a workbook that load or start something unasked when it opens. Source: ECMA-376 part 1, 18.17. */

/** A formula's element and its text, up to the next '<'. Names, rules, tables and charts have formulas, too. */
const FORMULA =
  /^<((?:[\w.-]+:)?(f|formula\d?|oldFormula|definedName|calculatedColumnFormula|totalsRowFormula)(?:\s[^>]*)?)>([\s\S]*)$/;
const SHARED = /\ssi\s*=\s*["'](\d+)["']/;
const ASKING = 'WEBSERVICE|IMAGE|RTD|SQL\\.REQUEST|IMPORT(?:DATA|FEED|HTML|RANGE|XML)';
/** Calls of functions that query a server or a program unasked; `_xleta` names one that another calls. */
const FETCHES = new RegExp(`(?<!\\w)(?:${ASKING})\\s*\\(|_xleta\\.(?:${ASKING})\\b`, 'i');
/** A reference to a cell of a file elsewhere. */
const ELSEWHERE = /'(?:[a-z][a-z\d+.-]+:|[\\/]{2})/i;
const STARTS = /\||(?<![\w.])(?:CALL|REGISTER(?:\.ID)?|EXEC)\s*\(/i;
const STRINGS = /"[^"]*"/g;
const NAMES = /'[^']*'|\[[^\]]*\]/g;
const NUL = /\0/g;
/** More bytes than any cell has, with room for the queries that Excel keeps in one element of `customXml` ([MS-QDEFF]). */
const PIECE_MAX = 8 * 1024 * 1024;

/**
 * Passes an XML part on without formulas that load something from elsewhere; a cell's last value stays. Fails with `ActiveContent` if a
 * formula starts a program or hides its text. Buffers only the text between two elements, as sheets are large.
 */
export function withoutFetchingFormulas(): Transform {
  const clean = cleaner();
  let rest = '';
  const pass = (pieces: readonly string[]) => {
    const cleaned = pieces.map((piece) => {
      const narrow = piece.replace(NUL, '');
      const safe = clean(narrow);
      if (safe === narrow) return piece;
      if (narrow !== piece) throw new ActiveContent('It has a formula in UTF-16 that loads something');
      return safe;
    });
    return Buffer.from(cleaned.join(''), 'latin1');
  };
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      // Latin-1 maps every byte to one character, and all search patterns are ASCII.
      const pieces = `${rest}${chunk.toString('latin1')}`.split(/(?=<)/);
      rest = pieces.pop() ?? '';
      if (rest.length > PIECE_MAX) return done(new Malformed('A part is too large'));
      attempt(() => pass(pieces), done);
    },
    flush: (done) => attempt(() => pass([rest]), done),
  });
}

function attempt(work: () => Buffer, done: (error: Error | null, bytes?: Buffer) => void): void {
  try {
    done(null, work());
  } catch (error) {
    done(error instanceof Malformed ? error : new Malformed('It is no XML'));
  }
}

/** Cleans the pieces of a part, each from its '<' to the next one. */
function cleaner(): (piece: string) => string {
  const removedShared = new Set<string>();
  let before: 'formula' | 'gone' | null = null;
  return (piece) => {
    if (before !== null && !piece.startsWith('</'))
      throw new ActiveContent('It has a formula that hides its words');
    const isEndOfRemoved = before === 'gone';
    before = null;
    if (isEndOfRemoved) return piece.slice(piece.indexOf('>') + 1);
    const [, tag = '', name, words = ''] = FORMULA.exec(piece) ?? [];
    if (name === undefined) return piece;
    const shared = SHARED.exec(tag)?.[1];
    if (tag.endsWith('/')) return shared !== undefined && removedShared.has(shared) ? words : piece;
    // Newer rules hold their formula in an element of its own.
    if (name === 'f' || words.trim() !== '') before = 'formula';
    if (!fetches(decodedXml(words))) return piece;
    // A cell keeps its last value. Elsewhere there must be a formula.
    if (name !== 'f') return `<${tag}>0`;
    if (shared !== undefined) removedShared.add(shared);
    before = 'gone';
    return '';
  };
}

function fetches(formula: string): boolean {
  const words = formula.replace(STRINGS, '""');
  // DDE: a program, '|', and the query.
  if (STARTS.test(words.replace(NAMES, '')))
    throw new ActiveContent('It has a formula that starts a program');
  return FETCHES.test(words) || ELSEWHERE.test(words);
}
