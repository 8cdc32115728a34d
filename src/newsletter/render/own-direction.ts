import { runsAgainst } from '#newsletter/values/right-to-left.ts';
import { type Markup, mjml } from './mjml.ts';

/** Markup in the direction of its text, where that is not the one of the newsletter's language. */
export function inOwnDirection(language: string, text: string, markup: Markup): Markup {
  return runsAgainst(language, text) ? mjml`<div dir="rtl" style="text-align:right">${markup}</div>` : markup;
}
