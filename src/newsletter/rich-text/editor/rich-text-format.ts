import Link from '@tiptap/extension-link';
import { DOMSerializer, type Fragment, type Schema } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { completeLink, linkAddress } from '#newsletter/values/url.ts';
import { LanguageMark } from './language-mark.ts';
import { ListItem } from './list-item.ts';
import { ParagraphLooks } from './paragraph-looks.ts';
import type { TextFormat } from './use-text-editor.ts';

/** An address that is certainly meant as a link: 'ends.In' and 'photos.zip' look like hosts as well. */
const SURELY_MEANT = /^(?:https?:|www\.)|@/i;

// Matches the allow-list of rich text.
const EXTENSIONS = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    dropcursor: false,
    gapcursor: false,
    trailingNode: false,
    link: false,
    listItem: false,
    heading: { levels: [1, 2, 3] },
  }),
  Link.extend({
    addAttributes() {
      // The address of a pasted link would be invalid on the page without its scheme.
      const parseHTML = (link: HTMLElement) => completeLink(link.getAttribute('href') ?? '');
      return { ...this.parent?.(), href: { default: null, parseHTML } };
    },
  }).configure({
    openOnClick: false,
    autolink: true,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null, class: null },
    isAllowedUri: (address) => linkAddress(completeLink(address)) !== null,
    shouldAutoLink: (typed) => SURELY_MEANT.test(typed),
  }),
  ListItem,
  LanguageMark,
  ParagraphLooks,
];

// A separate document, in which nothing loads. Created at first use, so that loading this file needs no page.
let inert: Document | undefined;

// Like `getHTML`, but without creating a document at each keystroke.
function htmlOf({ schema, state, isEmpty }: Editor): string {
  return isEmpty ? '' : htmlOfNodes(schema, state.doc.content);
}

/** The HTML of a part of a text. */
export function htmlOfNodes(schema: Schema, nodes: Fragment): string {
  inert ??= document.implementation.createHTMLDocument();
  const holder = inert.createElement('div');
  DOMSerializer.fromSchema(schema).serializeFragment(nodes, { document: inert }, holder);
  return filled(holder.innerHTML);
}

/** A part may begin within a nested list, but a stored item begins with words. */
const filled = (html: string) => html.replace(/<li>(?=<[uo]l>)/g, '<li><p></p>');

/** Rich text in the stored form, HTML; "" for no text. */
export const RICH_TEXT: TextFormat = { extensions: EXTENSIONS, toContent: filled, toText: htmlOf };
