import { contrast, inverse, mix, normaliseColour, READABLE, readableOn, textOn, WHITE } from './colour.ts';

/** What a newsletter takes from its school. `logo` is a path of an own file or an address; colours are `#rrggbb`. */
export type SchoolBranding = {
  readonly name: string;
  readonly logo: string | null;
  readonly email: string;
  readonly phone: string;
  readonly website: string | null;
  readonly primary_color: string | null;
  readonly secondary_color: string | null;
  /** A BCP 47 tag, as `en`. */
  readonly language: string;
};

/** Stands for a primary colour that is not chosen yet. Source: docs/requirements/screens.md 9.10. */
const PRIMARY_FALLBACK = '#34c3ee';
/** The bar under the logo while there is no primary colour. Source: docs/requirements/screens.md 9.10. */
export const BAR_FALLBACK = '#ffc408';
/** Text of newsletters, and the quieter one. */
export const TEXT_COLOUR = '#1f2a2e';
export const QUIET_COLOUR = '#55605f';

/** A school's colours as they appear on white, each readable where it stands. */
export type Palette = {
  readonly primary: string;
  readonly bar: string;
  readonly heading: string;
  readonly link: string;
  readonly button: { readonly background: string; readonly text: string };
  readonly footer: { readonly background: string; readonly text: string };
  /** White glyphs stand on it. */
  readonly badge: string;
  /** Quiet areas: boxes, the lower half of a date. */
  readonly tint: string;
  /** Behind the newsletter. */
  readonly surround: string;
};

/** Makes a school's palette; text comes out at 4.5:1 or better. */
export function paletteOf(school: Pick<SchoolBranding, 'primary_color' | 'secondary_color'>): Palette {
  const chosen = normaliseColour(school.primary_color ?? '');
  const primary = chosen ?? PRIMARY_FALLBACK;
  const secondary = normaliseColour(school.secondary_color ?? '') ?? inverse(primary);
  const tint = mix(WHITE, primary, 0.08);
  const heading = readableOn(readableOn(primary, WHITE), tint);
  return {
    primary,
    bar: chosen ?? BAR_FALLBACK,
    heading,
    link: readableOn(secondary, WHITE),
    button: buttonColours(primary),
    footer: { background: primary, text: textOn(primary) },
    badge: heading,
    tint,
    surround: mix('#f4f4f2', primary, 0.03),
  };
}

/** Words that stand in a darker shade than their school has chosen, which could not be read on white. */
export function darkenedWords(
  school: Pick<SchoolBranding, 'primary_color' | 'secondary_color'>,
): readonly { readonly words: 'Headings' | 'Links'; readonly chosen: string; readonly used: string }[] {
  const { heading, link } = paletteOf(school);
  const primary = {
    words: 'Headings' as const,
    chosen: normaliseColour(school.primary_color ?? ''),
    used: heading,
  };
  const secondary = {
    words: 'Links' as const,
    chosen: normaliseColour(school.secondary_color ?? ''),
    used: link,
  };
  return [primary, secondary].flatMap(({ words, chosen, used }) =>
    chosen === null || chosen === used ? [] : [{ words, chosen, used }],
  );
}

// A pale button on white is hard to see as one: from 1.5:1 on the school's own colour stays, with text that fits it.
function buttonColours(primary: string): Palette['button'] {
  const background = contrast(primary, WHITE) >= 1.5 ? primary : readableOn(primary, WHITE, READABLE);
  return { background, text: textOn(background) };
}
