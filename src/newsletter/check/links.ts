import type { BlockLink } from '#newsletter/document/block.ts';
import type { Block } from '#newsletter/document/document.ts';
import { linksOf } from '#newsletter/document/traits.ts';
import { type Found, quoted, type Scope, type TextRange } from './finding.ts';
import { elementsOf, type RichField, replaceElement, richFieldsOf } from './rich-elements.ts';
import { isVague, plain } from './vague-link-texts.ts';

/** The words of links say where they lead: who hears a list of them hears nothing else. */

interface Link extends BlockLink {
  readonly block: Block;
  readonly spot?: TextRange;
  /** The block without the link, if that leaves something. */
  readonly without?: Block;
}

/** Links without words, with words that say nothing, with an address for words, and with the words of another one. */
export function checkLinks({ blocks }: Scope): Found[] {
  const links = blocks.flatMap(linksIn);
  const led = new Map<string, string>();
  return links.flatMap((link) => {
    const problem = problemOf(link);
    if (problem !== null) return [{ ...placeOf(link), ...problem }];
    const words = plain(link.words);
    const other = led.get(words) ?? link.address;
    led.set(words, other);
    if (other === link.address) return [];
    const message = `${quoted(link.words)} leads to one place here and to another one above. Say what is different.`;
    return [{ ...placeOf(link), rule: 'link-twofold', message }];
  });
}

/** The links of a block, those in its rich text too. */
export function linksIn(block: Block): Link[] {
  const own = linksOf(block).map((link) => ({ ...link, block }));
  return [...own, ...richFieldsOf(block).flatMap(linksInText)];
}

function linksInText({ block, path, nodes, write }: RichField): Link[] {
  return elementsOf(nodes, ['a']).map(({ element, index, words }) => ({
    block,
    path,
    spot: { tag: 'a', index },
    words,
    address: element.href ?? '',
    noun: 'link',
    without: write(replaceElement(nodes, element, element.children)),
  }));
}

/** Where a link stands. */
export function placeOf({ block, path, spot }: Link): Pick<Found, 'block' | 'path' | 'spot'> {
  return spot === undefined ? { block, path } : { block, path, spot };
}

function problemOf({ words, address, noun, without }: Link): Pick<Found, 'rule' | 'message' | 'fix'> | null {
  const shown = words.trim();
  if (shown === '') {
    const message = `There is a link without words to ${quoted(address)}. Nobody can see it, and nobody who hears it learns where it leads.`;
    return without === undefined
      ? { rule: 'link-empty', message }
      : { rule: 'link-empty', message, fix: { label: 'Remove the link', block: without } };
  }
  if (isAddress(shown)) {
    const message = `${quoted(shown)} is read out letter by letter. Write what it leads to, and put the address behind the words.`;
    return { rule: 'link-address', message };
  }
  if (!isVague(shown) && plain(shown) !== '') return null;
  const message = `${quoted(shown)} does not say where the ${noun} leads. Name what is behind it, as in “Lunch menu for December”.`;
  return { rule: 'link-vague', message };
}

// A bare domain, as oakfield.sch.uk, can be read; what has a protocol or a path cannot.
function isAddress(words: string): boolean {
  return /^(?:https?:\/\/|www\.)\S+$/i.test(words) || /^[^\s/@]+\.[a-z]{2,}\/\S+$/i.test(words);
}
