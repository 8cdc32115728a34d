import { z } from 'zod';
import { NOTE_MESSAGES } from '#contract/notes.ts';
import { screenPath } from '#contract/paths.ts';
import type { AppContext } from '#server/context.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import { findNewsletterTitle } from '#server/data/newsletters.ts';
import { findMember, listMembers, nameInMails } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';
import { LIMITS, requireTry } from '#server/platform/http/attempts.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { mailQueue } from '#server/platform/jobs/jobs.ts';
import { defineMail, type ProductEmail } from '#server/platform/mail/define-mail.ts';
import { mailTo } from '#server/platform/mail/mail.ts';
import { asTyped, say } from '#server/platform/mail/words.ts';
import { findReaders } from './readers.ts';
import { findNote, findThread, type NoteRow } from './repo.ts';

/** Mails to the colleagues whom a note names, and to the author of the question that it answers. */

const mentionMail = mailQueue(
  'mention_mail',
  z.object({
    schoolId: z.uuid(),
    noteId: z.uuid(),
    personId: z.uuid(),
    /** Whether the person had asked the question that the note answers, and is not named in it. */
    answers: z.boolean().default(false),
  }),
);
type MentionMail = z.output<typeof mentionMail.data>;

/** Registers the job that sends the mails. */
export function defineMentionMail(context: AppContext): void {
  defineMail(context, mentionMail, async (mail) => {
    const { database } = context;
    const person = await findMember(database, mail.schoolId, mail.personId);
    const email = person === undefined ? null : await prepare(context, mail, person);
    if (person === undefined || email === null) return null;
    return { to: mailTo(person), ...email };
  });
}

/** Whether a person reads notes: one who has never signed in reads none. */
export function isActive({ status }: Pick<User, 'status'>): boolean {
  return status === 'ACTIVE';
}

/** The members among these ids whom a note of the caller names: others than the caller, who may read the thread. */
export async function namedMembers(
  context: AppContext,
  { schoolId, personId }: Member,
  { newsletterId, block }: { readonly newsletterId: string; readonly block: string },
  ids: readonly string[],
): Promise<readonly User[]> {
  if (ids.length === 0) return [];
  const members = await listMembers(context.database, schoolId);
  const readers = await findReaders(context, schoolId, newsletterId);
  return members.filter(
    (each) => ids.includes(each.id) && each.id !== personId && isActive(each) && readers.reads(each, block),
  );
}

/**
 * Counts the mails to the named people against the caller's limit, and resolves to those who may be mailed. Throws 429 when
 * the caller's limit is reached. Call it outside a transaction.
 */
export async function countMentions(
  context: AppContext,
  { schoolId, personId }: Member,
  named: readonly User[],
): Promise<readonly User[]> {
  const mailed: User[] = [];
  for (const each of named) {
    await requireTry(context, LIMITS.mentions, [personId], NOTE_MESSAGES.mailed);
    if (await mayMail(context, 'mention', { to: each.email, schoolId })) mailed.push(each);
  }
  return mailed;
}

/** Enqueues the mails, in the transaction that writes the note. */
export async function mailMentions(
  context: AppContext,
  { schoolId, id: noteId }: Pick<NoteRow, 'schoolId' | 'id'>,
  mailed: readonly User[],
  answers: boolean,
): Promise<void> {
  for (const { id: personId } of mailed)
    await context.jobs.send(mentionMail, { schoolId, noteId, personId, answers });
}

// Null if the note or its newsletter is deleted, or the person may not read it any more.
async function prepare(
  context: AppContext,
  { schoolId, noteId, answers }: MentionMail,
  person: User,
): Promise<ProductEmail | null> {
  const { database, config } = context;
  const note = await findNote(database, schoolId, noteId);
  const thread = note && (await findThread(database, schoolId, note.threadId));
  const title = thread && (await findNewsletterTitle(database, schoolId, thread.newsletterId));
  if (note === null || thread === null || title === null) return null;
  const readers = await findReaders(context, schoolId, thread.newsletterId);
  if (!isActive(person) || !readers.reads(person, thread.block)) return null;
  const author = nameInMails(
    note.personId === null ? undefined : await findMember(database, schoolId, note.personId),
  );
  const at = new URLSearchParams({ notes: thread.block });
  return {
    subject: answers
      ? say`${author} answers your note on ‘${title}’`
      : say`${author} names you in a note on ‘${title}’`,
    paragraphs: [
      answers
        ? say`${author} has answered your note on the newsletter ‘${title}’:`
        : say`${author} has written a note on the newsletter ‘${title}’, and names you in it:`,
      ...`“${note.text}”`.split(/\n+/).map(asTyped),
      say`Families see no notes. To answer, please write under it in the newsletter: answers to this email arrive nowhere.`,
    ],
    button: {
      text: 'See the note',
      url: `${config.publicUrl}${screenPath('editor', { id: thread.newsletterId })}?${at}`,
    },
  };
}
