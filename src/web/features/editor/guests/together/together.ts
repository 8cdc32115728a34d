import { NEWSLETTER_MESSAGES } from '#contract/newsletters.ts';
import type { TogetherEvent } from '#contract/together.ts';
import { blockLabels } from '#newsletter/document/block-labels.ts';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { SETTING_WORDS } from '#newsletter/settings/all-settings.ts';
import { toast } from '#ui/feedback/toast.ts';
import { ApiError } from '#web/api/api-error.ts';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { keptOver } from '#web/features/editor/kernel/facts/others-news.ts';
import { showBlock } from '#web/features/editor/kernel/places/focus.ts';
import { VersionConflict } from '#web/features/editor/kernel/save-state.ts';
import { settingOfSubject } from '#web/features/editor/merging/written.ts';
import { fetchNewsletter, openedFrom, publicStateOf } from '#web/features/editor/saving/newsletter-calls.ts';
import { currentSession } from '#web/session/session.ts';
import { openConnection } from './connection.ts';

type Stored = Extract<TogetherEvent, { event: 'stored' }>;

/** In milliseconds. Long, as the person's own words have left the canvas: the toast says where they are. */
const KEPT_FOR = 12_000;

/** Follows the other people who have the newsletter open and reports this window to them, until the returned function is called. */
export function startTogether(editing: EditorSession): () => void {
  const { opened, store, saver, news } = editing;
  const window = createRowId();
  const stop = new AbortController();
  const catchUp = catchingUp(editing, stop.signal);
  const connection = openConnection(opened.id, window, (event) => {
    if (event.event === 'here')
      news.setState({ others: event.windows.filter((each) => each.window !== window) });
    else if (event.event === 'noted')
      void queryClient.invalidateQueries({ queryKey: queryKeys.around(opened.id).all });
    else if (event.event === 'gone')
      saver.handleRefusal(new ApiError(404, { error_message: NEWSLETTER_MESSAGES.gone }));
    else if (event.event === 'stored') {
      news.setState({ stored: event });
      notifyOfPublishing(editing, event);
      notifyOfKept(editing, event);
      void catchUp();
    }
    editing.notifyGuests(event);
  });
  const unsubscribe = [
    store.subscribe(({ selected }) => connection.move(selected)),
    // Catches up on changes that came during a save, or while a question was open.
    saver.state.subscribe(({ step }) => {
      if (step === 'saved' || step === 'waiting') void catchUp();
    }),
  ];
  connection.move(store.getState().selected);
  return () => {
    stop.abort();
    for (const each of unsubscribe) each();
    connection.stop();
    news.setState({ others: [] });
  };
}

/** A function that fetches what others have stored, if it is newer than what this window has, and merges it. */
function catchingUp({ opened, saver, news, noteMissing }: EditorSession, signal: AbortSignal) {
  let isRunning = false;
  // A version that conflicts with changes made here: the next save asks the person.
  let refused = 0;
  const isBehind = () => {
    const { step } = saver.state.getState();
    const version = news.getState().stored?.version ?? 0;
    return step !== 'saving' && step !== 'conflict' && step !== 'gone' && version > saver.version();
  };
  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      while (isBehind() && !signal.aborted && (news.getState().stored?.version ?? 0) > refused) {
        const theirs = await fetchNewsletter(opened.id, signal);
        noteMissing(theirs.attributes.missing_files);
        const isTaken = await saver.takeIn(new VersionConflict(theirs, openedFrom(theirs).saved));
        if (!isTaken && isBehind()) refused = theirs.attributes.version;
      }
    } catch {
      // The next event, or the next save, brings it.
    } finally {
      isRunning = false;
    }
  };
}

const WORDS = {
  draft: 'unpublished this newsletter',
  published: 'published this newsletter',
} as const;

/** Says who kept their own words over words saved here, which would otherwise vanish silently. */
function notifyOfKept(editing: EditorSession, stored: Stored): void {
  const { store, writtenHere, personId, isContributor } = editing;
  const [subject, ...others] = keptOver(writtenHere, stored);
  const { person } = stored;
  const isOwn = person?.id === personId;
  const known = editing.saver.version();
  // A save may have merged it before it was heard of here.
  if (subject === undefined || stored.version < known || (stored.version === known && isOwn)) return;
  // This window's own save, whose answer is still on its way, is no news to it.
  if (isOwn && editing.saver.state.getState().step === 'saving') return;
  const setting = settingOfSubject(subject);
  const called = `‘${blockLabels(store.getState().document).get(subject) ?? 'block'}’`;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  const isOne = setting !== null && setting !== 'colours' && others.length === 0;
  const [their, other] =
    setting === null
      ? [`their words in ${called}`, `other words in ${called}`]
      : [
          `their ${SETTING_WORDS[setting].inSentence}`,
          `${setting === 'colours' ? 'other' : 'another'} ${SETTING_WORDS[setting].inSentence}`,
        ];
  const where = `${isOne ? 'is' : 'are'} in ${isContributor ? 'the newsletter’s history' : 'History'}`;
  const words = isOwn
    ? `In your other window you kept ${other}${more}. ${isOne ? 'This' : 'These'} ${where}`
    : `${person?.name ?? 'Somebody else'} kept ${their}${more}. Yours ${where}`;
  const show = { label: 'Show', run: () => showBlock(subject) };
  toast.info(words, { duration: KEPT_FOR, ...(setting === null && { action: show }) });
}

/** Says once that somebody has published or unpublished the newsletter. */
function notifyOfPublishing(
  { publicState }: EditorSession,
  { status, has_unpublished_changes, person }: Stored,
): void {
  const before = publicState.getState();
  const now = publicStateOf({ status, has_unpublished_changes });
  if (now === before) return;
  publicState.setState(now, true);
  if (now === 'later' || (now === 'published' && before === 'later' && person === null)) return;
  // The same person did it, in another window or in this one.
  if (person !== null && person.id === currentSession()?.user.id) return;
  toast.info(`${person?.name ?? 'Somebody else'} ${WORDS[now]}`);
}
