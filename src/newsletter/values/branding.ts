import {
  BLACK,
  contrast,
  inverse,
  MIN_CONTRAST,
  mix,
  normaliseColour,
  readableOn,
  textOn,
  WHITE,
} from './colour.ts';

/** The school's data in a newsletter. `logo` is an uploaded file's path or a URL; colours are `#rrggbb`. */
export type SchoolBranding = {
  readonly name: string;
  readonly logo: string | null;
  /** The logo's width by its height; absent or null counts as wide. */
  readonly logo_aspect?: number | null;
  readonly email: string;
  readonly phone: string;
  readonly website: string | null;
  readonly postal_address?: string;
  readonly primary_color: string | null;
  readonly secondary_color: string | null;
  /** A BCP 47 tag such as `en`. */
  readonly language: string;
  /** The IANA time zone of its times. */
  readonly time_zone?: string;
  /** The design of newsletters that have none of their own; see `designs/index.ts`. */
  readonly design?: string | null;
};

/** The aspect ratio (width to height) from which a logo contains the school's name; a narrower one is a crest. */
export const WIDE_LOGO_ASPECT = 2;

/** Used while no primary colour is chosen. Source: docs/requirements/screens.md 9.10. */
const PRIMARY_FALLBACK = '#34c3ee';
/** The bar below the logo while no primary colour is chosen. Source: docs/requirements/screens.md 9.10. */
const BAR_FALLBACK = '#ffc408';
/** The colours of text and of secondary text. */
export const TEXT_COLOUR = '#1f2a2e';
export const QUIET_COLOUR = '#55605f';
const LINE_COLOUR = '#d5dad7';
/** With less contrast, a button is hard to see. */
const MIN_BUTTON_CONTRAST = 1.5;

/** Colours derived from a school's, each readable where it is used. */
export type Palette = {
  readonly primary: string;
  /** The background of the text. */
  readonly ground: string;
  readonly bar: string;
  readonly heading: string;
  readonly link: string;
  readonly button: { readonly background: string; readonly text: string };
  readonly footer: { readonly background: string; readonly text: string };
  /** The background of white icons and text. */
  readonly badge: string;
  /** The background of boxes and of the lower half of a date. */
  readonly tint: string;
  /** The background around the newsletter. */
  readonly surround: string;
  /** Text, secondary text, and thin lines. */
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  /** The second colour: as a background with readable text on it, as a pale background, as text on `ground`, and as text on the band. */
  readonly accent: {
    readonly background: string;
    readonly text: string;
    readonly pale: string;
    readonly asText: string;
    readonly onBand: string;
  };
  /** A large area in the first colour, such as the footer. */
  readonly band: { readonly background: string; readonly text: string };
};

/** Derives a school's palette. Text has a contrast of at least 4.5:1. */
export function paletteOf(school: Pick<SchoolBranding, 'primary_color' | 'secondary_color'>): Palette {
  const chosen = normaliseColour(school.primary_color ?? '');
  const primary = chosen ?? PRIMARY_FALLBACK;
  const secondary = normaliseColour(school.secondary_color ?? '') ?? inverse(primary);
  const accent =
    normaliseColour(school.secondary_color ?? '') ?? (chosen === null ? BAR_FALLBACK : secondary);
  const tint = mix(WHITE, primary, 0.07);
  const heading = readableOn(readableOn(primary, WHITE), tint);
  return {
    primary,
    ground: WHITE,
    bar: chosen ?? BAR_FALLBACK,
    heading,
    link: readableOn(secondary, WHITE),
    button: buttonColours(primary),
    footer: { background: primary, text: textOn(primary) },
    badge: heading,
    tint,
    surround: mix('#f4f4f2', primary, 0.03),
    text: TEXT_COLOUR,
    quiet: QUIET_COLOUR,
    line: LINE_COLOUR,
    accent: accentColours(accent, primary),
    band: { background: primary, text: textOn(primary) },
  };
}

function accentColours(accent: string, band: string): Palette['accent'] {
  return {
    background: accent,
    text: textOn(accent),
    pale: mix(WHITE, accent, 0.2),
    asText: readableOn(accent, WHITE),
    onBand: readableOn(accent, band),
  };
}

/** A palette for text on another background than white: every colour has a contrast of at least 4.5:1 there. */
export function paletteOn(background: string, palette: Palette): Palette {
  const isReadable = (colour: string) => contrast(colour, background) >= MIN_CONTRAST;
  const text = isReadable(palette.text) ? palette.text : textOn(background);
  const tint = mix(background, text, 0.08);
  const heading = readableOn(readableOn(palette.primary, background), tint);
  return {
    ...palette,
    ground: background,
    text,
    tint,
    bar: standsOut(palette.bar, background) ? palette.bar : text,
    button: buttonOn(background, palette.button, text),
    heading,
    badge: badgeOn(background, contrast(heading, WHITE) >= MIN_CONTRAST ? heading : palette.badge),
    quiet: isReadable(palette.quiet) ? palette.quiet : text,
    line: mix(background, text, 0.2),
    link: readableOn(palette.link, background),
    accent: { ...palette.accent, asText: readableOn(palette.accent.background, background) },
  };
}

/** Whether an area, such as a button, is visible on its background. */
export function standsOut(area: string, ground: string): boolean {
  return contrast(area, ground) >= MIN_BUTTON_CONTRAST;
}

// A badge or button in the colour of its background would be invisible.
function badgeOn(ground: string, badge: string): string {
  return standsOut(badge, ground) ? badge : readableOn(mix(ground, BLACK, 0.45), WHITE);
}

function buttonOn(ground: string, button: Palette['button'], text: string): Palette['button'] {
  return standsOut(button.background, ground) ? button : { background: text, text: textOn(text) };
}

/** Texts that use a darker shade than the school's colour, which would be unreadable on white. */
export function darkenedTextColours(
  school: Pick<SchoolBranding, 'primary_color' | 'secondary_color'>,
): readonly { readonly usage: 'Headings' | 'Links'; readonly chosen: string; readonly used: string }[] {
  const { heading, link } = paletteOf(school);
  const primary = {
    usage: 'Headings' as const,
    chosen: normaliseColour(school.primary_color ?? ''),
    used: heading,
  };
  const secondary = {
    usage: 'Links' as const,
    chosen: normaliseColour(school.secondary_color ?? ''),
    used: link,
  };
  return [primary, secondary].flatMap(({ usage, chosen, used }) =>
    chosen === null || chosen === used ? [] : [{ usage, chosen, used }],
  );
}

// A pale button is hard to see on white: the school's colour is darkened.
function buttonColours(primary: string): Palette['button'] {
  const background = standsOut(primary, WHITE) ? primary : readableOn(primary, WHITE, MIN_CONTRAST);
  return { background, text: textOn(background) };
}
