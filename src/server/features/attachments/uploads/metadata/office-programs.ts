import { ActiveContent } from './active-content.ts';

/** What starts programs from within a document's parts. Source: ECMA-376 part 1, 17.16.5 and 18.14.4; [MS-OLEDS] 2.3.6. */

/** Whether a part, by its name, is an object of another program. */
export const isObject = (name: string) => /\/embeddings\/[^/]*\.(?:bin|ole)$/i.test(name);

// A package of any file, such as a program, beside pictures of equations and charts, which stay.
const PACKAGE = Buffer.from('Ole10Native', 'utf16le');
const NUL = /\0/g;
const INSTRUCTION = /<(?:[\w.-]+:)?instrText(?:\s[^<>]*)?>([^<]*)/g;
const SIMPLE_FIELD = /\s(?:[\w.-]+:)?instr\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const DDE = /(?:^|[\s;])DDE(?:AUTO)?[\s\\"&]/i;
const DDE_LINK = /<(?:[\w.-]+:)?ddeLink\s/i;

/** Throws `ActiveContent` if an object is a packed file. */
export function refusePackage(object: Buffer): void {
  if (object.includes(PACKAGE)) throw new ActiveContent('It has a file packed in it');
}

/** Throws `ActiveContent` if an XML part has a field or link that asks a program for its text (DDE). */
export function refusePrograms(part: Buffer): void {
  const xml = part.toString('latin1').replace(NUL, '');
  // Word joins the pieces of an instruction.
  const pieces = [...xml.matchAll(INSTRUCTION)].map(([, text = '']) => text);
  const fields = [...xml.matchAll(SIMPLE_FIELD)].map(([, double, single]) => double ?? single ?? '');
  if (DDE.test(`${pieces.join('')};`) || fields.some((field) => DDE.test(`${field} `)) || DDE_LINK.test(xml))
    throw new ActiveContent('It has a field that starts a program');
}
