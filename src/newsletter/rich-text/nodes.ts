/** What rich text is made of once it has been read. */

/** What may surround other content. */
export type RichTag = 'p' | 'h1' | 'h2' | 'h3' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'u' | 'a';
/** Clean rich text as a tree: text, line breaks and elements; only links have an `href`. */
export type RichNode = string | { readonly tag: 'br' } | RichElement;
export type RichElement = { readonly tag: RichTag; readonly href?: string; readonly children: RichNode[] };
