/** The tree of parsed rich text. */

/** Elements that can have children. */
export type RichTag = 'p' | 'h1' | 'h2' | 'h3' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'u' | 'a' | 'span';
/** A node of sanitised rich text: text, a line break or an element. Only links have an `href`, only spans a `lang`. */
export type RichNode = string | { readonly tag: 'br' } | RichElement;
export type RichElement = {
  readonly tag: RichTag;
  readonly href?: string;
  /** The language of a passage in another one than the newsletter; see `passage-languages.ts`. */
  readonly lang?: string;
  readonly children: RichNode[];
};
