/** The longest subsequence of items whose numbers rise. */
export function longestRise<Item>(items: readonly Item[], numberOf: (item: Item) => number): readonly Item[] {
  // The longest rising subsequence that ends at each item.
  const rises: { readonly last: number; readonly items: readonly Item[] }[] = [];
  let longest: readonly Item[] = [];
  for (const item of items) {
    const number = numberOf(item);
    let before: readonly Item[] = [];
    for (const rise of rises)
      if (rise.last < number && rise.items.length > before.length) before = rise.items;
    const risen = [...before, item];
    rises.push({ last: number, items: risen });
    if (risen.length > longest.length) longest = risen;
  }
  return longest;
}
