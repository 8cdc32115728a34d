/** Three versions of the same thing: before both sides changed it, as the others have stored it, and as this person has it. */
export interface ThreeSides<Item> {
  readonly base: Item;
  readonly theirs: Item;
  readonly mine: Item;
}

/** The merged value; null: both sides have changed it differently. */
export type Merged<Item> = { readonly value: Item } | null;

/** Takes the side that has changed. `isSame` compares two of them. */
export function changedSide<Item>(
  { base, theirs, mine }: ThreeSides<Item>,
  isSame: (one: Item, other: Item) => boolean = Object.is,
): Merged<Item> {
  if (isSame(mine, base)) return { value: theirs };
  if (isSame(theirs, base) || isSame(theirs, mine)) return { value: mine };
  return null;
}
