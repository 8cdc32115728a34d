import type { Markup } from '#newsletter/render/mjml.ts';
import type { Palette, SchoolBranding } from '#newsletter/values/branding.ts';

/**
 * What a design is made of. Blocks and the compiler read it where they read the palette; none of them knows which design
 * it is. A further design is a file beside this one and a line in `list.ts`.
 */

/** Pixels of letters and of their lines. */
export type TypeSize = readonly [size: number, line: number];
/** How large a heading is: in a column, across all columns, or the first of those. */
export type HeadingRole = 'column' | 'wide' | 'lead';
type Typeface = 'serif' | 'sans';
/**
 * Font lists for one target: of running text, of headings, and both by name. Names stand without quotes, which CSS allows
 * for these.
 */
export type DesignFonts = Readonly<Record<'text' | 'heading' | Typeface, string>>;

/** Colours of a block that lies on a ground of its own. `background` null: nothing is painted. */
type BoxStyle = {
  readonly background: string | null;
  readonly text: string;
  readonly heading: string;
  readonly link: string;
  /** CSS of its edges, as `border-left:4px solid #fff`; empty for none. */
  readonly edge: string;
  readonly radius: number;
  /** CSS padding. */
  readonly padding: string;
  readonly font: Typeface;
  readonly size: TypeSize;
  /** Whether it takes the dark colours where the reader prefers these; else it keeps its own. */
  readonly isQuiet: boolean;
};

/** How the date of an event stands beside its words. */
export type EventDate = {
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  /** Only when it is not this year. */
  readonly year: string | null;
};
type EventStyle = {
  /** Pixels of the date's cell, the space after it included. */
  readonly dateWidth: number;
  readonly date: (date: EventDate, style: StyleSource) => Markup;
  /** Behind each event; null: nothing. */
  readonly ground: ((palette: Palette) => string) | null;
  readonly radius: number;
  /** CSS padding of the row within its ground. */
  readonly padding: string;
  /** A line between two events, as CSS of a border; empty for none. */
  readonly rule: (palette: Palette) => string;
  /** Pixels between two events. */
  readonly gap: number;
};

/** The headings of a table. `background` null: nothing is painted. */
export type TableStyle = {
  readonly background: string | null;
  readonly color: string;
  /** CSS of the lines above and below. */
  readonly edge: string;
  /** Pixels left of a cell's words. */
  readonly indent: number;
  /** Pixels of a heading's letters. */
  readonly size: number;
};

/** What a design's own markup may use. */
export type StyleSource = { readonly palette: Palette; readonly fonts: DesignFonts };

/** What a masthead shows. */
export type MastheadSource = StyleSource & {
  readonly school: Pick<SchoolBranding, 'name' | 'website' | 'language'>;
  readonly title: string;
  /** The date of the issue, in words. */
  readonly date: string;
  readonly logo: { readonly url: string; readonly isWide: boolean } | null;
  /** The picture that a design has taken out of the newsletter for its head. */
  readonly cover: { readonly url: string; readonly alt: string; readonly caption: string } | null;
  readonly target: 'page' | 'mail';
};

/** A section's colours: what lies behind it and the palette that is readable there. */
export type Tone = { readonly background: string; readonly palette: Palette };

export type Design = {
  /** For people. */
  readonly label: string;
  /** What it is good for, in a few words. */
  readonly purpose: string;
  readonly fonts: { readonly text: Typeface; readonly heading: Typeface };
  readonly heading: {
    readonly weight: number;
    /** CSS letter-spacing. */
    readonly tracking: string;
    readonly usesTextColour: boolean;
    readonly sizes: Readonly<Record<HeadingRole, TypeSize>>;
    /** On phones, where all columns are wide. */
    readonly phone: TypeSize;
    readonly phoneLead: TypeSize;
    /** Stands above a heading. */
    readonly mark: ((palette: Palette) => Markup) | null;
  };
  readonly text: { readonly size: TypeSize; readonly phone: TypeSize };
  /** Pixels. */
  readonly radius: {
    readonly picture: number;
    readonly box: number;
    readonly button: number;
    readonly bar: number;
    readonly social: number;
  };
  /** Pixels between the edge and the content, on phones too, and between two columns. */
  readonly padding: number;
  readonly phonePadding: number;
  readonly gap: number;
  /** Lines between two columns, and above a section that follows one of the other kind: wide or of columns. */
  readonly hasRules: boolean;
  /** Pixels between two sections that lie as cards on the ground; null: sections follow each other on one sheet. */
  readonly cards: { readonly gap: number; readonly radius: number } | null;
  /** Behind the newsletter, and the newsletter's own ground. */
  readonly ground: (palette: Palette) => string;
  readonly sheet: string;
  readonly tones: (palette: Palette) => { readonly soft: Tone; readonly bold: Tone };
  /** A boxed text without colours of its own. */
  readonly box: (palette: Palette) => BoxStyle;
  readonly event: EventStyle;
  readonly button: (palette: Palette) => { readonly background: string; readonly text: string };
  /** A line between two blocks. */
  readonly divider: (palette: Palette) => { readonly colour: string; readonly width: number };
  /** The box of a file; `edge` is CSS of a border. */
  readonly file: (palette: Palette) => { readonly background: string | null; readonly edge: string };
  readonly table: (palette: Palette) => TableStyle;
  /** Bars of attendance. */
  readonly bar: (palette: Palette) => { readonly fill: string; readonly height: number };
  /** Whether the first wide picture is taken into the masthead. */
  readonly hasCover: boolean;
  /** The head of the newsletter: sections of MJML. */
  readonly masthead: (source: MastheadSource) => Markup;
  /** CSS rules of the head on phones. */
  readonly phoneHead: Markup;
};
