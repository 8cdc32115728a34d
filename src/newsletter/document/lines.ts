import { cleanText, type Markup, mjml } from '#newsletter/render/mjml.ts';
import { withOwnNumbers } from '#newsletter/render/own-direction.ts';
import { withoutInvisible } from '#newsletter/values/invisible.ts';
import { isRightToLeft } from '#newsletter/values/right-to-left.ts';

/** Multi-line texts, which unlike other fields keep their line breaks. */

/** Cleans each line with `cleanText` and `withoutInvisible`, and removes empty lines at the start and end. */
export function cleanLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => cleanText(withoutInvisible(line)).trimEnd())
    .join('\n')
    .trim();
}

/** Joins the lines with separators, so that a heading does not run into the text below it: 'Sports day · We ran'. */
export function inOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .reduce(
      (joined, line) => (joined === '' ? line : `${joined}${/[.,:;!?…]$/.test(joined) ? ' ' : ' · '}${line}`),
      '',
    );
}

/** The lines as markup, separated by `br`; telephone numbers run from left to right in every language. */
export function linesMarkup(text: string, language: string): Markup {
  const lines = text.trim().split('\n');
  const own = (line: string) => (isRightToLeft(language) ? withOwnNumbers(language, line) : line);
  return mjml`${lines.map((line, index) => mjml`${index > 0 && mjml`<br />`}${own(line)}`)}`;
}
