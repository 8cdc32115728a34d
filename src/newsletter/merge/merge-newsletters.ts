import type { Version } from '#newsletter/changes/changes.ts';
import { removeBlock, replaceBlock, withFootersLast } from '#newsletter/document/arrange.ts';
import { mergeAudience } from '#newsletter/document/audience.ts';
import { isValueOf } from '#newsletter/document/block-values.ts';
import {
  type Block,
  blockSchema,
  columnCount,
  inEnvelopeOf,
  isEmptySpace,
  type NewsletterDocument,
} from '#newsletter/document/document.ts';
import { blocksOf, findBlock } from '#newsletter/document/layout.ts';
import { changeLayout } from '#newsletter/document/layout-change.ts';
import { type Setting, settingOf } from '#newsletter/settings/all-settings.ts';
import { SETTING_NAMES } from '#newsletter/settings/settings.ts';
import { mergeColumns } from './merge-columns.ts';
import { mergeValue } from './merge-value.ts';
import { isSameValue } from './same-value.ts';
import { changedSide, type ThreeSides } from './three-sides.ts';

/** A thing that both sides have changed differently. A null block was removed on that side. */
export type Conflict =
  | {
      readonly block: string;
      readonly base: Block | null;
      readonly theirs: Block | null;
      readonly mine: Block | null;
    }
  | { readonly setting: Setting; readonly theirs: Version; readonly mine: Version };

/**
 * Merges a newsletter that others have stored with this person's. Blocks are identified by name. Everything that only
 * one side has added, removed, moved or changed is taken, including fields, rows and words of the same block. If both
 * have changed the same thing, the merged newsletter has mine (a removed block stays), and `conflicts` has both, in
 * reading order.
 */
export function mergeNewsletters(sides: ThreeSides<Version>): {
  readonly merged: Version;
  readonly conflicts: readonly Conflict[];
} {
  const { mine, theirs } = sides;
  const conflicts: Conflict[] = [];
  const setting = <Key extends Setting>(key: Key) => {
    const value = (version: Version) => settingOf(version, key);
    const merged = changedSide(
      { base: value(sides.base), theirs: value(theirs), mine: value(mine) },
      isSameValue,
    );
    if (merged === null) conflicts.push({ setting: key, theirs, mine });
    return merged === null ? mine : isSameValue(merged.value, value(theirs)) ? theirs : mine;
  };
  const title = setting('title').title;
  const layout = setting('layout').document.layout;
  let chosen = mine.document;
  for (const name of SETTING_NAMES) chosen = { ...chosen, [name]: setting(name).document[name] };
  const documents = {
    base: inLayout(sides.base.document, layout),
    theirs: inLayout(theirs.document, layout),
    mine: inLayout(mine.document, layout),
  };
  const { blocks, torn } = mergeBlocks(documents);
  const columns = mergeColumns(documents, blocks);
  const document = withFootersLast({ ...chosen, layout, columns }, columns);
  const order = new Map(blocksOf(document).map(({ name }, index) => [name, index]));
  const inOrder = torn.toSorted((one, other) => (order.get(one.block) ?? 0) - (order.get(other.block) ?? 0));
  return { merged: { title, document }, conflicts: [...conflicts, ...inOrder] };
}

/** The newsletter with one side of a conflict. */
export function withSide(version: Version, conflict: Conflict, side: 'theirs' | 'mine'): Version {
  const { title, document } = version;
  if ('setting' in conflict) {
    const chosen = conflict[side];
    if (conflict.setting === 'title') return { title: chosen.title, document };
    if (conflict.setting === 'layout')
      return { title, document: changeLayout(document, chosen.document.layout) };
    return { title, document: { ...document, [conflict.setting]: chosen.document[conflict.setting] } };
  }
  const now = findBlock(document, conflict.block);
  const chosen = conflict[side];
  if (now === null) return version;
  if (chosen === null) return { title, document: removeBlock(document, conflict.block) };
  return { title, document: replaceBlock(document, inEnvelopeOf(chosen, now)) };
}

function inLayout(document: NewsletterDocument, layout: NewsletterDocument['layout']): NewsletterDocument {
  return columnCount(layout) === columnCount(document.layout) ? document : changeLayout(document, layout);
}

type BlockConflict = Extract<Conflict, { readonly block: string }>;

function mergeBlocks({ base, theirs, mine }: ThreeSides<NewsletterDocument>) {
  const [was, others, own] = [base, theirs, mine].map(
    (document) => new Map(blocksOf(document).map((block) => [block.name, block])),
  );
  const blocks = new Map<string, Block>();
  const torn: BlockConflict[] = [];
  for (const name of new Set([...(others?.keys() ?? []), ...(own?.keys() ?? [])])) {
    const sides = { base: was?.get(name), theirs: others?.get(name), mine: own?.get(name) };
    const merged = mergeBlock(sides);
    if (merged === 'removed') continue;
    const kept = merged ?? sides.mine ?? sides.theirs;
    if (kept !== undefined) blocks.set(name, kept);
    if (merged === null)
      torn.push({
        block: name,
        base: sides.base ?? null,
        theirs: sides.theirs ?? null,
        mine: sides.mine ?? null,
      });
  }
  return { blocks, torn };
}

// Null: a conflict.
function mergeBlock({ base, theirs, mine }: ThreeSides<Block | undefined>): Block | 'removed' | null {
  if (theirs === undefined || mine === undefined) {
    const either = theirs ?? mine;
    if (either === undefined) return null;
    if (base === undefined) return either;
    return isSameValue(base.value, either.value) ? 'removed' : null;
  }
  const before = base ?? theirs;
  const wide = changedSide({ base: before.wide, theirs: theirs.wide, mine: mine.wide }) ?? {
    value: mine.wide,
  };
  const tint = changedSide({ base: before.tint, theirs: theirs.tint, mine: mine.tint }) ?? {
    value: mine.tint,
  };
  const audience = mergeAudience(before.audience, theirs.audience, mine.audience);
  const envelope = { wide: wide.value, tint: tint.value, audience };
  const side = changedSide({ base: before, theirs, mine }, hasSameValue);
  if (side !== null)
    return base === undefined && !hasSameValue(theirs, mine) ? null : inEnvelope(side.value, envelope);
  if (theirs.type !== mine.type) return null;
  const value = mergeValue({ base: before.value, theirs: theirs.value, mine: mine.value });
  const merged = value && withValue(mine, value.value);
  return merged && inEnvelope(merged, envelope);
}

function hasSameValue(one: Block, other: Block): boolean {
  return one === other || (one.type === other.type && isSameValue(one.value, other.value));
}

function inEnvelope(block: Block, envelope: Pick<Block, 'wide' | 'tint' | 'audience'>): Block {
  return inEnvelopeOf(block, { ...block, ...envelope });
}

// Fields that are each valid may be invalid together: four pictures and two more are too many. Content on my side that
// is unfinished stays so.
function withValue<Kept extends Block>(mine: Kept, value: unknown): Block | null {
  const { data } = blockSchema.safeParse({ ...mine, value });
  if (data !== undefined) return isEmptySpace(data) ? null : data;
  return isValueOf(mine, value) && !blockSchema.safeParse(mine).success ? withChecked(mine, value) : null;
}

function withChecked<Kept extends Block>(block: Kept, value: Kept['value']): Kept {
  return { ...block, value };
}
