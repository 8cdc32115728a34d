import { addBlock } from '#newsletter/document/arrange.ts';
import { blockLabels } from '#newsletter/document/block-labels.ts';
import { type Block, isAtFoot, type NewsletterDocument } from '#newsletter/document/document.ts';
import { positionOf } from '#newsletter/document/layout.ts';
import { picturesOf, textsOf } from '#newsletter/document/traits.ts';
import { plainText, richTextHtml } from '#newsletter/rich-text/rich-text.ts';
import { RICH_TEXT_MAX } from '#newsletter/rich-text/schema.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import {
  newBlockName,
  type Saved,
  unfinishedBlocks,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { toSave } from '#web/features/editor/saving/to-save.ts';

/** The most characters of a part of the words: its markup is at most five times as long. */
const SLICE = RICH_TEXT_MAX / 10;

/**
 * The canvas as it is saved, with the words of each unfinished block as texts below it: the server takes finished blocks only,
 * and words that are given up are no longer on the canvas.
 */
export function withUnfinishedWords({
  store,
  saver,
  mayBecome,
}: Pick<EditorSession, 'store' | 'saver' | 'mayBecome'>): Saved {
  const state = store.getState();
  const saved = toSave(state, saver.last());
  const labels = blockLabels(state.document);
  let { document } = saved;
  for (const block of unfinishedBlocks(state)) {
    const texts = textsWithWords(block, labels.get(block.name) ?? '');
    const whole = texts.reduceRight((done, text) => putBelow(done, block, text), document);
    // Left out where a part does not let a contributor add anything.
    if (mayBecome(whole)) document = whole;
  }
  return { ...saved, document };
}

function textsWithWords(block: Block, label: string): Block[] {
  const words = [
    ...textsOf(block).flatMap(({ text, format }) => (format === 'rich' ? richParts(text) : parts(text))),
    ...picturesOf(block).flatMap(({ alt }) => parts(alt ?? '')),
  ];
  if (words.length === 0) return [];
  const texts: string[] = [];
  for (const part of [...parts(`Not finished: ${label}`), ...words]) {
    const last = texts.at(-1);
    if (last === undefined || last.length + part.length > RICH_TEXT_MAX) texts.push(part);
    else texts[texts.length - 1] = last + part;
  }
  return texts.map((html) => ({ name: newBlockName('text'), type: 'text', value: { html } }));
}

function richParts(html: string): readonly string[] {
  const words = plainText(html);
  return html.length <= RICH_TEXT_MAX && words !== '' ? [html] : parts(words);
}

function parts(words: string): readonly string[] {
  if (words === '') return [];
  const end = words.length <= SLICE ? SLICE : words.lastIndexOf(' ', SLICE) + 1 || SLICE;
  return [richTextHtml([{ tag: 'p', children: [words.slice(0, end)] }]), ...parts(words.slice(end))];
}

function putBelow(document: NewsletterDocument, above: Block, block: Block): NewsletterDocument {
  const place = isAtFoot(above) ? null : positionOf(document, above.name);
  return addBlock(document, block, place === null ? undefined : { ...place, slot: place.slot + 1 });
}
