import { inColours } from '#newsletter/designs/colours.ts';
import type { Design } from '#newsletter/designs/design.ts';
import { designOf } from '#newsletter/designs/index.ts';
import type { Target } from '#newsletter/document/block.ts';
import { type Composition, compose } from '#newsletter/document/composition.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { NEWSLETTER_WIDTH } from '#newsletter/document/layout.ts';
import { type Palette, type SchoolBranding, WIDE_LOGO_ASPECT } from '#newsletter/values/branding.ts';
import { fullDate } from '#newsletter/values/dates.ts';
import { pictureAddress } from '#newsletter/values/url.ts';
import { fontsOf, sheetPalette } from './block-context.ts';
import { envelope } from './frame.ts';
import type { Markup } from './mjml.ts';

/** The input for a masthead. */
export type MastheadInput = {
  readonly title: string;
  readonly document: NewsletterDocument;
  readonly school: SchoolBranding;
  readonly origin: string;
  /** The day that it shows if the newsletter has no date of its own, `YYYY-MM-DD`. */
  readonly today: string;
  readonly target?: Target;
};

/** The MJML of a newsletter's masthead alone. */
export function compileMasthead(source: MastheadInput): string {
  const target = source.target ?? 'page';
  const { document } = source;
  const school = inColours(source.school, document.colours);
  const design = designOf(document.design, school.design);
  const body = mastheadMarkup({
    ...source,
    school,
    target,
    design,
    palette: sheetPalette(school, design),
    composition: compose(document, design),
  });
  return envelope({
    title: '',
    design,
    language: school.language,
    target,
    width: NEWSLETTER_WIDTH,
    background: null,
    body,
  });
}

type MastheadParts = MastheadInput & {
  readonly target: Target;
  readonly design: Design;
  readonly palette: Palette;
  readonly composition: Composition;
};

/** The masthead of a newsletter that is already laid out. */
export function mastheadMarkup(source: MastheadParts): Markup {
  const { school, origin, design, palette, composition, document, today, target } = source;
  const url = pictureAddress(school.logo ?? '', origin);
  const aspect = school.logo_aspect ?? null;
  const picture = composition.cover?.picture;
  const coverUrl = picture === undefined ? null : pictureAddress(picture.address, origin);
  return design.masthead({
    school,
    palette,
    target,
    fonts: fontsOf(design, target),
    title: source.title,
    date: fullDate(document.issueDate ?? today, school.language) ?? '',
    logo: url === null ? null : { url, aspect, isWide: (aspect ?? WIDE_LOGO_ASPECT) >= WIDE_LOGO_ASPECT },
    cover: picture === undefined || coverUrl === null ? null : { ...picture, url: coverUrl },
  });
}
