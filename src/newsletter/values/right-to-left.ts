import { primaryLanguage } from './primary-language.ts';

const LANGUAGES = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Whether a language (a BCP 47 tag) is written from right to left. */
export function isRightToLeft(language: string): boolean {
  return LANGUAGES.has(primaryLanguage(language));
}

/** The direction of a language's text, as a value of HTML's `dir`. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return isRightToLeft(language) ? 'rtl' : 'ltr';
}

/**
 * The engine's output for a language: left and right are swapped for a right-to-left language, and letter spacing is
 * removed from Arabic, whose letters are joined. The engine writes only left-to-right, and mail programs support no
 * style sheet that would correct it.
 */
export function mirrorIfRightToLeft(html: string, language: string): string {
  return isRightToLeft(language) ? mirror(html) : html;
}

function mirror(html: string): string {
  return html.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag
      .replace(/(?<= (?:dir|align)=")(?:auto|left|right|ltr|rtl)(?=")/g, mirrorSide)
      .replace(/(?<= style=")[^"]*(?=")/, (style) => style.split(';').map(mirrorDeclaration).join(';')),
  );
}

/**
 * Whether a text runs against the direction of a language, judged by its first letter. In markup that
 * `mirrorIfRightToLeft` will mirror, `dir="rtl"` and `text-align:right` then set it in its own direction.
 */
export function runsAgainst(language: string, text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0];
  return first !== undefined && RIGHT_TO_LEFT_LETTER.test(first) !== isRightToLeft(language);
}

const RIGHT_TO_LEFT_LETTER =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

const MIRRORED: ReadonlyMap<string, string> = new Map([
  ['left', 'right'],
  ['right', 'left'],
  ['ltr', 'rtl'],
  ['auto', 'rtl'],
  ['rtl', 'ltr'],
]);

function mirrorSide(side: string): string {
  return MIRRORED.get(side) ?? side;
}

function mirrorDeclaration(part: string): string {
  const [, property = '', value = ''] = /^([a-z-]+):(.*)$/.exec(part) ?? [];
  if (property === 'letter-spacing') return `${property}:normal`;
  if (/^(?:text-align|direction|float)$/.test(property)) return `${property}:${mirrorSide(value)}`;
  if (/^(?:padding|margin|border)-(?:left|right)\b/.test(property))
    return `${property.replace(/left|right/, mirrorSide)}:${value}`;
  const [first = '', second, third, fourth] = value.split(' ');
  if (property === 'border-radius' && third !== undefined)
    return `${property}:${second} ${first} ${fourth ?? second} ${third}`;
  if (/^(?:padding|margin)$/.test(property) && fourth !== undefined)
    return `${property}:${first} ${fourth} ${third} ${second}`;
  return part;
}
