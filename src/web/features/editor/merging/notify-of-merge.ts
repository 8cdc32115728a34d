import { type Change, changesBetween, type Version } from '#newsletter/changes/changes.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { SETTING_WORDS } from '#newsletter/settings/all-settings.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { keptOver } from '#web/features/editor/kernel/facts/others-news.ts';
import { showBlock } from '#web/features/editor/kernel/places/focus.ts';
import { findLastPerson, lastPerson } from './last-person.ts';
import type { StoredChange } from './merged-state.ts';
import { settingOfSubject } from './written.ts';

/** How long further changes of a block are not announced, in milliseconds: somebody goes on writing there. */
const QUIET_FOR = 5 * 60_000;
const notifiedAt = new Map<string, number>();

const VERBS = {
  setting: 'changed',
  added: 'added',
  changed: 'changed',
  moved: 'moved',
  removed: 'removed',
} as const satisfies Record<Change['kind'], string>;

/** How long the message is shown, in milliseconds. Source: the pictures of working together. */
const SHOWN_FOR = 6000;

/** Announces the others' changes, once for each block, and leads there. `mine`: the canvas before it was merged. */
export async function notifyOfMerge(
  { opened, store, news, writtenHere }: Pick<EditorSession, 'opened' | 'store' | 'news' | 'writtenHere'>,
  { base, stored }: StoredChange,
  { version, mine }: { readonly version: number; readonly mine: Version },
): Promise<void> {
  const { stored: last } = news.getState();
  // `useRestoredByOthers` announces a restored state.
  if (last?.version === version && last.restored === true && !lastPerson(last, version)?.isOwn) return;
  const keyOf = ({ block, called }: Change) => `${opened.id} ${block ?? called}`;
  const wasNotified = (change: Change) =>
    performance.now() - (notifiedAt.get(keyOf(change)) ?? -QUIET_FOR) < QUIET_FOR;
  // `notifyOfKept` announces words that others have kept over this window's.
  const overruled = last?.version === version ? keptOver(writtenHere, last) : [];
  const isOverruled = ({ block, called }: Change) =>
    overruled.some((subject) => {
      const setting = settingOfSubject(subject);
      return setting === null
        ? subject === block
        : block === null && SETTING_WORDS[setting].called === called;
    });
  // A change that the canvas had as well is this window's own, from a save without an answer.
  const arrived = new Set(changesBetween(mine, stored).map(keyOf));
  const isNew = (change: Change) =>
    arrived.has(keyOf(change)) &&
    (change.kind === 'removed' || !(wasNotified(change) || isOverruled(change)));
  const changedHere = new Set(changesBetween(base, mine).flatMap((change) => wordsChangedIn(change) ?? []));
  const isBoth = (change: Change) => changedHere.has(wordsChangedIn(change) ?? '');
  const all = changesBetween(base, stored).filter(isNew);
  const changes = [...all.filter(isBoth), ...all.filter((change) => !isBoth(change))];
  const [first] = changes;
  if (first === undefined) return;
  for (const change of changes) notifiedAt.set(keyOf(change), performance.now());
  const more = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
  const { name, isOwn } = lastPerson(last, version) ?? (await findLastPerson(opened.id));
  const author = isOwn ? 'In your other window you' : (name ?? 'Somebody else');
  // Until this window hears how it was stored, they may have kept theirs over the words saved here.
  const isKnown = last?.version === version || first.block === null || !writtenHere.has(first.block);
  const kept = isBoth(first) && isKnown ? '. Both are kept' : '';
  const shown = changes.find(
    ({ block }) => block !== null && findBlock(store.getState().document, block) !== null,
  );
  const { block = null } = shown ?? {};
  toast.info(`${author} ${VERBS[first.kind]} ${first.called}${more}${kept}`, {
    duration: SHOWN_FOR,
    ...(block !== null && { action: { label: 'Show', run: () => showBlock(block) } }),
  });
}

function wordsChangedIn({ block, kind }: Change): string | null {
  return kind === 'changed' ? block : null;
}
