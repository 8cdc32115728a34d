import type { Node } from '@tiptap/pm/model';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { isRightToLeft, runsAgainst } from '#newsletter/values/right-to-left.ts';

/** Sets each paragraph and list in the direction of its text, as the renderer's `inOwnDirection` does. It is not stored. */
export function ownDirections(doc: Node, language: string): DecorationSet {
  const against: Decoration[] = [];
  doc.forEach((node, at) => {
    if (runsAgainst(language, node.textContent))
      against.push(Decoration.node(at, at + node.nodeSize, { dir: isRightToLeft(language) ? 'ltr' : 'rtl' }));
  });
  return DecorationSet.create(doc, against);
}
