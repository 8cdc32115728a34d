/** The tree of parsed rich text. */

/** Elements that can have children. */
export type RichTag = 'p' | 'h1' | 'h2' | 'h3' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'u' | 'a' | 'span';
/** The looks of a paragraph besides running text: an introduction, or the name below a letter. */
export const PARAGRAPH_LOOKS = ['lead', 'signature'] as const;
export type ParagraphLook = (typeof PARAGRAPH_LOOKS)[number];
/** A node of sanitised rich text: text, a line break or an element. Only links have an `href`, only spans a `lang`. */
export type RichNode = string | { readonly tag: 'br' } | RichElement;
export type RichElement = {
  readonly tag: RichTag;
  readonly href?: string;
  /** The language of a passage, if it is not the newsletter's; see `passage-languages.ts`. */
  readonly lang?: string;
  /** Only for outermost paragraphs; stored as their class in HTML. */
  readonly look?: ParagraphLook;
  /** Only for numbered lists: the number of the first item, from 2. */
  readonly start?: number;
  readonly children: RichNode[];
};

/** The first number of a list, from its attribute; undefined for 1, and for anything but a number up to 999. */
export function listStart(attribute: string | null): number | undefined {
  const start = /^\d{1,3}$/.test(attribute ?? '') ? Number(attribute) : 1;
  return start >= 2 ? start : undefined;
}

/** Deeper lists are flattened: the engine accepts markup at most 50 levels deep. */
export const LIST_DEPTH = 6;
