import { cleanText, type Markup, mjml } from '#newsletter/render/mjml.ts';
import { withoutInvisible } from '#newsletter/values/invisible.ts';

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

/** The lines behind one another, so that a heading does not run into the words below it: 'Sports day · We ran'. */
export function inOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .reduce(
      (said, line) => (said === '' ? line : `${said}${/[.,:;!?…]$/.test(said) ? ' ' : ' · '}${line}`),
      '',
    );
}

/** The lines as markup, separated by `br`. */
export function linesMarkup(text: string): Markup {
  return mjml`${text
    .trim()
    .split('\n')
    .map((line, index) => mjml`${index > 0 && mjml`<br />`}${line}`)}`;
}
