import type { Markup } from '#newsletter/render/mjml.ts';
import type { Palette, SchoolBranding } from '#newsletter/values/branding.ts';

/** The parts of a design. Blocks and the compiler read them, and never ask which design it is. To add one, see `list.ts`. */

/** Font size and line height in pixels. */
export type TypeSize = readonly [size: number, line: number];
/** The size class of a heading: in a column, across all columns, or the first one across all columns. */
export type HeadingRole = 'column' | 'wide' | 'lead';
type Typeface = 'serif' | 'sans';
/** Font families for one target: of text, of headings, and by kind. CSS allows these names without quotes. */
export type DesignFonts = Readonly<Record<'text' | 'heading' | Typeface, string>>;

/** The style of a boxed text. `background` null: none. */
type BoxStyle = {
  readonly background: string | null;
  readonly text: string;
  readonly heading: string;
  readonly link: string;
  /** CSS declarations of its borders, such as `border-left:4px solid #fff`; may be empty. */
  readonly edge: string;
  readonly radius: number;
  /** CSS padding. */
  readonly padding: string;
  readonly font: Typeface;
  readonly size: TypeSize;
  /** Whether dark mode replaces its colours. */
  readonly isQuiet: boolean;
};

/** The parts of an event’s date. */
export type EventDate = {
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  /** Day and month, in the order of the language. */
  readonly dayMonth: string;
  /** Null in the year of the issue. */
  readonly year: string | null;
};
type EventStyle = {
  /** The width of the date’s cell in pixels, including the space after it. */
  readonly dateWidth: number;
  readonly date: (date: EventDate, style: StyleSource) => Markup;
  /** The background of each event; null: none. */
  readonly ground: ((palette: Palette) => string) | null;
  readonly radius: number;
  /** CSS padding of each event. */
  readonly padding: string;
  /** CSS declaration of a border between two events; may be empty. */
  readonly rule: (palette: Palette) => string;
  /** Pixels between two events. */
  readonly gap: number;
};

/** The style of a table’s header row. `background` null: none. */
export type TableStyle = {
  readonly background: string | null;
  readonly color: string;
  /** CSS declarations of its borders. */
  readonly edge: string;
  /** Left padding of a cell in pixels. */
  readonly indent: number;
  /** Font size in pixels. */
  readonly size: number;
};

/** A picture with a caption below it. */
export type BlockCover = {
  readonly address: string;
  readonly alt: string;
  readonly caption: string;
  /** See `FocalPoint` in values/picture.ts, in percent; absent for the centre. */
  readonly focus?: { readonly x: number; readonly y: number } | undefined;
};

/** The input for a design’s own markup. */
export type StyleSource = { readonly palette: Palette; readonly fonts: DesignFonts };

/** The input for a masthead. */
export type MastheadSource = StyleSource & {
  readonly school: Pick<SchoolBranding, 'name' | 'website' | 'language'>;
  readonly title: string;
  /** The date of the issue, formatted. */
  readonly date: string;
  /** `aspect`: its width divided by its height, if known. */
  readonly logo: { readonly url: string; readonly isWide: boolean; readonly aspect: number | null } | null;
  /** The first wide picture, if the design shows it in the masthead. */
  readonly cover: (Omit<BlockCover, 'address'> & { readonly url: string }) | null;
  readonly target: 'page' | 'mail';
};

/** A section’s background and the palette that is readable on it. */
export type Tone = { readonly background: string; readonly palette: Palette };

export type Design = {
  /** The name shown to users. */
  readonly label: string;
  /** A short description for users. */
  readonly purpose: string;
  readonly fonts: { readonly text: Typeface; readonly heading: Typeface };
  readonly heading: {
    readonly weight: number;
    /** CSS letter-spacing. */
    readonly tracking: string;
    /** Whether headings have the colour of the text instead of the school’s. */
    readonly usesTextColour: boolean;
    readonly sizes: Readonly<Record<HeadingRole, TypeSize>>;
    /** The size of headings in all columns on phones. */
    readonly phone: TypeSize;
    readonly phoneLead: TypeSize;
    /** Decoration above a heading. */
    readonly mark: ((palette: Palette) => Markup) | null;
  };
  readonly text: {
    readonly size: TypeSize;
    readonly phone: TypeSize;
    /** An introduction. */
    readonly lead: { readonly size: TypeSize; readonly style: 'normal' | 'italic' };
  };
  /** Corner radii in pixels. */
  readonly radius: {
    readonly picture: number;
    readonly box: number;
    readonly button: number;
    readonly bar: number;
    readonly social: number;
  };
  /** Pixels between the edge and the content, the same on phones, and between two columns. */
  readonly padding: number;
  readonly phonePadding: number;
  readonly gap: number;
  /** Whether there are lines between columns, and between wide sections and sections of columns. */
  readonly hasRules: boolean;
  /** Draws sections as separate cards, `gap` pixels apart; null: all sections share one sheet. */
  readonly cards: { readonly gap: number; readonly radius: number } | null;
  /** The backgrounds around the newsletter and of the newsletter itself. */
  readonly ground: (palette: Palette) => string;
  readonly sheet: string;
  readonly tones: (palette: Palette) => { readonly soft: Tone; readonly bold: Tone };
  /** A boxed text in the colours of the design. */
  readonly box: (palette: Palette) => BoxStyle;
  readonly event: EventStyle;
  readonly button: (palette: Palette) => { readonly background: string; readonly text: string };
  /** The divider block. */
  readonly divider: (palette: Palette) => { readonly colour: string; readonly width: number };
  /** The box of a download; `edge` is a CSS declaration of a border. */
  readonly file: (palette: Palette) => { readonly background: string | null; readonly edge: string };
  readonly table: (palette: Palette) => TableStyle;
  /** The bars of the attendance block. */
  readonly bar: (palette: Palette) => { readonly fill: string; readonly height: number };
  /** Whether the masthead shows the first wide picture. */
  readonly hasCover: boolean;
  /** The masthead: `mj-section` elements. */
  readonly masthead: (source: MastheadSource) => Markup;
  /** CSS rules for the masthead on phones. */
  readonly phoneHead: Markup;
};
