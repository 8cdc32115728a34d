import { listWithAnd } from '#newsletter/values/lists.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { peopleIn } from '#web/features/editor/kernel/people/people.ts';
import { ownName } from '#web/features/editor/merging/last-person.ts';
import { pastMoment } from '#web/words/dates.ts';
import type { ListedState } from './history-calls.ts';

/** Asks before a restore that affects others: people who have the newsletter open, or have saved since this window opened it. */
export async function mayRestoreAll(
  { news, opened, personId }: Pick<EditorSession, 'news' | 'opened' | 'personId'>,
  {
    states,
    chosen,
    timeZone,
  }: {
    readonly states: readonly ListedState[];
    readonly chosen: ListedState;
    readonly timeZone: string;
  },
): Promise<boolean> {
  const here = peopleIn(news.getState().others, personId)
    .filter(({ isOwn }) => !isOwn)
    .map(({ name }) => name);
  const since = Math.max(opened.version, chosen.attributes.version);
  const known = new Set([...here, ownName()]);
  const savers = states
    .filter(({ attributes }) => attributes.version > since)
    .flatMap(({ attributes: { person_name } }) => person_name ?? [])
    .filter((name) => !known.has(name));
  const saved = [...new Set(savers)];
  if (here.length === 0 && saved.length === 0) return true;
  const sentences = [
    here.length > 0 && `${listWithAnd(here)} ${have(here)} this newsletter open.`,
    saved.length > 0 && `${listWithAnd(saved)} ${have(saved)} saved since you opened it.`,
    `Restoring puts back how it was ${pastMoment(chosen.attributes.saved_at, timeZone)} for everybody; what they wrote stays in the history.`,
  ];
  return await confirm({
    title: 'Restore all for everybody?',
    message: sentences.filter((sentence) => sentence !== false).join(' '),
    confirmLabel: 'Restore all',
  });
}

function have(names: readonly string[]): string {
  return names.length === 1 ? 'has' : 'have';
}
