import { isRightToLeft, runsAgainst } from '#newsletter/values/right-to-left.ts';
import { type Markup, mjml } from './mjml.ts';

/** Sets markup in the direction of its text, if that differs from the direction of the newsletter's language. */
export function inOwnDirection(language: string, text: string, markup: Markup): Markup {
  return runsAgainst(language, text) ? mjml`<div dir="rtl" style="text-align:right">${markup}</div>` : markup;
}

/**
 * Sets words within others in their own direction; words without letters, such as times and telephone numbers, run from
 * left to right. Uses an element that mail programs keep, as they drop `bdi`.
 */
export function inOwnRun(language: string, text: string, markup: Markup | string = text): Markup {
  const isAgainst = /\p{L}/u.test(text) ? runsAgainst(language, text) : isRightToLeft(language);
  return mjml`<span dir="${isAgainst ? 'rtl' : 'ltr'}">${markup}</span>`;
}

/** Like `inOwnRun` if the words run against the language; otherwise the markup is unchanged. */
export function inOwnRunIfAgainst(language: string, text: string, markup: Markup | string = text): Markup {
  return runsAgainst(language, text) ? inOwnRun(language, text, markup) : mjml`${markup}`;
}

/** A telephone number: at least seven digits, with the punctuation between them. Used to split text, it returns numbers at odd indexes. */
export const PHONE = /([+(]?\d(?:[ ()/.-]*\d){6,})/;

/** Text that runs from right to left, with telephone numbers from left to right. */
export function withOwnNumbers(language: string, text: string): Markup {
  const parts = text.split(PHONE);
  return mjml`${parts.map((part, index) => (index % 2 === 1 ? inOwnRun(language, part) : part))}`;
}
