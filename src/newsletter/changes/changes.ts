import { quoted } from '#newsletter/check/finding.ts';
import { blockLabels } from '#newsletter/document/block-labels.ts';
import { type Block, columnCount, isAtFoot, type NewsletterDocument } from '#newsletter/document/document.ts';
import { blocksOf, positionOf } from '#newsletter/document/layout.ts';
import { inOneLine } from '#newsletter/document/lines.ts';
import { datesOf, mapFiles, textsOf } from '#newsletter/document/traits.ts';
import { isSameValue } from '#newsletter/merge/same-value.ts';
import { plainText } from '#newsletter/rich-text/rich-text.ts';
import { ALL_SETTINGS, SETTING_WORDS, type Setting, settingOf } from '#newsletter/settings/all-settings.ts';
import { type DateNews, dateChanges, dateNews } from './date-changes.ts';
import { longestRise } from './longest-rise.ts';

/** A newsletter at a point in time. Its blocks are as `codeSchema` parses them. */
export interface Version {
  readonly title: string;
  readonly document: NewsletterDocument;
}

/** A difference between two versions, in words. */
export interface Change {
  /** The block's name; null for the newsletter's own settings. */
  readonly block: string | null;
  /** The changed thing, such as 'Heading “Harvest week”'. */
  readonly called: string;
  /** The change, such as 'Event: 1 date changed'. */
  readonly words: string;
  /** A block that changed may have moved as well. */
  readonly kind: 'setting' | 'added' | 'changed' | 'moved' | 'removed';
  /** The changes of its dates that families have to know about. */
  readonly news?: readonly DateNews[];
}

/** The differences between two versions: settings, then blocks in the later one's reading order, then removed ones. */
export function changesBetween(before: Version, after: Version): readonly Change[] {
  return [...settingsChanges(before, after), ...blockChanges(before.document, after.document)];
}

/** All settings, those that families read first. */
export const SETTINGS_AS_READ: readonly Setting[] = [
  ...ALL_SETTINGS.filter((setting) => SETTING_WORDS[setting].isRead),
  ...ALL_SETTINGS.filter((setting) => !SETTING_WORDS[setting].isRead),
];

function settingsChanges(before: Version, after: Version): Change[] {
  const changed = SETTINGS_AS_READ.filter(
    (setting) => !isSameValue(settingOf(before, setting), settingOf(after, setting)),
  );
  return changed.map((setting) => {
    const { called } = SETTING_WORDS[setting];
    return { block: null, called, words: `${called} changed`, kind: 'setting' };
  });
}

function blockChanges(before: NewsletterDocument, after: NewsletterDocument): Change[] {
  const old = new Map(blocksOf(before).map((block) => [block.name, block]));
  const blocks = blocksOf(after);
  const names = new Set(blocks.map(({ name }) => name));
  const moved = movedBlocks(before, after);
  const [oldLabels, labels] = [blockLabels(before), blockLabels(after)];
  const changes = blocks.map((block): Change | null => {
    const was = old.get(block.name);
    const words = was === undefined ? ' added' : difference(was, block, moved.has(block.name));
    if (words === null) return null;
    const kind = was === undefined ? 'added' : isSameBlock(was, block) ? 'moved' : 'changed';
    const called = calledIn(labels, block);
    const news = was === undefined ? [] : dateNews(was, block);
    return {
      ...{ block: block.name, called, words: called + words, kind },
      ...(news.length > 0 && { news }),
    };
  });
  const removed = [...old.values()].filter(({ name }) => !names.has(name));
  return [
    ...changes.filter((change) => change !== null),
    ...removed.map((block) => {
      const called = calledIn(oldLabels, block);
      return { block: block.name, called, words: `${called} removed`, kind: 'removed' as const };
    }),
  ];
}

/** The most characters of a block's words: a message has room for two lines. */
const QUOTE_MAX = 40;

/**
 * The label of a block, such as 'Heading “Harvest week”' or 'Text “Dear families”'; without text, and for events, as on
 * the canvas: 'Event 2'.
 */
export function calledIn(labels: ReadonlyMap<string, string>, block: Block): string {
  const label = labels.get(block.name) ?? '';
  const [first] = datesOf(block).length > 0 ? [] : textsOf(block);
  const words = first?.format === 'rich' ? plainText(first.text) : (first?.text ?? '');
  return words.trim() === '' ? label : `${label.replace(/ \d+$/, '')} ${quoted(inOneLine(words), QUOTE_MAX)}`;
}

// The words after the block's label; null if nothing differs.
function difference(was: Block, is: Block, isMoved: boolean): string | null {
  const moved = isMoved ? ['moved'] : [];
  if (isSameBlock(was, is)) return isMoved ? ' moved' : null;
  if (isSameBlock({ ...was, audience: is.audience }, is)) return `: who sees it${isMoved ? ', moved' : ''}`;
  const dates = dateChanges(was, is);
  return dates.length > 0
    ? `: ${[...dates, ...moved].join(', ')}`
    : ` ${['changed', ...moved].join(' and ')}`;
}

// The proof of access for staff in the address of a file, which differs from week to week.
const PROOF = /^\S*\/files\/(?:[\w-]+\/)?(?=[a-z0-9]{32}\.[a-z0-9]{3,4}$)/;

/** The address of a file without its proof, for comparison. */
export function withoutProof(address: string): string {
  return address.replace(PROOF, '');
}

/** Whether two versions of a block have the same content. */
function isSameBlock(was: Block, is: Block): boolean {
  return was === is || contentOf(was) === contentOf(is);
}

function contentOf(block: Block): string {
  return JSON.stringify(mapFiles(block, withoutProof));
}

/**
 * The names of the blocks that are in another column, or whose order differs from that of most others. If the number of
 * columns differs, every block moves; only the layout counts as changed then.
 */
export function movedBlocks(before: NewsletterDocument, after: NewsletterDocument): ReadonlySet<string> {
  if (columnCount(before.layout) !== columnCount(after.layout)) return new Set();
  const old = new Map(
    blocksOf(before)
      .filter((block) => !isAtFoot(block))
      .map((block, index) => [block.name, { index, block }]),
  );
  const kept = blocksOf(after).flatMap((block) => {
    const was = old.get(block.name);
    return was === undefined ? [] : [{ ...was, name: block.name, isWide: block.wide || was.block.wide }];
  });
  const stayed = new Set(longestRise(kept, ({ index }) => index));
  const moved = kept.filter((each) => {
    const { name, isWide } = each;
    return !stayed.has(each) || (!isWide && columnOf(before, name) !== columnOf(after, name));
  });
  return new Set(moved.map(({ name }) => name));
}

function columnOf(document: NewsletterDocument, name: string): number | undefined {
  return positionOf(document, name)?.column;
}
