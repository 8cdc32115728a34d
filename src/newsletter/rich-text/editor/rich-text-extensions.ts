import type { Editor } from '@tiptap/core';
import Link from '@tiptap/extension-link';
import { DOMSerializer } from '@tiptap/pm/model';
import StarterKit from '@tiptap/starter-kit';
import { linkAddress } from '#newsletter/values/url.ts';

/** What rich text may contain: what its allow-list accepts. */
export const RICH_TEXT_EXTENSIONS = [
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
    heading: { levels: [1, 2, 3] },
  }),
  Link.configure({
    openOnClick: false,
    autolink: true,
    defaultProtocol: 'https',
    HTMLAttributes: { target: null, rel: null, class: null },
    isAllowedUri: (address) => linkAddress(address) !== null,
  }),
];

// Not the page itself: nothing in it loads.
const inertDocument = document.implementation.createHTMLDocument();

/** Like `getHTML`, but without creating a document at each keystroke; "" for no text. */
export function htmlOf({ schema, state }: Editor): string {
  const holder = inertDocument.createElement('div');
  DOMSerializer.fromSchema(schema).serializeFragment(state.doc.content, { document: inertDocument }, holder);
  return holder.innerHTML;
}
