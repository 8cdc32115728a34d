import { replaceBlock } from '#newsletter/document/arrange.ts';
import { inEnvelopeOf } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import {
  type EditorState,
  isSameSaved,
  type Saved,
  savableDocument,
  sentPart,
  unfinishedBlocks,
} from '#web/features/editor/kernel/state/editor-state.ts';

/**
 * The content to save. Unfinished blocks stay as they were last sent: they may have been finished then, while the document has an
 * earlier version of them.
 */
export function toSave(state: EditorState, last: Saved): Saved {
  const sent = sentPart(state);
  const known = answers.get(sent);
  if (known !== undefined && isSameSaved(known.last, last)) return known.saved;
  const saved = withUnfinished(sent, state, last);
  answers.set(sent, { last, saved });
  return saved;
}
// Cached, because selecting a block, say, changes nothing that is saved.
const answers = new WeakMap<Saved, { readonly last: Saved; readonly saved: Saved }>();

function withUnfinished(sent: Saved, state: EditorState, last: Saved): Saved {
  const lastSent = savableDocument(last);
  let { document, fresh } = sent;
  for (const { name, type } of unfinishedBlocks(state)) {
    const [was, now] = [findBlock(lastSent, name), findBlock(document, name)];
    if (was === null || now === null || was.type !== type) continue;
    document = replaceBlock(document, inEnvelopeOf(was, now));
    fresh = fresh.filter((each) => each !== name);
  }
  return document === sent.document ? sent : { ...sent, document, fresh };
}
