import { cleanText, type Markup, mjml } from '#newsletter/render/mjml.ts';

/** Texts of several lines, which unlike other fields keep their line breaks. */

/** Each line as `cleanText` makes it; no empty lines before the first and after the last. */
export function cleanLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => cleanText(line).trimEnd())
    .join('\n')
    .trim();
}

/** The lines one below the other. */
export function linesMarkup(text: string): Markup {
  return mjml`${text
    .trim()
    .split('\n')
    .map((line, index) => mjml`${index > 0 && mjml`<br />`}${line}`)}`;
}
