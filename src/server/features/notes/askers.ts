import type { AppContext } from '#server/context.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { listMembers } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';
import { countTry, LIMITS } from '#server/platform/http/attempts.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { isActive } from './mentions.ts';
import { findReaders } from './readers.ts';
import { listThreads, type NoteRow } from './repo.ts';

/** The authors of questions in notes, who get a mail about the answer. */

/**
 * The authors in a thread whose last question a new note of the caller answers, and who may be mailed: each once, within the limits of
 * mentions. Past these the note is written without a mail. `named`: people who get a mail about it already. Call it outside a
 * transaction.
 */
export async function countAnswered(
  context: AppContext,
  caller: Member,
  { newsletterId, block }: { readonly newsletterId: string; readonly block: string },
  named: readonly Pick<User, 'id'>[],
): Promise<readonly User[]> {
  const { database } = context;
  const { schoolId, personId } = caller;
  const threads = await listThreads(database, schoolId, newsletterId);
  const notes = threads.find((thread) => thread.block === block)?.notes ?? [];
  const asked = askers(notes, personId).filter((id) => named.every((each) => each.id !== id));
  if (asked.length === 0) return [];
  const readers = await findReaders(context, schoolId, newsletterId);
  const mailed: User[] = [];
  for (const each of await listMembers(database, schoolId)) {
    if (!asked.includes(each.id) || !isActive(each) || !readers.reads(each, block)) continue;
    const { allowed } = await countTry(context, LIMITS.mentions, [personId]);
    if (allowed && (await mayMail(context, 'mention', { to: each.email, schoolId }))) mailed.push(each);
  }
  return mailed;
}

/**
 * The author whose last notes in the thread ask something that nobody else has answered: one of them is the first of the thread, names
 * a colleague, or has a question mark. Pure.
 */
function askers(notes: readonly NoteRow[], answering: string): readonly string[] {
  const last = notes.at(-1);
  // Earlier questions have been answered by the next author's note.
  const unanswered = notes.slice(notes.findLastIndex((note) => note.personId !== last?.personId) + 1);
  const asks = unanswered.some(
    (note) => note === notes[0] || note.mentions.length > 0 || QUESTION_MARK.test(note.text),
  );
  return asks && last?.personId != null && last.personId !== answering ? [last.personId] : [];
}

const QUESTION_MARK = /[?\u061f\u037e\uff1f]/u;
