import Link from '@tiptap/extension-link';
import { DOMSerializer, type Fragment, type Schema } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { completeLink, linkAddress } from '#newsletter/values/url.ts';
import { LanguageMark } from './language-mark.ts';
import { ListItem } from './list-item.ts';
import { ParagraphLooks } from './paragraph-looks.ts';
import type { TextFormat } from './use-text-editor.ts';

/** 'ends.In' and 'photos.zip' are hosts as well. */
const SURELY_MEANT = /^(?:https?:|www\.)|@/i;

// What the allow-list of rich text accepts.
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
      // Without its scheme an address of a pasted link would be no address on the page.
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

// Not the page itself: nothing in it loads. Made when first used, so that loading this file needs no page.
let inert: Document | undefined;

// Like `getHTML`, but without creating a document at each keystroke.
function htmlOf({ schema, state, isEmpty }: Editor): string {
  return isEmpty ? '' : htmlOfNodes(schema, state.doc.content);
}

/** A part of a text, as its HTML. */
export function htmlOfNodes(schema: Schema, nodes: Fragment): string {
  inert ??= document.implementation.createHTMLDocument();
  const holder = inert.createElement('div');
  DOMSerializer.fromSchema(schema).serializeFragment(nodes, { document: inert }, holder);
  return filled(holder.innerHTML);
}

/** A part may begin within a nested list, but an item begins with words. As in what is stored. */
const filled = (html: string) => html.replace(/<li>(?=<[uo]l>)/g, '<li><p></p>');

/** Rich text, as the HTML that is stored; "" for no text. */
export const RICH_TEXT: TextFormat = { extensions: EXTENSIONS, toContent: filled, toText: htmlOf };
