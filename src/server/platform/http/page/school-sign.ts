import { WIDE_LOGO_ASPECT } from '#newsletter/values/branding.ts';
import { type Html, html } from '#server/platform/http/html.ts';
import type { SchoolLook } from './school-styles.ts';

/** The school's logo or name above a page, as a link if it leads somewhere. */
export function schoolSign(school: SchoolLook, path: string | null): Html {
  const isWide = school.logoAspect === null || school.logoAspect >= WIDE_LOGO_ASPECT;
  const name = html`<span dir="auto">${school.name}</span>`;
  const sign = school.logo === null ? name : logo(school, isWide);
  const shown = school.logo !== null && !isWide ? html`${sign}${name}` : sign;
  return path === null
    ? html`<div class="top"><div class="school">${shown}</div></div>`
    : html`<div class="top"><a class="school" href="${path}">${shown}</a></div>`;
}

// A wide logo holds the school's name; a crest is shown beside it.
function logo({ logo, name, logoAspect }: SchoolLook, isWide: boolean): Html {
  const width = Math.round(56 * (logoAspect ?? WIDE_LOGO_ASPECT));
  return html`<img class="logo" src="${logo ?? ''}" alt="${isWide ? name : ''}" width="${width}" height="56">`;
}
