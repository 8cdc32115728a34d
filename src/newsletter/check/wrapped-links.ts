import { linkAddress } from '#newsletter/values/url.ts';
import { hostOf, unwrappedAddress } from '#newsletter/values/wrapped-address.ts';
import { quoted, type RuleFinding, type Scope } from './finding.ts';
import { linksIn, locationOf } from './links.ts';

/** Finds links that were copied from a mail or a search and lead through that program's redirect. */
export function checkWrappedLinks({ blocks }: Scope): RuleFinding[] {
  return blocks.flatMap(linksIn).flatMap((link) => {
    const inner = unwrappedAddress(link.address);
    const address = inner === link.address ? null : linkAddress(inner);
    if (address === null) return [];
    const message = `${quoted(link.words)} leads through ${hostOf(link.address)}, which sees who follows it. The email address of whoever copied it may be in it, too. It ends at ${quoted(address)}.`;
    const found = { ...locationOf(link), rule: 'link-wrapped' as const, message };
    const block = link.leadingTo?.(address);
    return [block === undefined ? found : { ...found, fix: { label: 'Link to it directly', block } }];
  });
}
