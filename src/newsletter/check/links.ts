import type { BlockLink } from '#newsletter/document/block.ts';
import type { Block } from '#newsletter/document/document.ts';
import { linksOf } from '#newsletter/document/traits.ts';
import { quoted, type RuleFinding, type Scope, type TextRange } from './finding.ts';
import { elementsOf, type RichField, replaceElement, richFieldsOf } from './rich-elements.ts';
import { isVague, normaliseText } from './vague-link-texts.ts';

/** Link texts must name the target: screen readers can list links without the text around them. */

interface Link extends BlockLink {
  readonly block: Block;
  readonly range?: TextRange;
  /** The block with the link removed, if it can be. */
  readonly without?: Block;
  /** The block with the link leading elsewhere, if it can be. */
  readonly leadingTo?: (address: string) => Block;
}

/** Finds links whose text is empty, vague, a URL, or the same as that of another link. */
export function checkLinks({ blocks }: Scope): RuleFinding[] {
  const links = blocks.flatMap(linksIn);
  const addresses = new Map<string, string>();
  return links.flatMap((link) => {
    const problem = problemOf(link);
    if (problem !== null) return [{ ...locationOf(link), ...problem }];
    const words = normaliseText(link.words);
    const other = addresses.get(words) ?? link.address;
    addresses.set(words, other);
    if (other === link.address) return [];
    const message = `${quoted(link.words)} leads to one place here and to another one above. Say what is different.`;
    return [{ ...locationOf(link), rule: 'link-twofold', message }];
  });
}

/** The links of a block, including those in its rich text. */
export function linksIn(block: Block): Link[] {
  const own = linksOf(block).map((link) => ({ ...link, block }));
  return [...own, ...richFieldsOf(block).flatMap(linksInText)];
}

function linksInText({ block, path, nodes, write }: RichField): Link[] {
  return elementsOf(nodes, ['a']).map(({ element, index, words }) => ({
    block,
    path,
    range: { tag: 'a', index },
    words,
    address: element.href ?? '',
    noun: 'link',
    without: write(replaceElement(nodes, element, element.children)),
    leadingTo: (href) => write(replaceElement(nodes, element, [{ ...element, href }])),
  }));
}

/** The part of a finding that locates a link. */
export function locationOf({ block, path, range }: Link): Pick<RuleFinding, 'block' | 'path' | 'range'> {
  return range === undefined ? { block, path } : { block, path, range };
}

function problemOf({
  words,
  address,
  noun,
  without,
}: Link): Pick<RuleFinding, 'rule' | 'message' | 'fix'> | null {
  const shown = words.trim();
  if (shown === '') {
    const message = `There is a link without words to ${quoted(address)}. Nobody can see it, and nobody who hears it learns where it leads.`;
    return without === undefined
      ? { rule: 'link-empty', message }
      : { rule: 'link-empty', message, fix: { label: 'Remove the link', block: without } };
  }
  if (isUrl(shown)) {
    const message = `${quoted(shown)} is read out letter by letter. Write what it leads to, and put the address behind the words.`;
    return { rule: 'link-address', message };
  }
  if (!isVague(shown) && normaliseText(shown) !== '') return null;
  const message = `${quoted(shown)} does not say where the ${noun} leads. Name what is behind it, as in “Lunch menu for December”.`;
  return { rule: 'link-vague', message };
}

// A bare domain such as oakfield.sch.uk is readable; with a protocol or path it is not.
function isUrl(words: string): boolean {
  return /^(?:https?:\/\/|www\.)\S+$/i.test(words) || /^[^\s/@]+\.[a-z]{2,}\/\S+$/i.test(words);
}
