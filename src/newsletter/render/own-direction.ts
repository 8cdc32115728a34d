import { isRightToLeft, runsAgainst } from '#newsletter/values/right-to-left.ts';
import { type Markup, mjml } from './mjml.ts';

/** Markup in the direction of its text, where that is not the one of the newsletter's language. */
export function inOwnDirection(language: string, text: string, markup: Markup): Markup {
  return runsAgainst(language, text) ? mjml`<div dir="rtl" style="text-align:right">${markup}</div>` : markup;
}

/**
 * Words within others, in their own direction: without letters, as times and telephone numbers are, from left to right. An
 * element that mail programs keep, which drop `bdi`.
 */
export function inOwnRun(language: string, text: string, markup: Markup | string = text): Markup {
  const isAgainst = /\p{L}/u.test(text) ? runsAgainst(language, text) : isRightToLeft(language);
  return mjml`<span dir="${isAgainst ? 'rtl' : 'ltr'}">${markup}</span>`;
}

/** As `inOwnRun`, where the words run against the language; otherwise the markup as it is. */
export function inOwnRunIfAgainst(language: string, text: string, markup: Markup | string = text): Markup {
  return runsAgainst(language, text) ? inOwnRun(language, text, markup) : mjml`${markup}`;
}

/** A telephone number: seven digits or more, with what is printed between them. Splits words at each second part. */
export const PHONE = /([+(]?\d(?:[ ()/.-]*\d){6,})/;

/** Words that run from right to left, whose telephone numbers do not. */
export function withOwnNumbers(language: string, text: string): Markup {
  const parts = text.split(PHONE);
  return mjml`${parts.map((part, index) => (index % 2 === 1 ? inOwnRun(language, part) : part))}`;
}
