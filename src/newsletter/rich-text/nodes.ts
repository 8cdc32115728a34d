/** The tree of parsed rich text. */

/** Elements that can have children. */
export type RichTag = 'p' | 'h1' | 'h2' | 'h3' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'u' | 'a';
/** A node of sanitised rich text: text, a line break or an element. Only links have an `href`. */
export type RichNode = string | { readonly tag: 'br' } | RichElement;
export type RichElement = { readonly tag: RichTag; readonly href?: string; readonly children: RichNode[] };
